"""Results as HTML, Markdown, CSV, JSON."""
