"""The cache tab: what the provider read from its prefix cache, what it should have, and why the prefix broke."""
