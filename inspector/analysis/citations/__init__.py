"""Citations of an answer: registry, markers in the text, and ids that resolve nowhere (PIPELINE §16)."""

from __future__ import annotations

from inspector.analysis.citations.markers import (
    MarkedText,
    cited_ids,
    exportable,
    marker_parts,
    stripped,
    with_tags,
)
from inspector.analysis.citations.registry import (
    Citation,
    CitationKind,
    CitationRegistry,
    build_registry,
)

__all__ = [
    "Citation",
    "CitationKind",
    "CitationRegistry",
    "MarkedText",
    "build_registry",
    "cited_ids",
    "exportable",
    "marker_parts",
    "stripped",
    "with_tags",
]
