"""Token estimators (PIPELINE §1): tokenx, rough, o200k, footprints, media costs and dialects."""

from __future__ import annotations

from inspector.tokens.footprint import (
    Count,
    footprint,
    row_tokens,
    tool_definitions_tokens,
    tool_tokens,
    ui_part_tokens,
)
from inspector.tokens.media import (
    Dialect,
    ImageSize,
    MediaKind,
    dialect_for_endpoint,
    dialect_for_model,
    image_tokens,
    media_tokens,
    tokens_of_media_type,
)
from inspector.tokens.o200k import has_o200k, o200k
from inspector.tokens.rough import dense_units, rough, rough_of_counts, rough_value, unit_counts
from inspector.tokens.slicing import first_tokens
from inspector.tokens.tokenx import tokenx

__all__ = [
    "Count",
    "Dialect",
    "ImageSize",
    "MediaKind",
    "dense_units",
    "dialect_for_endpoint",
    "dialect_for_model",
    "first_tokens",
    "footprint",
    "has_o200k",
    "image_tokens",
    "media_tokens",
    "o200k",
    "rough",
    "rough_of_counts",
    "rough_value",
    "row_tokens",
    "tokens_of_media_type",
    "tokenx",
    "tool_definitions_tokens",
    "tool_tokens",
    "ui_part_tokens",
    "unit_counts",
]
