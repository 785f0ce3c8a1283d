"""How far two texts or lists agree from their start: what a prefix cache could read again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


def common_prefix(left: Sequence[Any], right: Sequence[Any]) -> int:
    """Number of leading items both share (code points of texts).

    Halves are compared as slices, which Python does in C and, for items that are the same object, by identity.
    """
    low, high = 0, min(len(left), len(right))
    if left[:high] == right[:high]:
        return high
    while low < high - 1:
        middle = (low + high) // 2
        if left[low:middle] == right[low:middle]:
            low = middle
        else:
            high = middle
    return low
