"""The tree widget behind the timeline: unfolding by arrow, double click and Space; J and K from turn to turn."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QTreeView, QWidget

from inspector.app.timeline.rows import BandRow, ItemRow, Row, StepRow, SummaryRow, ToolRow, TurnRow
from inspector.gui import theme
from inspector.gui.guard import guarded
from inspector.gui.models.lazy_tree import ROW_ROLE
from inspector.gui.theme import Space
from inspector.gui.views.timeline.canvas import CONTENT_LEFT, NUMBER_RIGHT, Columns
from inspector.gui.views.timeline.delegate import TimelineDelegate

_TOOL_ARROW_WIDTH = 28


class TimelineTree(QTreeView):
    """A tree without decoration; the delegate paints everything.

    Attributes:
        row_activated: emitted with the row on Return: show it in the inspector.
        alternatives_requested: emitted with a `TurnRow` and a global position when its branch mark is clicked.
        findings_clicked: emitted with a row when the badge of its findings is clicked.
        cache_requested: the figure of a model call's cache was clicked.
        row_width_changed: emitted with the width of a row in pixels.
        empty_text: what is said where there are no rows.
    """

    row_activated = Signal(object)
    alternatives_requested = Signal(object, QPoint)
    findings_clicked = Signal(object)
    cache_requested = Signal()
    row_width_changed = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setHeaderHidden(True)
        self.setRootIsDecorated(False)
        self.setIndentation(0)
        self.setUniformRowHeights(False)
        self.setMouseTracking(True)
        self.setExpandsOnDoubleClick(False)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.verticalScrollBar().setSingleStep(24)
        self.empty_text = ""
        self.painter_of_rows = TimelineDelegate(self)
        self.setItemDelegate(self.painter_of_rows)

    # -- moving

    def row(self, index: QModelIndex) -> Row | None:
        """The row behind an index; None for none."""
        found: Row | None = index.data(ROW_ROLE) if index.isValid() else None
        return found

    def current_row(self) -> Row | None:
        """The selected row."""
        return self.row(self.currentIndex())

    def go_to(self, index: QModelIndex, *, center: bool = False) -> None:
        """Select a row, unfolding what it lies in."""
        if not index.isValid():
            return
        parent = index.parent()
        while parent.isValid():
            self.expand(parent)
            parent = parent.parent()
        self.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        hint = QAbstractItemView.ScrollHint
        self.scrollTo(index, hint.PositionAtCenter if center else hint.EnsureVisible)

    def step_turns(self, direction: int) -> None:
        """Select the next (1) or previous (−1) turn or fold of the top level."""
        turns = [index for index in self._top_level() if isinstance(self.row(index), TurnRow)]
        if not turns:
            return
        here = self._top_of(self.currentIndex())
        if not here.isValid():
            self.go_to(turns[0] if direction > 0 else turns[-1])
            return
        later = [index for index in turns if (index.row() - here.row()) * direction > 0]
        if later:
            self.go_to(min(later, key=lambda index: abs(index.row() - here.row())))

    def toggle(self, index: QModelIndex) -> None:
        """Unfold or fold a row; on a leaf, what it lies in."""
        place = index
        while place.isValid() and not self.model().hasChildren(place):
            place = place.parent()
        if place.isValid():
            self.setExpanded(place, not self.isExpanded(place))
            if place != index:
                self.go_to(place)

    def _top_level(self) -> Iterator[QModelIndex]:
        model = self.model()
        return (model.index(row, 0) for row in range(model.rowCount()))

    @staticmethod
    def _top_of(index: QModelIndex) -> QModelIndex:
        while index.parent().isValid():
            index = index.parent()
        return index

    # -- events

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if plain and key == Qt.Key.Key_Space:
            self.toggle(self.currentIndex())
        elif plain and key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.row_activated.emit(self.current_row())
        elif plain and key == Qt.Key.Key_Left and not self.isExpanded(self.currentIndex()):
            if (parent := self.currentIndex().parent()).isValid():
                self.go_to(parent)
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Qt makes the first row current when there was none; make that visible as well."""
        super().focusInEvent(event)
        if self.currentIndex().isValid() and not self.selectionModel().hasSelection():
            self.go_to(self.currentIndex())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        if event.button() != Qt.MouseButton.LeftButton:
            return
        position = event.position().toPoint()
        index = self.indexAt(position)
        if not index.isValid():
            return
        row = self.row(index)
        if row is not None and self.painter_of_rows.is_finding(row, position):
            self.findings_clicked.emit(row)
        elif self._is_arrow(row, position):
            self.setExpanded(index, not self.isExpanded(index))
        elif isinstance(row, TurnRow) and len(row.alternatives) > 1 and self._is_branch_mark(index, position):
            self.alternatives_requested.emit(row, event.globalPosition().toPoint())
        elif self._is_cache_figure(row, position):
            self.cache_requested.emit()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and index.isValid():
            if not self._is_arrow(self.row(index), event.position().toPoint()):
                self.setExpanded(index, not self.isExpanded(index))
            event.accept()
        else:
            super().mouseDoubleClickEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self.row_width_changed.emit(self.viewport().width())
            if self._has_open_summary():
                self.scheduleDelayedItemsLayout()

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.empty_text and self.model().rowCount() == 0:
            painter = QPainter(self.viewport())
            painter.setPen(theme.current().muted)
            area = self.viewport().rect().adjusted(Space.L, Space.L * 3, -Space.L, 0)
            align = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap
            painter.drawText(area, int(align), self.empty_text)
            painter.end()

    def drawBranches(self, *_arguments: object) -> None:
        """The delegate paints the arrows."""

    def _has_open_summary(self) -> bool:
        """Summaries wrap, so their height follows the width."""
        return any(
            isinstance(self.row(index), BandRow) and self.isExpanded(index) for index in self._top_level()
        )

    def _is_arrow(self, row: Row | None, position: QPoint) -> bool:
        x, width = position.x(), self.viewport().width()
        if isinstance(row, TurnRow):
            return x < NUMBER_RIGHT
        if isinstance(row, ToolRow):
            return CONTENT_LEFT <= x < CONTENT_LEFT + _TOOL_ARROW_WIDTH
        if isinstance(row, ItemRow):
            return row.expandable and x > width - 56
        return isinstance(row, BandRow) and not isinstance(row, SummaryRow) and row.expandable

    def _is_cache_figure(self, row: Row | None, position: QPoint) -> bool:
        chip = Columns.of(self.viewport().width()).chip
        counts = isinstance(row, TurnRow | StepRow) and row.usage.is_known
        return counts and chip is not None and chip[0] <= position.x() <= chip[1]

    def _is_branch_mark(self, index: QModelIndex, position: QPoint) -> bool:
        row = self.row(index)
        if not isinstance(row, TurnRow):
            return False
        right = Columns.of(self.viewport().width()).content_right
        return right - self.painter_of_rows.mark_width(row) <= position.x() <= right
