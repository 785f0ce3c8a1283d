"""The rough estimate: summariser budgets and the in-flight budget count with it (PIPELINE §1.2)."""

from __future__ import annotations

import math
from typing import Final

import numpy as np

from inspector.tokens.memo import TextMemo
from inspector.wire import UNDEFINED, JsValue, dumps, length

_DENSE_RANGES: Final = tuple(
    (np.uint16(first), np.uint16(last - first))
    for first, last in ((0x4E00, 0x9FA5), (0x3040, 0x30FF), (0xAC00, 0xD7AF))
)
_CHUNK: Final = 1 << 16
"""Characters per numpy pass: what fits the processor's cache."""


def rough(text: str) -> int:
    """ceil(1.5 c + 0.3 n): c units of Han, kana and Hangul, n all others."""
    dense, units = unit_counts(text)
    return rough_of_counts(dense, units - dense)


def rough_of_counts(dense: int, other: int) -> int:
    """The estimate for units counted elsewhere, in the reference's floating-point arithmetic."""
    return math.ceil(dense * 1.5 + other * 0.3)


def rough_value(value: JsValue) -> int:
    """The estimate of a string as it is, of `UNDEFINED` as 0, of anything else as its JSON."""
    if value is UNDEFINED:
        return 0
    return rough(value if isinstance(value, str) else dumps(value))


def dense_units(text: str) -> int:
    """Units of the text in the ranges that cost 1.5 tokens each."""
    return unit_counts(text)[0]


def unit_counts(text: str) -> tuple[int, int]:
    """Units that cost 1.5 tokens each, and all units."""
    return (0, len(text)) if text.isascii() else _counts(text)


def _count(text: str) -> tuple[int, int]:
    chunks = (text[at : at + _CHUNK] for at in range(0, len(text), _CHUNK))
    return sum(map(_dense_in_chunk, chunks)), length(text)


def _dense_in_chunk(text: str) -> int:
    units = np.frombuffer(text.encode("utf-16-le", "surrogatepass"), "<u2")
    # Unsigned wrap-around makes one comparison of each range.
    return sum(int(np.count_nonzero(units - first <= span)) for first, span in _DENSE_RANGES)


_counts: Final = TextMemo(_count, shortest=200)
