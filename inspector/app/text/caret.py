"""Where the reader is and what is selected in a text, and how keys move it. No Qt here."""

from __future__ import annotations

import re
from typing import Final

from inspector.app.text.document import TextDocument
from inspector.app.text.row_map import RowMap

_WORD_REACH: Final = 4096
_WORD: Final = re.compile(r"\w+|\s+|[^\w\s]+")


class Caret:
    """A position and an anchor, in code points of the document.

    Attributes:
        position: where the caret stands.
        anchor: the selection's other end; equal to `position` when nothing is selected.
    """

    def __init__(self, document: TextDocument, rows: RowMap) -> None:
        self.position = 0
        self.anchor = 0
        self._document = document
        self._rows = rows
        self._wish: int | None = None

    @property
    def selection(self) -> tuple[int, int]:
        """First and after-last offset of the selection."""
        return min(self.anchor, self.position), max(self.anchor, self.position)

    def move_to(self, offset: int, *, extend: bool = False) -> None:
        """Go to an offset, keeping the anchor when extending."""
        self.position = max(0, min(offset, self._document.indexed))
        if not extend:
            self.anchor = self.position
        self._wish = None

    def select(self, start: int, end: int) -> None:
        """Select a range, the caret at its end."""
        self.move_to(start)
        self.move_to(end, extend=True)

    def step(self, direction: int, *, extend: bool = False) -> None:
        """One character forth (+1) or back (-1), never into the middle of a picture of several."""
        target = self.position + direction
        text, end = self._document.text, self._document.indexed
        while 0 < target < end and text[target] != "\n" and not self._document.widths(target, target + 1)[0]:
            target += direction
        self.move_to(target, extend=extend)

    def step_word(self, direction: int, *, extend: bool = False) -> None:
        """To the next word's start or the previous one's."""
        at = self.position
        if direction > 0:
            target = at
            for found in _WORD.finditer(self._document.text, at, at + _WORD_REACH):
                target = found.end()
                if not found.group().isspace():
                    following = _WORD.match(self._document.text, target)
                    target = following.end() if following and following.group().isspace() else target
                    break
        else:
            base = max(0, at - _WORD_REACH)
            words = [
                m.start() for m in _WORD.finditer(self._document.text, base, at) if not m.group().isspace()
            ]
            target = words[-1] if words else base
        self.move_to(target, extend=extend)

    def step_rows(self, count: int, *, extend: bool = False) -> None:
        """Down (or up, if negative) by painted rows, keeping the column."""
        row = self._rows.row_of(self.position)
        wish = self._rows.cell_in_row(row, self.position) if self._wish is None else self._wish
        target = row + count
        if not 0 <= target < self._rows.row_count:
            self.move_to(0 if count < 0 else self._document.indexed, extend=extend)
            return
        self.move_to(self._rows.offset_in_row(target, wish), extend=extend)
        self._wish = wish

    def to_line_edge(self, *, end: bool, extend: bool = False) -> None:
        """To the start or the end of the line."""
        span = self._document.line_span(self._document.line_at(self.position))
        self.move_to(span[1] if end else span[0], extend=extend)

    def to_end(self, *, extend: bool = False) -> None:
        """To the end of the text, of which all lines must be known for that."""
        if not self._document.complete:
            self._document.index_all()
            self._rows.rebuild()
        self.move_to(len(self._document.text), extend=extend)

    def select_word(self) -> None:
        """Select the word (or the run of signs) under the caret."""
        start = max(self._document.line_span(self._document.line_at(self.position))[0], self.position - 256)
        for found in _WORD.finditer(self._document.text, start, self.position + _WORD_REACH):
            if found.end() > self.position:
                self.select(found.start(), found.end())
                return

    def select_line(self) -> None:
        """Select the line under the caret with its newline."""
        start, end = self._document.line_span(self._document.line_at(self.position))
        self.select(start, min(end + 1, self._document.indexed))
