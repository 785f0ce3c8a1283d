"""Which of many short pieces a long text may hold: one pass over the text in place of one per piece.

A megabyte is read once into a table of the three-byte sequences that occur in it; a piece with a sequence that does not
occur cannot be there. What is left is looked for in the text itself, so that the answer is exact.
"""

from __future__ import annotations

from typing import Final

import numpy as np

LONG: Final = 200_000
"""Characters from which on the table pays: below, looking for each piece is as fast."""
_BLOCK: Final = 1 << 22


class Presence:
    """Answers for one text."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._known = _sequences(text) if len(text) >= LONG else None

    def holds(self, piece: str) -> bool:
        """Whether the piece stands in the text."""
        if self._known is not None:
            data = piece.encode("utf-8", "surrogatepass")
            if any(not self._known[_code(data, at)] for at in range(len(data) - 2)):
                return False
        return piece in self._text


def _code(data: bytes, at: int) -> int:
    return data[at] << 16 | data[at + 1] << 8 | data[at + 2]


def _sequences(text: str) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """For each three-byte sequence whether it occurs."""
    found = np.zeros(1 << 24, dtype=np.bool_)
    data = np.frombuffer(text.encode("utf-8", "surrogatepass"), dtype=np.uint8)
    for start in range(0, len(data), _BLOCK):
        block = data[start : start + _BLOCK + 2].astype(np.uint32)
        if len(block) >= 3:
            found[block[:-2] << 16 | block[1:-1] << 8 | block[2:]] = True
    return found
