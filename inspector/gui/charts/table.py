"""Figures as a table: the other way to read a chart, by keyboard and screen reader, and to sort by any column.

Rows are plain values, kept in order below the view; a column sorts by what its cells hold, not by their texts.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from inspector.app.cells import Cell
from inspector.gui import theme
from inspector.gui.guard import guarded
from inspector.gui.plain import plain_tip
from inspector.gui.theme import SMALL_PX, body_font

Index = QModelIndex | QPersistentModelIndex
_ROOT: Final = QModelIndex()
_ROW_HEIGHT: Final = 24


class TableModel(QAbstractTableModel):
    """Rows of cells under headings.

    Attributes:
        order: original row numbers in the order shown.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._heads: Sequence[str] = ()
        self._rows: Sequence[Sequence[Cell]] = ()
        self.order: list[int] = []
        self._sorted: tuple[int, bool] = (-1, False)

    def show(self, heads: Sequence[str], rows: Sequence[Sequence[Cell]]) -> None:
        """Show other rows, sorted as before."""
        self.beginResetModel()
        self._heads, self._rows = heads, rows
        self._arrange()
        self.endResetModel()

    def row_of(self, original: int) -> int:
        """Where an original row is shown; −1 = nowhere."""
        return self.order.index(original) if original in self.order else -1

    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self.order)

    def columnCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self._heads)

    @guarded
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if role == Qt.ItemDataRole.DisplayRole:
            return self._cell(index).text
        if role == Qt.ItemDataRole.TextAlignmentRole:
            is_text = isinstance(self._cell(index).value, str)
            side = Qt.AlignmentFlag.AlignLeft if is_text else Qt.AlignmentFlag.AlignRight
            return side | Qt.AlignmentFlag.AlignVCenter
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tip(self._cell(index).tip or "") or None
        if role == Qt.ItemDataRole.ForegroundRole:
            cell = self._cell(index)
            tone = cell.tone or ("accent" if cell.link else "")
            return getattr(theme.current(), tone) if tone else None
        return None

    def is_link(self, index: Index) -> bool:
        """Whether a click leads somewhere."""
        return index.isValid() and self._cell(index).link

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return self._heads[section]
        if role == Qt.ItemDataRole.TextAlignmentRole and self.order:
            return self.data(self.index(0, section), role)
        return None

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        self.layoutAboutToBeChanged.emit()
        self._sorted = column, order == Qt.SortOrder.DescendingOrder
        self._arrange()
        self.layoutChanged.emit()

    def _cell(self, index: Index) -> Cell:
        return self._rows[self.order[index.row()]][index.column()]

    def _arrange(self) -> None:
        column, down = self._sorted
        self.order = list(range(len(self._rows)))
        if not 0 <= column < len(self._heads):
            return
        known = [n for n in self.order if self._rows[n][column].value is not None]
        unknown = [n for n in self.order if self._rows[n][column].value is None]
        known.sort(key=lambda n: _sort_key(self._rows[n][column].value), reverse=down)
        self.order = known + unknown


def _sort_key(value: float | str | None) -> tuple[bool, float, str]:
    """Numbers before texts, each among its own."""
    return (True, 0.0, value) if isinstance(value, str) else (False, value or 0.0, "")


class DataTable(QTableView):
    """A table that copies as tab-separated text and tells which row was chosen.

    Attributes:
        row_chosen: emitted with an original row number when the current row changes by hand.
        row_activated: emitted with one on Return or a double click.
    """

    row_chosen = Signal(int)
    row_activated = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.figures = TableModel(self)
        self.setModel(self.figures)
        self.setFont(body_font(pixels=SMALL_PX))
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.setAlternatingRowColors(True)
        self.setSortingEnabled(True)
        self.horizontalHeader().setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        self.horizontalHeader().setHighlightSections(False)
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(_ROW_HEIGHT)
        self._showing = False
        self.selectionModel().currentRowChanged.connect(self._on_current)
        self.activated.connect(self._on_activated)
        self.clicked.connect(self._on_clicked)

    def show_rows(self, heads: Sequence[str], rows: Sequence[Sequence[Cell]]) -> None:
        """Show other rows; the selected one stays selected by its place."""
        chosen = self._original(self.currentIndex())
        changed = len(heads) != self.figures.columnCount() or self.figures.rowCount() == 0
        self._showing = True
        self.figures.show(heads, rows)
        self._showing = False
        if changed:
            self.resizeColumnsToContents()
        self.select_row(chosen)

    def select_row(self, original: int) -> None:
        """Show an original row as the current one without telling of it."""
        row = self.figures.row_of(original)
        self._showing = True
        if row >= 0:
            self.setCurrentIndex(self.figures.index(row, max(self.currentIndex().column(), 0)))
        else:
            self.clearSelection()
            self.setCurrentIndex(QModelIndex())
        self._showing = False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            QGuiApplication.clipboard().setText(self.as_text())
        else:
            super().keyPressEvent(event)

    def as_text(self) -> str:
        """The whole table as tab-separated lines."""
        model, columns = self.figures, range(self.figures.columnCount())
        lines = [[str(model.headerData(c, Qt.Orientation.Horizontal)) for c in columns]]
        lines += [[model.index(r, c).data() for c in columns] for r in range(model.rowCount())]
        return "\n".join("\t".join(line) for line in lines)

    def _original(self, index: Index) -> int:
        return self.figures.order[index.row()] if index.isValid() else -1

    def _on_current(self, current: QModelIndex, _previous: QModelIndex) -> None:
        if not self._showing and current.isValid():
            self.row_chosen.emit(self._original(current))

    def _on_clicked(self, index: QModelIndex) -> None:
        if self.figures.is_link(index):
            self._on_activated(index)

    def _on_activated(self, index: QModelIndex) -> None:
        self.row_activated.emit(self._original(index))
