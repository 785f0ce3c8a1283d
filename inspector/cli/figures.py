"""What figures stand for on the terminal: usage in a line, times, and texts cut to one line."""

from __future__ import annotations

from inspector.cli.output import safe
from inspector.model.figures import UNKNOWN, count, date_and_time, share, size
from inspector.model.usage import Usage

__all__ = ["UNKNOWN", "count", "moment", "share", "shorten", "size", "tokens"]


def moment(milliseconds: int | None) -> str:
    """Local date and time."""
    if milliseconds is None:
        return UNKNOWN
    return date_and_time(milliseconds)


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
