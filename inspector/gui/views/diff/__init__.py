"""What changed between a request and the one before it."""
