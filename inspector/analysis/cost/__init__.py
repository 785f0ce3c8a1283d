"""What requests cost and what cache misses cost, from dated price tables."""
