"""A bounded memo for figures of texts, so that what did not change is not counted again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

R = TypeVar("R")


class TextMemo(Generic[R]):
    """Remembers `compute(text)` for long texts, by content (the string's own hash, then equality).

    Two generations hold at most `capacity` characters each; what is asked for again moves to the young one,
    the old one is dropped as a whole. Safe under threads: at worst a figure is computed twice.
    """

    def __init__(self, compute: Callable[[str], R], *, shortest: int, capacity: int = 32_000_000) -> None:
        """Texts below `shortest` characters are cheaper to count than to keep."""
        self._compute = compute
        self._shortest = shortest
        self._capacity = capacity
        self._young: dict[str, R] = {}
        self._old: dict[str, R] = {}
        self._held = 0

    def __call__(self, text: str) -> R:
        if len(text) < self._shortest:
            return self._compute(text)
        known = self._young.get(text)
        if known is None:
            known = self._old.get(text)
            if known is None:
                known = self._compute(text)
            self._keep(text, known)
        return known

    def clear(self) -> None:
        """Forget everything."""
        self._young, self._old, self._held = {}, {}, 0

    def _keep(self, text: str, figure: R) -> None:
        if self._held + len(text) > self._capacity:
            self._old, self._young, self._held = self._young, {}, 0
        self._young[text] = figure
        self._held += len(text)
