"""Paints the rows of the text view that are on screen: backgrounds, marks, selection, text, gutter, caret."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from inspector.app.text.line_marks import LineTone
from inspector.gui import theme
from inspector.gui.views.text.painting import Run, mark_colour, translucent
from inspector.gui.views.text.viewport import Viewport

_PADDING: Final = theme.Space.S
_CACHED_ROWS: Final = 2000
_LEAST_DIGITS: Final = 2


class PagePainter:
    """Paints for one view; keeps the runs of rows it has painted, since scrolling shows them again."""

    def __init__(self, view: Viewport) -> None:
        self._view = view
        self._runs: dict[tuple[int, int], list[Run]] = {}

    def forget(self) -> None:
        """Drop what depends on text, font or colours."""
        self._runs.clear()

    @property
    def text_left(self) -> int:
        """Pixel column at which text begins: behind the line numbers and fold arrows."""
        view = self._view
        digits = view.gutter_cells or max(_LEAST_DIGITS, len(str(view.document.line_count)))
        arrow = 2 if view.folds is not None else 0
        return round((digits + arrow) * view.grid.cell) + 2 * _PADDING

    def paint(self, painter: QPainter, rect: QRect) -> None:
        """Paint the rows that touch `rect`."""
        view, colours = self._view, theme.current()
        painter.fillRect(rect, colours.surface)
        painter.setFont(view.grid.font)
        height, top = view.grid.row_height, view.verticalScrollBar().value()
        last = min(view.rows.row_count - 1, top + rect.bottom() // height)
        for row in range(top + rect.top() // height, last + 1):
            self._paint_row(painter, row, (row - top) * height)

    def _paint_row(self, painter: QPainter, row: int, y: int) -> None:
        view, left = self._view, self.text_left
        first_cell = view.horizontalScrollBar().value()
        line, start, end = view.rows.span(row, first_cell, view.page_cells + 3)
        self._paint_tone(painter, line, y)
        if view.rows.columns is None and first_cell and start < end:
            x = left + (view.document.column_of(start) - first_cell) * view.grid.cell
        else:
            x = float(left)
        self._paint_ranges(painter, start, end, x, y, reaches_end=end == view.document.line_span(line)[1])
        view.grid.paint(painter, self._row_runs(line, start, end), x, y, theme.current())
        self._paint_placeholder(painter, line, start, end, x, y)
        self._paint_caret(painter, row, start, x, y)
        self._paint_gutter(painter, row, line, y)

    def _row_runs(self, line: int, start: int, end: int) -> list[Run]:
        runs = self._runs.get((start, end))
        if runs is None:
            view = self._view
            spans = view.highlighter.spans(view.document, line, start, end) if view.highlighter else []
            runs = view.grid.layout(view.document.text[start:end], start, spans)
            if len(self._runs) >= _CACHED_ROWS:
                self._runs.clear()
            self._runs[start, end] = runs
        return runs

    def _paint_tone(self, painter: QPainter, line: int, y: int) -> None:
        tones = self._view.line_tones
        if tones is None or line >= len(tones):
            return
        colours = theme.current()
        table = {
            LineTone.REMOVED: colours.error_tint,
            LineTone.ADDED: colours.good_tint,
            LineTone.HEADER: colours.panel,
        }
        colour = table.get(LineTone(int(tones[line])))
        if colour is not None:
            painter.fillRect(0, y, self._view.viewport().width(), self._view.grid.row_height, colour)

    def _paint_ranges(
        self, painter: QPainter, start: int, end: int, x: float, y: int, *, reaches_end: bool
    ) -> None:
        colours = theme.current()
        for mark in self._view.marks.within(start, end):
            self._fill(painter, start, mark.start, mark.end, x, y, mark_colour(mark.role, colours))
        chosen_start, chosen_end = self._view.caret.selection
        if chosen_start < chosen_end and chosen_start <= end and chosen_end > start:
            colour = translucent(colours.accent, 0.28)
            newline = reaches_end and chosen_start <= end < chosen_end
            self._fill(
                painter, start, max(start, chosen_start), min(end, chosen_end), x, y, colour, newline=newline
            )

    def _fill(
        self,
        painter: QPainter,
        row_start: int,
        start: int,
        end: int,
        x: float,
        y: int,
        colour: QColor,
        *,
        newline: bool = False,
    ) -> None:
        document, cell = self._view.document, self._view.grid.cell
        before = document.cells_in(row_start, start)
        cells = document.cells_in(start, end) + newline
        painter.fillRect(QRectF(x + before * cell, y, cells * cell, self._view.grid.row_height), colour)

    def _paint_placeholder(
        self, painter: QPainter, line: int, start: int, end: int, x: float, y: int
    ) -> None:
        view = self._view
        if view.folds is None or not view.folds.is_folded(line) or end != view.document.line_span(line)[1]:
            return
        cells = view.document.cells_in(start, end) + 1
        painter.setPen(theme.current().muted)
        painter.drawText(QPointF(x + cells * view.grid.cell, y + view.grid.ascent), view.folds.describe(line))

    def _paint_caret(self, painter: QPainter, row: int, start: int, x: float, y: int) -> None:
        view, at = self._view, self._view.caret.position
        if not view.hasFocus() or view.rows.row_of(at) != row or at < start:
            return
        cells = view.document.cells_in(start, at)
        caret = QRectF(x + cells * view.grid.cell - 0.5, y + 1, 1.5, view.grid.row_height - 2)
        painter.fillRect(caret, theme.current().accent)

    def _paint_gutter(self, painter: QPainter, row: int, line: int, y: int) -> None:
        """Last, so that text scrolled sideways disappears under it."""
        view, colours, left = self._view, theme.current(), self.text_left
        tones = view.line_tones
        toned = tones is not None and line < len(tones) and int(tones[line]) != LineTone.PLAIN
        if not toned:
            painter.fillRect(0, y, left - _PADDING // 2, view.grid.row_height, colours.surface)
        if row and view.rows.locate(row - 1)[0] == line:
            return
        label = view.gutter_label(line) if view.gutter_label else str(line + 1)
        arrow = 2 if view.folds is not None else 0
        room = QRect(0, y, left - _PADDING - round(arrow * view.grid.cell), view.grid.row_height)
        painter.setPen(colours.faint)
        painter.drawText(room, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, label)
        if view.folds is not None and view.folds.is_head(line):
            painter.setPen(colours.muted)
            sign = "▸" if view.folds.is_folded(line) else "▾"
            painter.drawText(QPointF(room.right() + view.grid.cell, y + view.grid.ascent), sign)
