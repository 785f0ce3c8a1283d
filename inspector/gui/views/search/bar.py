"""The search field of the window: type, Enter goes to the next hit, Down opens the list, Esc ends the search."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPoint, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QToolButton, QWidget

from inspector.app.wording.numbers import group
from inspector.app.wording.problems import failure_text
from inspector.gui import theme
from inspector.gui.guard import guarded
from inspector.gui.plain import plain_tip
from inspector.gui.views.search.controller import SearchController
from inspector.gui.views.search.hit_list import HitList

_KEYS: Final = frozenset(
    (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Down, Qt.Key.Key_Up, Qt.Key.Key_Escape)
)
_FIELD_WIDTH: Final = 230
_LIST_WIDTH: Final = 560
_LIST_ROWS: Final = 12


class SearchBar(QWidget):
    """The field, "3 of 17", previous and next, and a list of hits that floats below.

    Attributes:
        field: the line edit.
        count: the label with the place among the hits.
        hits: the floating list; None until the first hits.
    """

    def __init__(self, controller: SearchController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._controller = controller
        self._titles: Mapping[str, str] = {}
        self.hits: HitList | None = None
        self.field = QLineEdit()
        self.field.setClearButtonEnabled(True)
        self.field.setMinimumWidth(_FIELD_WIDTH)
        self.field.installEventFilter(self)
        self.count = QLabel()
        self.count.setProperty("tone", "muted")
        self._previous, self._next = QToolButton(), QToolButton()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.Space.XS)
        row.addWidget(self.field, 1)
        for widget in (self.count, self._previous, self._next):
            row.addWidget(widget)
        self.field.textEdited.connect(controller.search)
        self.field.textChanged.connect(self._cleared)
        self._previous.clicked.connect(controller.previous)
        self._next.clicked.connect(controller.next)
        controller.hits_changed.connect(self._show_hits)
        controller.failed.connect(self._show_failure)
        self._word()
        self._show_hits()

    def set_titles(self, titles: Mapping[str, str]) -> None:
        """Names of conversations by id, for the list."""
        self._titles = titles

    def focus(self) -> None:
        """Go to the field, its text selected."""
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.selectAll()

    def end(self) -> None:
        """Forget the query and its hits."""
        self.field.clear()
        self._controller.search("")

    @guarded
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.key() in _KEYS:
            if event.type() is QEvent.Type.ShortcutOverride:
                event.accept()
                return True
            if event.type() is QEvent.Type.KeyPress:
                return self._key(event)
        if event.type() is QEvent.Type.FocusOut:
            self._hide_list()
        return False

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.LanguageChange:
            self._word()
            self._show_hits()

    def _key(self, event: QKeyEvent) -> bool:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._controller.search_now()
            shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            self._controller.previous() if shift else self._controller.next()
            return True
        if event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Up) and self._controller.hits:
            self._controller.next() if event.key() == Qt.Key.Key_Down else self._controller.previous()
            self._show_list()
            return True
        if event.key() == Qt.Key.Key_Escape:
            if self.hits is not None and self.hits.isVisible():
                self._hide_list()
            else:
                self.end()
            return True
        return False

    def _cleared(self, text: str) -> None:
        if not text and self._controller.query:
            self._controller.search("")

    def _word(self) -> None:
        self.field.setPlaceholderText(self.tr("Search this session"))
        self.field.setAccessibleName(self.tr("Search this session"))
        buttons = (
            (self._previous, "↑", self.tr("Previous hit (Shift+Enter)")),
            (self._next, "↓", self.tr("Next hit (Enter)")),
        )
        for button, sign, tip in buttons:
            button.setText(sign)
            button.setToolTip(tip)
            button.setAccessibleName(tip)

    def _show_hits(self) -> None:
        controller = self._controller
        self.count.setText(self._count_text())
        for widget in (self._previous, self._next, self.count):
            widget.setVisible(bool(controller.query))
        for button in (self._previous, self._next):
            button.setEnabled(bool(controller.hits))
        if controller.hits and controller.current is None and self.field.hasFocus():
            self._show_list()
        elif not controller.hits:
            self._hide_list()
        if self.hits is not None:
            self._fill(self.hits)

    def _count_text(self) -> str:
        controller = self._controller
        if not controller.query:
            return ""
        if not controller.hits:
            return self.tr("no hits") if controller.complete else self.tr("searching…")
        total = group(len(controller.hits)) + ("" if controller.complete else "+")
        place = "–" if controller.current is None else group(controller.current + 1)
        return self.tr("{0} of {1}").format(place, total)

    def _show_failure(self, error: Exception) -> None:
        self.count.setText(self.tr("search failed"))
        self.count.setToolTip(plain_tip(failure_text(error)))

    def _show_list(self) -> None:
        if self.hits is None:
            self.hits = HitList(self.window())
            self.hits.clicked.connect(self._chosen)
        self._fill(self.hits)
        rows = min(_LIST_ROWS, len(self._controller.hits))
        height = rows * self.hits.sizeHintForRow(0) + 2
        width = min(_LIST_WIDTH, self.window().width() - 2 * theme.Space.M)
        corner = self.field.mapTo(self.window(), QPoint(0, self.field.height() + 2))
        left = max(theme.Space.S, min(corner.x(), self.window().width() - width - theme.Space.M))
        self.hits.setGeometry(left, corner.y(), width, height)
        self.hits.show()
        self.hits.raise_()

    def _fill(self, hits: HitList) -> None:
        hits.delegate.query = self._controller.query
        hits.hits.set_titles(self._titles)
        hits.hits.set_hits(self._controller.hits)
        if self._controller.current is not None:
            hits.setCurrentIndex(hits.hits.index(self._controller.current, 0))

    def _hide_list(self) -> None:
        if self.hits is not None:
            self.hits.hide()

    def _chosen(self, index: QModelIndex) -> None:
        self._hide_list()
        self._controller.go_to(index.row())
