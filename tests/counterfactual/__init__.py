"""What the application really sent for one conversation under many settings, against what a replay says."""
