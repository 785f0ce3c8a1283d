"""Coloured ranges of a text: found strings, changed characters, whole lines. No Qt here."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum


class MarkRole(StrEnum):
    """What a marked range means; the painter chooses the colour."""

    HIT = "hit"
    CURRENT_HIT = "current-hit"
    REMOVED = "removed"
    ADDED = "added"


class LineTone(IntEnum):
    """What a whole line means."""

    PLAIN = 0
    REMOVED = 1
    ADDED = 2
    HEADER = 3


@dataclass(frozen=True, slots=True)
class Mark:
    """One marked range of offsets."""

    start: int
    end: int
    role: MarkRole


@dataclass(slots=True)
class Marks:
    """Layers of sorted, non-overlapping ranges; later layers are painted over earlier ones.

    Attributes:
        layers: per layer name its role, starts and ends.
    """

    layers: dict[str, tuple[MarkRole, Sequence[int], Sequence[int]]] = field(default_factory=dict)

    def set(self, layer: str, role: MarkRole, ranges: Iterable[tuple[int, int]]) -> None:
        """Replace a layer."""
        pairs = sorted(ranges)
        self.layers[layer] = (role, [start for start, _ in pairs], [end for _, end in pairs])

    def clear(self, layer: str) -> None:
        """Remove a layer."""
        self.layers.pop(layer, None)

    def within(self, start: int, end: int) -> list[Mark]:
        """Marks that touch [start, end), clipped to it."""
        found: list[Mark] = []
        for role, starts, ends in self.layers.values():
            first, last = bisect_right(ends, start), bisect_left(starts, end)
            found += [Mark(max(start, starts[i]), min(end, ends[i]), role) for i in range(first, last)]
        return found
