"""Finds every occurrence of a string in a text, a block at a time so that the window stays alive. No Qt here."""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import Final

BLOCK: Final = 1 << 20
LIMIT: Final = 100_000
"""Occurrences after which counting stops: more cannot be stepped through."""


class Finding:
    """A search in progress.

    Attributes:
        query: what is looked for, case-insensitively.
        starts: offsets found so far, in order.
        done: whether the text has been searched to its end (or to `LIMIT`).
    """

    def __init__(self, text: str, query: str) -> None:
        self.query = query
        self.starts: list[int] = []
        self._text = text
        self._pattern = re.compile(re.escape(query), re.IGNORECASE)
        self._position = 0
        self.done = not query

    def search_block(self) -> None:
        """Search the next block."""
        if self.done:
            return
        stop = min(len(self._text), self._position + BLOCK)
        reach = stop + len(self.query) - 1
        at = self._position
        for found in self._pattern.finditer(self._text, self._position, reach):
            self.starts.append(found.start())
            at = found.end()
        self._position = max(stop, at)
        self.done = self._position >= len(self._text) or len(self.starts) >= LIMIT

    @property
    def ranges(self) -> list[tuple[int, int]]:
        """Start and end of every occurrence."""
        return [(start, start + len(self.query)) for start in self.starts]

    def nearest(self, offset: int, *, backwards: bool = False) -> int | None:
        """Index of the first occurrence at or behind `offset` (or the last before it), around the end."""
        if not self.starts:
            return None
        place = bisect_left(self.starts, offset)
        return (place - 1) % len(self.starts) if backwards else place % len(self.starts)
