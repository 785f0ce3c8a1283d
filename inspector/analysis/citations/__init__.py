"""Citations of an answer: registry, markers in the text, and ids that resolve nowhere (PIPELINE §16)."""

from __future__ import annotations

from inspector.analysis.citations.markers import (
    MarkedText,
    cited_ids,
    exportable,
    marker_parts,
    split_at_markers,
    stripped,
    with_tags,
)
from inspector.analysis.citations.registry import (
    Citation,
    CitationKind,
    CitationRegistry,
    build_registry,
)
from inspector.analysis.citations.resolution import CitedMessage, cite_message, cite_path

__all__ = [
    "Citation",
    "CitationKind",
    "CitationRegistry",
    "CitedMessage",
    "MarkedText",
    "build_registry",
    "cite_message",
    "cite_path",
    "cited_ids",
    "exportable",
    "marker_parts",
    "split_at_markers",
    "stripped",
    "with_tags",
]
