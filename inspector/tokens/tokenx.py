"""The tokenx estimate: triggers, keep budgets and per-part display count with it (PIPELINE §1.1).

A text splits into runs of spaces, of punctuation and of anything else; each run costs by its length and by
which characters it holds. Long texts are counted in numpy over one flag byte per UTF-16 unit, short ones by a
memo of the distinct pieces.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

import numpy as np
import numpy.typing as npt

from inspector.tokens.char_classes import (
    CJK,
    FLAGS,
    LATIN1_FLAGS,
    NOT_DIGIT,
    NOT_LATIN,
    PUNCTUATION,
    SPACE,
    THREE,
    THREE_AND_HALF,
)
from inspector.tokens.memo import TextMemo
from inspector.wire import JS_WHITESPACE, length

MARKS: Final = re.escape(".,!?;(){}[]<>:/\\|@#$%^&*+=`~_-")
SPACES: Final = "".join(sorted(JS_WHITESPACE))
_PIECE: Final = re.compile(f"[{MARKS}]+|[^{MARKS}{SPACES}]+")
_SHORT: Final = 800
"""Below this many characters the memo of pieces beats numpy."""
_CHUNK: Final = 1 << 17
"""Characters per numpy pass: what fits the processor's cache."""

_Flags = npt.NDArray[np.uint8]
_Counts = npt.NDArray[np.int64]


def tokenx(text: str) -> int:
    """Estimated tokens of a text."""
    return _remembered(text)


def tokenx_uncached(text: str) -> int:
    """`tokenx` without the memo of whole texts."""
    if len(text) < _SHORT:
        return sum(map(piece_cost, _PIECE.findall(text)))
    return sum(map(_count_chunk, _chunks(text)))


_remembered: Final = TextMemo(tokenx_uncached, shortest=_SHORT)


@lru_cache(maxsize=1 << 15)
def piece_cost(piece: str) -> int:
    """Cost of one run of punctuation or of other characters, by the rules as they are listed."""
    units = length(piece)
    flags = 0
    for character in piece:
        flags |= int(FLAGS[ord(character)]) if character <= "\uffff" else NOT_DIGIT | NOT_LATIN
    if flags & CJK:
        return len(piece)
    if not flags & (NOT_DIGIT | PUNCTUATION) or units <= 3:
        return 1
    if flags & PUNCTUATION:
        return (units + 1) // 2
    if flags & NOT_LATIN:
        return len(piece)
    if flags & THREE:
        return (units + 2) // 3
    return (2 * units + 6) // 7 if flags & THREE_AND_HALF else (units + 5) // 6


def _chunks(text: str) -> Iterator[str]:
    start = 0
    while start < len(text):
        # Runs of spaces cost nothing, so a cut before a space changes nothing.
        end = text.find(" ", start + _CHUNK)
        end = len(text) if end < 0 else end
        yield text[start:end]
        start = end


def _count_chunk(text: str) -> int:
    try:
        flags = np.frombuffer(text.encode("latin-1").translate(LATIN1_FLAGS), np.uint8)
        units = None
    except UnicodeEncodeError:
        units = np.frombuffer(text.encode("utf-16-le", "surrogatepass"), "<u2")
        flags = FLAGS[units]
    kinds = flags & (SPACE | PUNCTUATION)
    starts = np.concatenate(([0], np.flatnonzero(kinds[1:] != kinds[:-1]) + 1))
    lengths = np.diff(starts, append=len(flags))
    points = lengths
    if units is not None and len(units) != len(text):
        points = lengths - np.add.reduceat(_second_halves(units), starts, dtype=np.int64)
    return int(_run_costs(np.bitwise_or.reduceat(flags, starts), lengths, points).sum())


def _second_halves(units: npt.NDArray[np.uint16]) -> npt.NDArray[np.bool_]:
    low: npt.NDArray[np.bool_] = (units & 0xFC00) == 0xDC00
    low[1:] &= (units[:-1] & 0xFC00) == 0xD800
    low[0] = False
    return low


def _run_costs(flags: _Flags, units: _Counts, points: _Counts) -> _Counts:
    """Cost of each run; the rules are applied from the last to the first, so that the first fitting wins."""
    costs = (units + 5) // 6
    present = int(np.bitwise_or.reduce(flags))
    if present & THREE_AND_HALF:
        np.copyto(costs, (2 * units + 6) // 7, where=(flags & THREE_AND_HALF) != 0)
    if present & THREE:
        np.copyto(costs, (units + 2) // 3, where=(flags & THREE) != 0)
    if present & NOT_LATIN:
        np.copyto(costs, points, where=(flags & NOT_LATIN) != 0)
    if present & PUNCTUATION:
        np.copyto(costs, (units + 1) >> 1, where=flags == PUNCTUATION)
    costs[(units <= 3) | ((flags & (NOT_DIGIT | PUNCTUATION)) == 0)] = 1
    if present & CJK:
        np.copyto(costs, points, where=(flags & CJK) != 0)
    costs[flags == SPACE] = 0
    return costs
