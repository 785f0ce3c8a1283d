"""JSON as text that folds."""
