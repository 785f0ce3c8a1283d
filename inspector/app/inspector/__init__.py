"""What the inspector shows of a selection."""
