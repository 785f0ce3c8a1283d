"""The request list: filter above, table below; selecting here selects everywhere."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QByteArray, QEvent, QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QMenu,
    QStackedWidget,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from inspector.analysis.query import Query
from inspector.app.i18n import translate
from inspector.app.requests.columns import COLUMNS
from inspector.app.requests.rows import RequestRow
from inspector.gui.theme import SMALL_PX, body_font
from inspector.gui.views.common.page import Hint, HintLabel
from inspector.gui.views.requests.delegate import ROW_HEIGHT, RequestDelegate
from inspector.gui.views.requests.filter_field import FilterField
from inspector.gui.views.requests.model import RequestModel

_PADDING: Final = 14
"""Room on both sides of a cell's text."""
_CHIPS_FROM: Final = 940
"""Narrower panes leave the room to the field."""


class RequestsPane(QWidget):
    """Every request of the conversation on screen.

    Attributes:
        request_chosen: emitted with a request's index when it is selected by hand.
        request_activated: emitted with one on Return or a double click.
        shown_changed: emitted with the indexes of the requests that the filter leaves, None without a filter.
        table, model, filter: the parts.
    """

    request_chosen = Signal(int)
    request_activated = Signal(int)
    shown_changed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("surface", "surface")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.model = RequestModel(self)
        self.filter = FilterField(lambda: self.model.rows, self)
        self.table = QTableView(self)
        self._hint = HintLabel(self)
        self._stack = QStackedWidget(self)
        self._chosen: set[str] = {column.id for column in COLUMNS if not column.hidden}
        self._selecting = False
        self._digit = QFontMetrics(body_font(pixels=SMALL_PX)).horizontalAdvance("0")
        self._set_up_table()
        self._stack.addWidget(self.table)
        self._stack.addWidget(self._hint)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.filter)
        column.addWidget(self._stack, 1)
        self.filter.query_changed.connect(self._on_query)
        self.table.selectionModel().currentRowChanged.connect(self._on_current)
        self.table.activated.connect(self._on_activated)
        self._word()

    # -- content

    def show_rows(self, rows: Sequence[RequestRow]) -> None:
        """Show other rows, or a newer state of the same; filter, order and selection stay."""
        chosen = self.current
        self.model.show(rows)
        self._after_change()
        if chosen is not None:
            self.select_request(chosen)

    def clear(self) -> None:
        """Show nothing."""
        self.show_rows(())

    @property
    def current(self) -> int | None:
        """Index of the selected request."""
        row = self.model.row(self.table.currentIndex())
        return None if row is None else row.record.index

    def select_request(self, index: int) -> bool:
        """Select a request without telling of it; False when the filter hides it."""
        place = self.model.place_of(index)
        if place < 0:
            return False
        if self.current != index:
            self._selecting = True
            self.table.setCurrentIndex(self.model.index(place, self._first_column()))
            self._selecting = False
        self.table.scrollTo(self.table.currentIndex(), QAbstractItemView.ScrollHint.EnsureVisible)
        return True

    def focus(self) -> None:
        """Put the keyboard into the table; Qt makes the first row current then, which is nobody's choice."""
        self._selecting = True
        self.table.setFocus()
        self._selecting = False

    def step(self, direction: int) -> None:
        """Select the next (1) or previous (−1) request as if by hand."""
        place = self.table.currentIndex().row() + direction
        if 0 <= place < self.model.rowCount():
            self.table.setCurrentIndex(self.model.index(place, self._first_column()))

    # -- columns

    def state(self) -> QByteArray:
        """Order of the columns and which are chosen, to be kept."""
        head = self.table.horizontalHeader()
        order = sorted(range(len(COLUMNS)), key=head.visualIndex)
        words = (COLUMNS[number].id + ("" if COLUMNS[number].id in self._chosen else "-") for number in order)
        return QByteArray(" ".join(words).encode())

    def restore_state(self, state: QByteArray) -> None:
        """Take up what `state` gave; columns it does not know stay as declared."""
        known = {column.id: number for number, column in enumerate(COLUMNS)}
        words = [
            word for word in bytes(state.data()).decode(errors="replace").split() if word.rstrip("-") in known
        ]
        head = self.table.horizontalHeader()
        for place, word in enumerate(words):
            name = word.rstrip("-")
            head.moveSection(head.visualIndex(known[name]), place)
            (self._chosen.discard if word.endswith("-") else self._chosen.add)(name)
        self._fit_columns()

    # -- events

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_columns()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._word()

    # -- inside

    def _set_up_table(self) -> None:
        table = self.table
        table.setModel(self.model)
        table.setItemDelegate(RequestDelegate(table))
        table.setFont(body_font(pixels=SMALL_PX))
        table.setProperty("ruled", True)
        table.setMouseTracking(True)
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        table.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        table.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        table.setShowGrid(False)
        table.setWordWrap(False)
        table.setTabKeyNavigation(False)
        table.verticalHeader().hide()
        table.verticalHeader().setDefaultSectionSize(ROW_HEIGHT)
        table.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        head = table.horizontalHeader()
        head.setSectionsMovable(True)
        head.setHighlightSections(False)
        head.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        head.customContextMenuRequested.connect(self._on_head_menu)
        head.setSortIndicator(0, Qt.SortOrder.AscendingOrder)
        table.setSortingEnabled(True)

    def _first_column(self) -> int:
        return next((n for n in range(len(COLUMNS)) if not self.table.isColumnHidden(n)), 0)

    def _fit_columns(self) -> None:
        """Leave columns out from the least needed on, rather than cut figures or scroll sideways."""
        room = self.width() - self.table.verticalScrollBar().sizeHint().width()
        shown = {number for number, column in enumerate(COLUMNS) if column.id in self._chosen}
        for number in _FIRST_TO_GO:
            if sum(map(self._needed, shown)) <= room:
                break
            shown.discard(number)
        for number in range(len(COLUMNS)):
            self.table.setColumnHidden(number, number not in shown)
            if number in shown:
                self.table.setColumnWidth(number, self._needed(number))
        grown = next((number for number in _GROWING if number in shown), None)
        if grown is not None:
            spare = max(0, room - sum(map(self._needed, shown)))
            self.table.setColumnWidth(grown, self._needed(grown) + spare)
        self.filter.set_chips_shown(self.width() >= _CHIPS_FROM)

    def _needed(self, number: int) -> int:
        return COLUMNS[number].chars * self._digit + _PADDING

    def _on_head_menu(self, place: QPoint) -> None:
        menu = QMenu(self)
        for column in COLUMNS:
            action = menu.addAction(translate("Requests", column.title))
            action.setCheckable(True)
            action.setChecked(column.id in self._chosen)
            action.setData(column.id)
        menu.triggered.connect(lambda action: self._toggle_column(action.data()))
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self.table.horizontalHeader().mapToGlobal(place))

    def _toggle_column(self, name: str) -> None:
        self._chosen ^= {name}
        self._fit_columns()

    def _on_query(self, query: Query[RequestRow] | None) -> None:
        chosen = self.current
        self.model.set_query(query)
        self._after_change()
        if chosen is not None:
            self.select_request(chosen)
        shown = None if query is None else {row.record.index for row in self.model.shown()}
        self.shown_changed.emit(shown)

    def _after_change(self) -> None:
        shown, of = self.model.rowCount(), len(self.model.rows)
        self.filter.show_counts(shown, of)
        self._stack.setCurrentIndex(0 if shown else 1)
        if not shown:
            self._hint.show_hint(self._emptiness(of))

    def _emptiness(self, of: int) -> Hint:
        if of:
            return Hint(self.tr("No request fits the filter"), self.tr("Esc in the field shows all again."))
        return Hint(self.tr("No requests are recorded here"), "")

    def _on_current(self, current: QModelIndex, _previous: QModelIndex) -> None:
        row = self.model.row(current)
        if row is not None and not self._selecting:
            self.request_chosen.emit(row.record.index)

    def _on_activated(self, index: QModelIndex) -> None:
        row = self.model.row(index)
        if row is not None:
            self.request_activated.emit(row.record.index)

    def _word(self) -> None:
        self.table.setAccessibleName(self.tr("Requests"))
        self.model.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(COLUMNS) - 1)
        self._after_change()


_ORDER_TO_GO: Final = (
    "tools", "output", "hit", "time", "findings", "finish", "duration", "model", "cost", "words", "kind", "new",
    "written", "read",
)  # fmt: skip
_NUMBER_OF: Final = {column.id: number for number, column in enumerate(COLUMNS)}
_FIRST_TO_GO: Final = tuple(_NUMBER_OF[name] for name in _ORDER_TO_GO)
"""Columns in the order in which they give way."""
_GROWING: Final = tuple(_NUMBER_OF[name] for name in ("words", "cause"))
"""The first of these that is shown takes the room that is left."""
