"""Content-addressed blobs, references to them, garbage collection (PIPELINE §7)."""

from __future__ import annotations
