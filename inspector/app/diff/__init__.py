"""Two texts beside each other: what is compared, aligned and shown."""
