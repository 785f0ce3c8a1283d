"""Which painted row shows which piece of which line: wrapping and folding. No Qt here.

Texts up to `WORD_WRAP_LIMIT` wrap at words. In longer ones a character belongs to the row `cell // columns` of its
line, with one spare cell at the right for the second half of a wide character: so the rows of a line follow from its
cell count alone and nothing is laid out ahead of paint.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from inspector.app.text.document import Ints, TextDocument
from inspector.app.text.word_wrap import row_starts

WORD_WRAP_LIMIT: Final = 250_000
"""Code points that are laid out in 2 ms (ASCII) to 50 ms (short mixed lines), at every change of width."""


class RowMap:
    """Rows of a document under a wrap width and a set of hidden lines.

    Attributes:
        columns: cells per row; None = no wrapping.
    """

    def __init__(self, document: TextDocument) -> None:
        self.document = document
        self.columns: int | None = None
        self._hidden: npt.NDArray[np.bool_] | None = None
        self._lines: Ints | None = None
        self._ends: Ints | None = None
        self._starts: Ints | None = None
        self.rebuild()

    def set_columns(self, columns: int | None) -> None:
        """Wrap at `columns` cells, or not at all."""
        if columns != self.columns:
            self.columns = columns
            self.rebuild()

    def set_hidden(self, hidden: npt.NDArray[np.bool_] | None) -> None:
        """Hide the lines that are True (one entry per line of a completely indexed document)."""
        self._hidden = hidden
        self.rebuild()

    def rebuild(self) -> None:
        """Follow the document after it grew."""
        self._lines = None if self._hidden is None else np.flatnonzero(~self._hidden).astype(np.int64)
        self._ends = self._starts = None
        if self.columns is None:
            return
        cells = self.document.line_cells
        if self._lines is not None:
            cells = cells[self._lines]
        if self.document.complete and len(self.document.text) <= WORD_WRAP_LIMIT:
            self._wrap_words(cells, self.columns)
        else:
            self._ends = np.cumsum(np.maximum(1, -(-cells // self.columns)))

    @property
    def row_count(self) -> int:
        """Rows in all."""
        if self._ends is not None:
            return int(self._ends[-1]) if self._ends.size else 0
        return len(self._lines) if self._lines is not None else self.document.line_count

    def locate(self, row: int) -> tuple[int, int]:
        """Line of a row, and which of the line's rows it is."""
        if self._ends is None:
            return self._line(row), 0
        place = int(np.searchsorted(self._ends, row, side="right"))
        return self._line(place), row - (int(self._ends[place - 1]) if place else 0)

    def row_of(self, offset: int) -> int:
        """Row that shows the character at `offset`; of a hidden line, the row of the fold that hides it."""
        line = self.document.line_at(offset)
        place = self._place(line)
        if self._ends is None or self.columns is None:
            return place
        first, last = (int(self._ends[place - 1]) if place else 0), int(self._ends[place]) - 1
        if self._line(place) != line:
            return first
        if self._starts is not None:
            inside = np.searchsorted(self._starts[first : last + 1], offset, side="right")
            return first + max(0, int(inside) - 1)
        return min(first + self.document.column_of(offset) // self.columns, last)

    def span(self, row: int, first_cell: int, cells: int) -> tuple[int, int, int]:
        """Line, and the offsets a row shows: its own piece when wrapped, else `cells` cells from `first_cell`."""
        line, part = self.locate(row)
        if self._starts is not None:
            start = int(self._starts[row])
            following = int(self._starts[row + 1]) if row + 1 < len(self._starts) else self.document.indexed
            return line, start, min(following, self.document.line_span(line)[1])
        if self.columns is not None:
            first_cell, cells = part * self.columns, self.columns
        start = self.document.offset_at(line, first_cell)
        return line, start, self.document.offset_at(line, first_cell + cells)

    def cell_in_row(self, row: int, offset: int) -> int:
        """Cell of its row at which the character at `offset` begins."""
        if self.columns is None:
            return self.document.column_of(offset)
        return self.document.cells_in(self.span(row, 0, 0)[1], offset)

    def offset_in_row(self, row: int, cell: int) -> int:
        """Offset of the character under a cell of a row; the row's last one when it is shorter."""
        if self.columns is None:
            return self.document.offset_at(self.locate(row)[0], cell)
        line, start, end = self.span(row, 0, 0)
        goes_on = end < self.document.line_span(line)[1]
        offset = self.document.offset_at(line, self.document.column_of(start) + cell)
        return max(start, min(offset, end - 1 if goes_on else end))

    def _wrap_words(self, cells: Ints, columns: int) -> None:
        fits = (cells <= columns).tolist()
        firsts = self.document.starts.tolist()
        starts: list[int] = []
        ends: list[int] = []
        for place, fit in enumerate(fits):
            line = self._line(place)
            starts += [firsts[line]] if fit else row_starts(self.document, line, columns)
            ends.append(len(starts))
        self._starts, self._ends = np.array(starts, dtype=np.int64), np.array(ends, dtype=np.int64)

    def _line(self, place: int) -> int:
        return int(self._lines[place]) if self._lines is not None else place

    def _place(self, line: int) -> int:
        if self._lines is None:
            return line
        return max(0, int(np.searchsorted(self._lines, line, side="right")) - 1)
