"""Open a path as a read-only, lazy Source: DevTools capture, conversation DB (FORMATS)."""
