"""The search bar of one text: type, Enter for the next hit, Shift+Enter for the one before, Esc to close."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, Qt, QTimer
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QLineEdit, QToolButton, QWidget

from inspector.app.text.finding import LIMIT, Finding
from inspector.app.text.line_marks import MarkRole
from inspector.app.wording.numbers import group
from inspector.gui import theme
from inspector.gui.guard import guarded
from inspector.gui.views.text.view import VirtualTextView

_KEYS: Final = frozenset((Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_F3, Qt.Key.Key_Escape))
_MARKED: Final = 5_000
_HITS: Final = "find"
_CURRENT: Final = "find-current"


class FindBar(QFrame):
    """Searches the text of a `VirtualTextView` and marks what it finds."""

    def __init__(self, view: VirtualTextView, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._view = view
        self._finding: Finding | None = None
        self._current: int | None = None
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._search_more)
        self.field = QLineEdit()
        self.field.setClearButtonEnabled(True)
        self.field.textChanged.connect(self._query_changed)
        self.field.installEventFilter(self)
        self.count = QLabel()
        self.count.setProperty("tone", "muted")
        self._previous, self._next, self._close = (QToolButton() for _ in range(3))
        self._previous.clicked.connect(self.previous)
        self._next.clicked.connect(self.next)
        self._close.clicked.connect(self.close_bar)
        view.step_requested.connect(self._step)
        self._lay_out()
        self._word()
        self.hide()

    def open_bar(self) -> None:
        """Show the bar with the selection as the query."""
        selected = self._view.selected_text()
        self.show()
        self._view.searching = True
        if selected and "\n" not in selected:
            self.field.setText(selected)
        self.field.setFocus()
        self.field.selectAll()

    def search(self, query: str) -> None:
        """Show the bar with a query from elsewhere; the focus stays where it is. "" hides it."""
        self.setVisible(bool(query))
        self._view.searching = bool(query)
        self.field.setText(query)
        self._query_changed(query)

    def close_bar(self) -> None:
        """Hide the bar and its marks; the current hit stays selected."""
        self.hide()
        self._view.searching = False
        self._clear_marks()
        self._view.setFocus()

    def restart(self) -> None:
        """Search the view's new text for the same query."""
        if not self.isHidden():
            self._query_changed(self.field.text())

    def next(self) -> None:
        """Go to the next hit."""
        self._go(backwards=False)

    def previous(self) -> None:
        """Go to the previous hit."""
        self._go(backwards=True)

    @guarded
    def eventFilter(self, watched: object, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.key() in _KEYS:
            if event.type() is QEvent.Type.ShortcutOverride:
                event.accept()
                return True
            if event.type() is QEvent.Type.KeyPress:
                self._key(event)
                return True
        return False

    def _key(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.close_bar()
        else:
            self._go(backwards=bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.LanguageChange:
            self._word()

    def _lay_out(self) -> None:
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.Space.S, theme.Space.XS, theme.Space.S, theme.Space.XS)
        row.setSpacing(theme.Space.XS)
        row.addWidget(self.field, 1)
        for widget in (self.count, self._previous, self._next, self._close):
            row.addWidget(widget)

    def _word(self) -> None:
        self.field.setPlaceholderText(self.tr("Find in this text"))
        self.field.setAccessibleName(self.tr("Find in this text"))
        buttons = (
            (self._previous, "↑", self.tr("Previous hit (Shift+Enter)")),
            (self._next, "↓", self.tr("Next hit (Enter)")),
            (self._close, "✕", self.tr("Close (Esc)")),
        )
        for button, sign, tip in buttons:
            button.setText(sign)
            button.setToolTip(tip)
            button.setAccessibleName(tip)
        self._show_count()

    def _query_changed(self, query: str) -> None:
        self._clear_marks()
        self._current = None
        self._finding = Finding(self._view.document.text, query) if query else None
        self._timer.start() if query else self._timer.stop()
        self._show_count()

    def _search_more(self) -> None:
        finding = self._finding
        if finding is None or finding.done:
            self._timer.stop()
            return
        before = len(finding.starts)
        finding.search_block()
        if before < _MARKED and len(finding.starts) != before:
            self._view.set_marks(_HITS, MarkRole.HIT, finding.ranges[:_MARKED])
        if self._current is None and finding.starts:
            self._select(finding.nearest(self._view.top_offset()))
        self._show_count()

    def _step(self, backwards: bool) -> None:
        self._go(backwards=backwards)

    def _go(self, *, backwards: bool) -> None:
        finding = self._finding
        if finding is None or not finding.starts:
            return
        if self._current is None:
            self._select(finding.nearest(self._view.caret.position, backwards=backwards))
        else:
            self._select((self._current + (-1 if backwards else 1)) % len(finding.starts))

    def _select(self, index: int | None) -> None:
        finding = self._finding
        if index is None or finding is None:
            return
        self._current = index
        start = finding.starts[index]
        end = start + len(finding.query)
        self._view.set_marks(_CURRENT, MarkRole.CURRENT_HIT, [(start, end)])
        self._view.select_range(start, end)
        self._show_count()

    def _clear_marks(self) -> None:
        self._view.clear_marks(_HITS)
        self._view.clear_marks(_CURRENT)

    def _show_count(self) -> None:
        finding = self._finding
        if finding is None:
            self.count.clear()
        elif not finding.starts:
            self.count.setText(self.tr("no hits") if finding.done else self.tr("searching…"))
        else:
            total = group(len(finding.starts)) + ("" if finding.done and len(finding.starts) < LIMIT else "+")
            place = "–" if self._current is None else group(self._current + 1)
            self.count.setText(self.tr("{0} of {1}").format(place, total))
