"""Bytes of a capture that are no UTF-8: found while it is indexed, block by block, so that they can be named."""

from __future__ import annotations

import codecs
from collections.abc import Iterable
from typing import Final

MOST: Final = 100_000
"""So many places are remembered; a file with more is no text."""

_decode: Final = codecs.utf_8_decode


class Utf8Check:
    """Fed with the blocks of a file in order.

    Attributes:
        places: offsets of the invalid bytes, each the first of what one replacement character stands for.
    """

    def __init__(self) -> None:
        self.places: set[int] = set()
        self._rest = b""
        self._next = 0

    def feed(self, offset: int, block: bytes | memoryview) -> None:
        """Look at the block that begins at `offset`; one that does not follow the last starts anew."""
        if offset != self._next:
            self._rest = b""
        self._next = offset + len(block)
        start, data = offset - len(self._rest), self._rest + bytes(block) if self._rest else block
        position = 0
        while position < len(data):
            try:
                _, used = _decode(data[position:], "strict", False)
            except UnicodeDecodeError as error:
                if len(self.places) < MOST:
                    self.places.add(start + position + error.start)
                position += error.end
                continue
            position += used
            break
        self._rest = bytes(data[position:])

    def finish(self) -> None:
        """The file ends: a character that is cut there is invalid too."""
        if self._rest:
            self.places.add(self._next - len(self._rest))
            self._rest = b""


def moved(places: Iterable[int], start: int, end: int, delta: int) -> set[int]:
    """Places between `start` and `end`, `delta` bytes further on."""
    return {place + delta for place in places if start <= place < end}
