"""Head and tail of a long text, cut at line ends where there are any (PIPELINE §2)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from inspector.pipeline.text_facts import facts
from inspector.wire import index_of, last_index_of, length, slice_units

HEAD_CHARS: Final = 500
TAIL_CHARS: Final = 1000


@dataclass(frozen=True, slots=True)
class Excerpt:
    """What is shown of a text.

    Attributes:
        head, tail: its two ends; either may be empty.
        total_chars: UTF-16 units of the whole text.
        total_lines: newline count + 1.
    """

    head: str
    tail: str
    total_chars: int
    total_lines: int


def excerpt(content: str, head_chars: float = HEAD_CHARS, tail_chars: float = TAIL_CHARS) -> Excerpt:
    """The excerpt of a text, sizes in UTF-16 units; the head may be one unit longer when it ends at a newline."""
    known = facts(content)
    return Excerpt(
        _head(content, head_chars, known.chars),
        _tail(content, tail_chars, known.chars),
        known.chars,
        known.lines,
    )


def _head(content: str, chars: float, total: int) -> str:
    if not chars > 0:  # NaN counts as nothing
        return ""
    if chars >= total:
        return content
    at = math.floor(chars)
    # No character counts less than a unit, so this window reaches at least to unit `at`.
    window = content[: at + 1]
    newline = last_index_of(window, "\n", at)
    return slice_units(window, 0, newline + 1 if newline >= 0 else at)


def _tail(content: str, chars: float, total: int) -> str:
    if not chars > 0:
        return ""
    start = total - chars
    if start <= 0:
        return content
    if start >= total:
        return ""
    units = total - math.floor(start)
    window = content[-units:]
    at = length(window) - units
    newline = index_of(window, "\n", at)
    return slice_units(window, newline + 1 if newline >= 0 else at)
