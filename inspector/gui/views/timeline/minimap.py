"""The whole branch beside the timeline: turns, folds, misses and findings at a glance; click or drag to go there."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPoint, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractItemView, QSizePolicy, QWidget

from inspector.analysis.prefix.verdict import VerdictState
from inspector.app.timeline.chips import chip_of
from inspector.app.timeline.rows import BandRow, Row, TurnRow
from inspector.gui import theme
from inspector.gui.charts.looks import faded
from inspector.gui.guard import guarded
from inspector.gui.theme import Theme
from inspector.gui.views.timeline.tree import TimelineTree
from inspector.model import Role

WIDTH: Final = 14
_INSET: Final = 3
_LEAST: Final = 1.0
_MOST: Final = 14.0
_VIEW_ALPHA: Final = 46


class Minimap(QWidget):
    """Marks of every row of the top level, and the part of them on screen."""

    def __init__(self, tree: TimelineTree, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tree = tree
        self.setFixedWidth(WIDTH)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        self.setAccessibleName(self.tr("Overview of the branch"))
        tree.verticalScrollBar().valueChanged.connect(self._repaint)
        tree.verticalScrollBar().rangeChanged.connect(self._repaint)
        theme.manager().changed.connect(self._repaint)

    def sizeHint(self) -> QSize:
        return QSize(WIDTH, 200)

    def rows(self) -> list[Row]:
        """The rows of the top level."""
        model = self._tree.model()
        return (
            []
            if model is None
            else [row for n in range(model.rowCount()) if (row := self._row(n)) is not None]
        )

    def area_of(self, number: int, count: int) -> QRectF:
        """Where a row is marked."""
        height = min(_MOST, self.height() / max(count, 1))
        return QRectF(_INSET, number * height, self.width() - 2 * _INSET, max(_LEAST, height - 1))

    # -- events

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        colors = theme.current()
        painter.fillRect(self.rect(), colors.panel)
        rows = self.rows()
        for number, row in enumerate(rows):
            color = self._color(row, colors)
            if color is not None:
                painter.fillRect(self.area_of(number, len(rows)), color)
        shown = self._shown(len(rows))
        if shown is not None:
            painter.fillRect(shown, faded(colors.accent, _VIEW_ALPHA))
        painter.end()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._go_to(event.position().y())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._go_to(event.position().y())

    # -- inside

    def _repaint(self) -> None:
        self.update()

    def _row(self, number: int) -> Row | None:
        return self._tree.row(self._tree.model().index(number, 0))

    def _color(self, row: Row, colors: Theme) -> QColor | None:
        """A miss before a finding before what kind of row it is; None = nothing to see."""
        if isinstance(row, BandRow):
            return colors.folded
        if not isinstance(row, TurnRow):
            return None
        painter = self._tree.painter_of_rows
        chip = chip_of(row, painter.verdicts)
        if row.has_problem or (chip is not None and chip.state is VerdictState.RED):
            return colors.error
        if painter.findings.of_row(row) is not None:
            return colors.warning
        return colors.faint if row.message.role is Role.USER else colors.line

    def _shown(self, count: int) -> QRectF | None:
        """The part on screen: from the first top-level row in view to the last."""
        top = self._number_at(1)
        if top is None or not count:
            return None
        bottom = self._number_at(self._tree.viewport().height() - 2)
        first = self.area_of(top, count)
        last = self.area_of(count - 1 if bottom is None else bottom, count)
        return QRectF(0, first.top(), self.width(), max(2.0, last.bottom() - first.top()))

    def _number_at(self, y: int) -> int | None:
        index = self._tree.indexAt(QPoint(self._tree.viewport().width() // 2, y))
        while index.isValid() and index.parent().isValid():
            index = index.parent()
        return index.row() if index.isValid() else None

    def _go_to(self, y: float) -> None:
        model, count = self._tree.model(), len(self.rows())
        if model is None or not count:
            return
        height = min(_MOST, self.height() / count)
        number = max(0, min(count - 1, int(y / height)))
        self._tree.scrollTo(model.index(number, 0), QAbstractItemView.ScrollHint.PositionAtCenter)
