"""What the views show, worked out without Qt: rows and numbers that item models and painters adapt."""
