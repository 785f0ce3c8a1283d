"""The window. The only layer that imports Qt."""
