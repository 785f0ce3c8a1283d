"""The virtual text view: texts of any size, painted as far as they are on screen."""
