"""What pages about one thing share: loading, hints, fact tables, words."""
