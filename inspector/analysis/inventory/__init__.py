"""What is inside a source, counted: the JSON contract of `info --json`."""
