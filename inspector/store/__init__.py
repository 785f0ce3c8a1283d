"""Content-addressed blobs, references and garbage collection (PIPELINE §7)."""
