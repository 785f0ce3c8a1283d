"""Round axis ticks and their short texts: `0k 4k 8k`, in the unit of the largest."""

from __future__ import annotations

import math
from typing import Final

_MOST_TICKS: Final = 5


def ticks(highest: float, *, most: int = _MOST_TICKS) -> list[float]:
    """Round values from 0 up to the first at or above `highest`, at most `most` steps."""
    if highest <= 0:
        return [0.0, 1.0]
    step = round_step(highest / most)
    return [n * step for n in range(math.ceil(highest / step - 1e-9) + 1)]


def round_step(least: float) -> float:
    """The smallest of 1, 2, 2.5, 4, 5 × 10ⁿ that is not below `least`."""
    size: float = 10.0 ** math.floor(math.log10(least))
    return next(factor * size for factor in (1, 2, 2.5, 4, 5, 10) if factor * size >= least * (1 - 1e-9))


def short(value: float, highest: float) -> str:
    """A value in the unit that suits the axis: `750`, `16k`, `1.5M`."""
    for unit, size in (("M", 1_000_000), ("k", 1_000)):
        if highest >= size:
            return f"{value / size:g}{unit}"
    return f"{value:g}"


def label_step(count: int, room: float, *, least: float = 26.0) -> int:
    """Every how many of `count` places in `room` pixels a label fits."""
    if count <= 0 or room <= 0:
        return 1
    wanted = math.ceil(least * count / room)
    return next((step for step in (1, 2, 5, 10, 20, 50, 100, 200, 500) if step >= wanted), wanted)
