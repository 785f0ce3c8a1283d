"""Where the rows of a wrapped line begin: at words, and between wide characters; no Qt here.

Only for texts that are short enough to be laid out as a whole; longer ones wrap by cells (see `rows`).
"""

from __future__ import annotations

from typing import Final

import numpy as np

from inspector.app.text.document import TextDocument

_REACH: Final = 60
"""Characters a row may end early so as not to cut a word."""
_NOT_FIRST: Final = frozenset("，。、；：？！）】》」』’”…,.;:?!)]}%")


def row_starts(document: TextDocument, line: int, columns: int) -> list[int]:
    """Offsets at which the rows of a line begin, the first being the line's start."""
    start, end = document.line_span(line)
    piece = document.text[start:end]
    if piece.isascii() and "\t" not in piece:
        return [start + at for at in _plain(piece, columns)]
    return [start + at for at in _measured(document, piece, start, columns)]


def _plain(text: str, columns: int) -> list[int]:
    """One cell a character: look for the last blank that fits; it hangs over the edge itself."""
    starts, at = [0], 0
    while len(text) - at > columns:
        blank = text.rfind(" ", max(at, at + columns - _REACH) + 1, at + columns + 1)
        at = blank + 1 if blank > at else at + columns
        if at < len(text):
            starts.append(at)
    return starts


def _measured(document: TextDocument, text: str, offset: int, columns: int) -> list[int]:
    widths = document.widths(offset, offset + len(text))
    reached = np.cumsum(widths, dtype=np.int64)
    wide = widths == 2
    starts, at = [0], 0
    while True:
        before = int(reached[at - 1]) if at else 0
        hard = max(at + 1, int(np.searchsorted(reached, before + columns, side="right")))
        if hard >= len(text):
            return starts
        at = _soft(text, wide, at, hard)
        if at >= len(text):
            return starts
        starts.append(at)


def _soft(text: str, wide: np.ndarray[tuple[int], np.dtype[np.bool_]], start: int, hard: int) -> int:
    """The last place at or before `hard` where a row may begin."""
    if text[hard] == " ":
        return hard + 1
    for at in range(hard, max(start, hard - _REACH), -1):
        if text[at - 1] == " " or ((wide[at] or wide[at - 1]) and text[at] not in _NOT_FIRST):
            return at
    return hard
