"""A text with its line index, built block by block so that the first page can be painted at once.

Offsets are code points of the Python string; cells are columns of a monospace grid (see `widths`). Sums of cells
are kept at every `CHECKPOINT` code points, so a column of any line, however long, is found in one small block.
No Qt here.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import Final

import numpy as np
import numpy.typing as npt

from inspector.app.text.widths import TAB_CELLS, Codes, cell_widths, code_points

FIRST_BLOCK: Final = 1 << 17
BLOCK: Final = 1 << 20
CHECKPOINT: Final = 4096
_SHORT: Final = 1024

Ints = npt.NDArray[np.int64]


class TextDocument:
    """An immutable text and what is known of its lines so far.

    Attributes:
        text: the whole text.
        indexed: code points whose lines are known; `len(text)` when `complete`.
        utf16_length: UTF-16 code units among the indexed ones (what the product calls chars).
        widest: cells of the widest line so far.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.indexed = 0
        self.utf16_length = 0
        self.widest = 0
        self._start_blocks: list[Ints] = [np.zeros(1, dtype=np.int64)]
        self._cell_blocks: list[Ints] = []
        self._open_cells = 0
        self._checkpoints: list[Ints] = [np.zeros(1, dtype=np.int64)]
        self._total_cells = 0
        self._hint = (-1, 0, 0)
        self.index_block()

    @property
    def complete(self) -> bool:
        """Whether every line is known."""
        return self.indexed == len(self.text)

    @property
    def line_count(self) -> int:
        """Lines known so far (newlines + 1)."""
        return len(self.starts)

    @property
    def starts(self) -> Ints:
        """Offset of each known line's first code point."""
        return _joined(self._start_blocks)

    @property
    def line_cells(self) -> Ints:
        """Cells of each known line; the last one may still grow while not `complete`."""
        return np.append(_joined(self._cell_blocks), self._open_cells)

    def index_block(self) -> None:
        """Look at the next block (a few milliseconds)."""
        size = BLOCK if self.indexed else FIRST_BLOCK
        start, end = self.indexed, min(self.indexed + size, len(self.text))
        block = self.text[start:end]
        codes = code_points(block)
        newlines = np.flatnonzero(codes == 0x0A).astype(np.int64)
        plain = codes.dtype == np.uint8 and "\t" not in block
        self._add_plain(newlines, len(block)) if plain else self._add_measured(codes, newlines, start)
        self._start_blocks.append(newlines + (start + 1))
        self.utf16_length += len(block) + (0 if block.isascii() else int(np.count_nonzero(codes > 0xFFFF)))
        self.indexed = end

    def index_all(self) -> None:
        """Index the rest at once."""
        while not self.complete:
            self.index_block()

    def line_span(self, line: int) -> tuple[int, int]:
        """First offset of a line and the one after its last character, its newline left out."""
        starts = self.starts
        end = int(starts[line + 1]) - 1 if line + 1 < len(starts) else self.indexed
        return int(starts[line]), end

    def _cells_of(self, line: int) -> int:
        cells = _joined(self._cell_blocks)
        return int(cells[line]) if line < len(cells) else self._open_cells

    def line_text(self, line: int) -> str:
        """A line without its newline."""
        start, end = self.line_span(line)
        return self.text[start:end]

    def line_at(self, offset: int) -> int:
        """The known line that holds `offset`."""
        return int(np.searchsorted(self.starts, offset, side="right")) - 1

    def cells_before(self, offset: int) -> int:
        """Cells of everything before `offset`, newlines counting none."""
        sums = _joined(self._checkpoints)
        checkpoint = min(offset // CHECKPOINT, len(sums) - 1)
        return int(sums[checkpoint]) + self.cells_in(checkpoint * CHECKPOINT, offset)

    def cells_in(self, start: int, end: int) -> int:
        """Cells of a range; meant for short ones."""
        piece = self.text[start:end]
        if piece.isascii():
            return len(piece) + (TAB_CELLS - 1) * piece.count("\t") - piece.count("\n")
        return int(self.widths(start, end).sum(dtype=np.int64))

    def widths(self, start: int, end: int) -> npt.NDArray[np.uint8]:
        """Cells of each code point in a range."""
        previous = ord(self.text[start - 1]) if start else 0
        return cell_widths(code_points(self.text[start:end]), previous)

    def column_of(self, offset: int) -> int:
        """Cell of a known line at which the character at `offset` begins."""
        start = int(self.starts[self.line_at(offset)])
        return self.cells_before(offset) - self.cells_before(start)

    def offset_at(self, line: int, cell: int) -> int:
        """First offset of `line` that begins at `cell` or later; its end when the line is shorter."""
        start, end = self.line_span(line)
        if cell <= 0:
            return start
        if cell >= self._cells_of(line):
            return end
        offset = self._first_from(line, start, end, cell)
        while offset < end and self.text[offset] > "\x7f" and not self.cells_in(offset, offset + 1):
            offset += 1  # an accent or a joined emoji stays in the row of what it belongs to
        return offset

    def _first_from(self, line: int, start: int, end: int, cell: int) -> int:
        if cell < _SHORT:
            piece = self.text[start : min(end, start + cell)]
            if piece.isascii() and "\t" not in piece:
                return start + len(piece)
        base, reached = self._nearest(line, start, cell)
        return min(end, self._walk(base, end, cell - reached, line, cell))

    def _nearest(self, line: int, start: int, cell: int) -> tuple[int, int]:
        """An offset of the line not behind `cell` but near it, and the cell it begins at."""
        hint_line, hint_offset, hint_cell = self._hint
        if hint_line == line and 0 <= cell - hint_cell < _SHORT:
            return hint_offset, hint_cell
        before = self.cells_before(start)
        checkpoint = bisect_right(_joined(self._checkpoints), before + cell - 1) - 1
        base = checkpoint * CHECKPOINT
        if base <= start:
            return start, 0
        return min(base, self.indexed), int(_joined(self._checkpoints)[checkpoint]) - before

    def _walk(self, base: int, end: int, cells: int, line: int, cell: int) -> int:
        """The offset `cells` cells behind `base`, remembered as the hint for the next row."""
        if cells <= 0:
            return base
        stop = min(end, base + CHECKPOINT + 1)
        if cells < _SHORT // 2:
            stop = min(stop, base + 2 * cells + _SHORT // 8)
        reached = np.cumsum(self.widths(base, stop), dtype=np.int64)
        place = int(np.searchsorted(reached, cells, side="left"))
        if place >= len(reached):
            if stop < min(end, base + CHECKPOINT + 1):
                return self._walk(stop, end, cells - int(reached[-1]), line, cell)
            return stop
        self._hint = (line, base + place + 1, cell + int(reached[place]) - cells)
        return base + place + 1

    def _add_plain(self, newlines: Ints, length: int) -> None:
        """ASCII without tabs: every character but the newline is one cell."""
        edges = np.concatenate((np.array([-1], dtype=np.int64), newlines, np.array([length], dtype=np.int64)))
        self._add_lines(np.diff(edges) - 1)
        chunks = -(-length // CHECKPOINT)
        sums = np.full(chunks, CHECKPOINT, dtype=np.int64)
        if chunks:
            sums[-1] = length - (chunks - 1) * CHECKPOINT
        self._add_sums(sums - np.bincount(newlines // CHECKPOINT, minlength=chunks))

    def _add_measured(self, codes: Codes, newlines: Ints, start: int) -> None:
        widths = cell_widths(codes, ord(self.text[start - 1]) if start else 0)
        chunk_starts = np.arange(0, len(codes), CHECKPOINT)
        sums = np.add.reduceat(widths, chunk_starts, dtype=np.int64)
        before = np.concatenate((np.zeros(1, dtype=np.int64), np.cumsum(widths, dtype=np.int64)))
        edges = np.concatenate((before[:1], before[newlines], before[-1:]))
        self._add_lines(np.diff(edges))
        self._add_sums(sums)

    def _add_lines(self, cells: Ints) -> None:
        """`cells` of the open line's continuation, of the whole lines, and of the new open line."""
        cells[0] += self._open_cells
        self._open_cells = int(cells[-1])
        self._cell_blocks.append(cells[:-1])
        self.widest = max(self.widest, int(cells.max()))

    def _add_sums(self, sums: Ints) -> None:
        self._checkpoints.append(self._total_cells + np.cumsum(sums))
        self._total_cells += int(sums.sum())


def _joined(blocks: list[Ints]) -> Ints:
    """Concatenate in place, so that the next look is free."""
    if len(blocks) > 1:
        blocks[:] = [np.concatenate(blocks)]
    return blocks[0] if blocks else np.zeros(0, dtype=np.int64)
