"""`usage` of a database's inventory: what the provider reported, summed; unknown stays null."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from inspector.sources.conversation_db import UsageRow

_SERIES_LENGTH: Final = 40
_CACHE_FIELDS: Final = ("no_cache_tokens", "cache_read_tokens", "cache_write_tokens")
_SUMMED: Final = ("input_tokens", "output_tokens", *_CACHE_FIELDS, "cost")


def usage_sums(records: Sequence[UsageRow]) -> dict[str, Any]:
    """Sums over all usage records, and the cache figures of the first 40 in order."""
    return {
        "records": len(records),
        **{name: _sum(getattr(row, name) for row in records) for name in _SUMMED},
        "series": [[getattr(row, name) for name in _CACHE_FIELDS] for row in records[:_SERIES_LENGTH]],
    }


def _sum(values: Iterable[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) if known else None
