"""Dialogs of the window that ask for more than a file name."""
