"""Every request of a conversation as a flat list: rows, what a background pass adds to them, filter language."""
