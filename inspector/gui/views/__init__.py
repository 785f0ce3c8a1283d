"""The widgets of the window, one subject a file."""
