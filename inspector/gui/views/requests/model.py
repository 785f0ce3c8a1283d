"""Thin adapter of request rows to an item view: order and filter lie below it, cells are made when asked for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from inspector.analysis.query import Query
from inspector.app.cells import Cell
from inspector.app.i18n import translate
from inspector.app.requests.columns import COLUMNS, Look, sorted_rows
from inspector.app.requests.rows import RequestRow, Span, span_of
from inspector.gui import theme
from inspector.gui.guard import guarded
from inspector.gui.plain import plain_tip

Index = QModelIndex | QPersistentModelIndex
_ROOT: Final = QModelIndex()


class RequestModel(QAbstractTableModel):
    """Requests under the declared columns.

    Attributes:
        clock: from the first request to the last on the clock; None = no time is known.
        heaviest: weight of the largest prompt, for composition bars.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: Sequence[RequestRow] = ()
        self._query: Query[RequestRow] | None = None
        self._sorted = (0, False)
        self._order: list[int] = []
        self._all: list[int] | None = None
        self._cells: dict[tuple[int, int], Cell] = {}
        self.clock: Span | None = None
        self.heaviest = 0

    # -- content

    @property
    def rows(self) -> Sequence[RequestRow]:
        """All rows, filtered or not."""
        return self._rows

    def show(self, rows: Sequence[RequestRow]) -> None:
        """Show other rows, or newer states of the same ones; filter and order stay."""
        is_update = [row.record.index for row in rows] == [row.record.index for row in self._rows]
        before = self._order
        self._take(rows)
        order = self._arranged()
        if is_update and order == before:
            if order:
                last = self.index(len(order) - 1, len(COLUMNS) - 1)
                self.dataChanged.emit(self.index(0, 0), last)
            return
        self.beginResetModel()
        self._order = order
        self.endResetModel()

    def set_query(self, query: Query[RequestRow] | None) -> None:
        """Show the rows that match."""
        self._query = query
        self._rearrange()

    def shown(self) -> list[RequestRow]:
        """The rows on screen, in their order."""
        return [self._rows[place] for place in self._order]

    def row(self, index: Index) -> RequestRow | None:
        """The row behind an index."""
        return self._rows[self._order[index.row()]] if index.isValid() else None

    def place_of(self, request: int) -> int:
        """Where a request stands in the list; −1 = filtered out or not here."""
        for place, original in enumerate(self._order):
            if self._rows[original].record.index == request:
                return place
        return -1

    # -- as Qt asks

    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self._order)

    def columnCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(COLUMNS)

    @guarded
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if role == Qt.ItemDataRole.DisplayRole:
            return self.cell(index).text
        if role == Qt.ItemDataRole.TextAlignmentRole:
            is_text = COLUMNS[index.column()].look in (Look.TEXT, Look.CAUSE)
            side = Qt.AlignmentFlag.AlignLeft if is_text else Qt.AlignmentFlag.AlignRight
            return side | Qt.AlignmentFlag.AlignVCenter
        if role == Qt.ItemDataRole.ForegroundRole:
            tone = self.cell(index).tone
            return getattr(theme.current(), tone) if tone else None
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tip(self.cell(index).tip or "") or None
        return None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return translate("Requests", COLUMNS[section].title)
        if role == Qt.ItemDataRole.TextAlignmentRole and orientation == Qt.Orientation.Horizontal:
            is_figure = COLUMNS[section].look is Look.FIGURE
            side = Qt.AlignmentFlag.AlignRight if is_figure else Qt.AlignmentFlag.AlignLeft
            return side | Qt.AlignmentFlag.AlignVCenter
        return None

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        self._sorted = column, order == Qt.SortOrder.DescendingOrder
        self._all = None
        self._rearrange()

    # -- inside

    def _take(self, rows: Sequence[RequestRow]) -> None:
        self._rows = rows
        self._all = None
        self._cells.clear()
        self.clock = span_of(rows)
        weights = (sum(w for _, w in row.details.weights) for row in rows if row.details is not None)
        self.heaviest = max(weights, default=0)

    def _rearrange(self) -> None:
        self.layoutAboutToBeChanged.emit()
        kept = [self._order[index.row()] for index in self.persistentIndexList()]
        old = self.persistentIndexList()
        self._order = self._arranged()
        places = {original: place for place, original in enumerate(self._order)}
        for index, original in zip(old, kept, strict=True):
            place = places.get(original)
            new = QModelIndex() if place is None else self.index(place, index.column())
            self.changePersistentIndex(index, new)
        self.layoutChanged.emit()

    def _arranged(self) -> list[int]:
        if self._all is None:
            column, descending = self._sorted
            self._all = sorted_rows(self._rows, COLUMNS[max(column, 0)], descending=descending)
        query = self._query
        return self._all if not query else [place for place in self._all if query.matches(self._rows[place])]

    def cell(self, index: Index) -> Cell:
        """What a column shows of a row; made once while the rows are the same."""
        key = self._order[index.row()], index.column()
        cell = self._cells.get(key)
        if cell is None:
            cell = self._cells[key] = COLUMNS[index.column()].cell(self._rows[key[0]])
        return cell
