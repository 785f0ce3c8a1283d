"""Figures as people read them in a terminal: thousands, bytes, shares, times; unknown is a dash."""

from __future__ import annotations

from datetime import datetime

from inspector.cli.output import safe
from inspector.model.usage import Usage

UNKNOWN = "–"


def count(value: int | None) -> str:
    """`12 345`; a dash when unknown."""
    return UNKNOWN if value is None else f"{value:,}".replace(",", "\u202f")


def size(value: int | None) -> str:
    """Bytes as B, kB or MB (powers of 1000)."""
    if value is None:
        return UNKNOWN
    if value < 10_000:
        return f"{count(value)} B"
    return f"{value / 1000:.1f} kB" if value < 1_000_000 else f"{value / 1_000_000:.1f} MB"


def share(value: float | None, *, decimals: int = 0) -> str:
    """A ratio as per cent."""
    return UNKNOWN if value is None else f"{100 * value:.{decimals}f} %"


def moment(milliseconds: int | None) -> str:
    """Local date and time."""
    if milliseconds is None:
        return UNKNOWN
    return datetime.fromtimestamp(milliseconds / 1000).strftime("%Y-%m-%d %H:%M")


def tokens(usage: Usage) -> str:
    """`1 725 in (3 new, 1 722 read, 0 written), 19 out`."""
    if not usage.is_known:
        return "usage unknown"
    parts = f"{count(usage.new)} new, {count(usage.cache_read)} read, {count(usage.cache_write)} written"
    return f"{count(usage.input)} in ({parts}), {count(usage.output)} out"


def shorten(text: str, limit: int) -> str:
    """One line of at most `limit` characters, secrets taken out before it is cut."""
    line = " ".join(safe(text)[: 4 * limit].split())
    return line if len(line) <= limit else line[: limit - 1] + "…"
