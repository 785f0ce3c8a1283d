"""A bounded memo for figures of texts, so that what did not change is not counted again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

R = TypeVar("R")


class TextMemo(Generic[R]):
    """Remembers `compute(text)` for long texts.

    Two generations hold at most `capacity` characters each; what is asked for again moves to the young one,
    the old one is dropped as a whole. Safe under threads: at worst a figure is computed twice.
    """

    def __init__(
        self,
        compute: Callable[[str], R],
        *,
        shortest: int,
        capacity: int = 32_000_000,
        by_identity: bool = False,
    ) -> None:
        """Texts below `shortest` characters are cheaper to count than to keep.

        An equal text is found again by its hash; `by_identity` finds the same object only, for figures that cost
        no more than hashing.
        """
        self._compute = compute
        self._shortest = shortest
        self._capacity = capacity
        self._by_identity = by_identity
        # The texts are kept with their figures, so that no identity is used again.
        self._young: dict[str | int, tuple[str, R]] = {}
        self._old: dict[str | int, tuple[str, R]] = {}
        self._held = 0

    def __call__(self, text: str) -> R:
        if len(text) < self._shortest:
            return self._compute(text)
        key = id(text) if self._by_identity else text
        known = self._young.get(key)
        if known is None:
            known = self._old.get(key) or (text, self._compute(text))
            self._keep(key, known)
        return known[1]

    def clear(self) -> None:
        """Forget everything."""
        self._young, self._old, self._held = {}, {}, 0

    def _keep(self, key: str | int, known: tuple[str, R]) -> None:
        size = len(known[0])
        if self._held + size > self._capacity:
            self._old, self._young, self._held = self._young, {}, 0
        self._young[key] = known
        self._held += size
