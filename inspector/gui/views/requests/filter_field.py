"""A field for filter expressions: completion as one types, red and the reason when it cannot be read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import QEvent, QSize, QStringListModel, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QCompleter, QHBoxLayout, QLabel, QLayout, QLineEdit, QToolButton, QWidget

from inspector.analysis.query import Query, QueryError
from inspector.app.i18n import translate
from inspector.app.requests.language import EXAMPLES, REQUESTS
from inspector.app.requests.rows import RequestRow
from inspector.app.wording import numbers
from inspector.gui.theme import Space

_PAUSE_MS: Final = 120
"""A filter runs when typing has paused for so long."""
_CHIPS: Final = 4
_LEAST_FIELD: Final = 160


class FilterField(QWidget):
    """The field, what is wrong with its text or how much it leaves, and chips for the common expressions.

    Attributes:
        query_changed: emitted with a `Query`, or None for an empty or unreadable text.
        field: the line edit.
        chips: buttons that put an expression in, or take it out.
    """

    query_changed = Signal(object)

    def __init__(self, rows: Callable[[], Sequence[RequestRow]], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows = rows
        self._error: QueryError | None = None
        self._counts = (0, 0)
        self.field = QLineEdit(self)
        self.field.setClearButtonEnabled(True)
        self._names = QStringListModel(self)
        self._completer = QCompleter(self._names, self)
        self._completer.setWidget(self.field)
        self._completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self._completer.setCompletionMode(QCompleter.CompletionMode.UnfilteredPopupCompletion)
        self._completer.activated.connect(self._complete)
        self._state = QLabel(self)
        self._state.setTextFormat(Qt.TextFormat.PlainText)
        self._state.setProperty("tone", "muted")
        self.chips = [self._chip(expression) for expression in EXAMPLES[:_CHIPS]]
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(_PAUSE_MS)
        self._pause.timeout.connect(self.apply)
        row = QHBoxLayout(self)
        row.setContentsMargins(Space.M, Space.XS, Space.M, Space.XS)
        row.setSpacing(Space.S)
        row.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)
        self.field.setMinimumWidth(_LEAST_FIELD)
        row.addWidget(self.field, 1)
        row.addWidget(self._state)
        for chip in self.chips:
            row.addWidget(chip)
        self.field.textEdited.connect(self._on_edited)
        self.field.textChanged.connect(self._on_changed)
        self._word()

    # -- what it says

    @property
    def text(self) -> str:
        """The expression as typed."""
        return self.field.text()

    def set_text(self, text: str) -> None:
        """Put an expression in and apply it."""
        self.field.setText(text)
        self.apply()

    def show_counts(self, shown: int, of: int) -> None:
        """How many requests the filter leaves."""
        self._counts = shown, of
        self._show_state()

    def set_indent(self, pixels: int) -> None:
        """Leave room for what stands left of the field."""
        row = self.layout()
        if row is not None:
            margins = row.contentsMargins()
            row.setContentsMargins(pixels, margins.top(), margins.right(), margins.bottom())

    def set_chips_shown(self, shown: bool) -> None:
        """Leave the chips out where the field needs the room."""
        for chip in self.chips:
            chip.setVisible(shown)

    def apply(self) -> None:
        """Read the text and tell of the query."""
        self._pause.stop()
        query: Query[RequestRow] | None = None
        self._error = None
        try:
            query = REQUESTS.parse(self.text)
        except QueryError as error:
            self._error = error
        self._show_state()
        self.query_changed.emit(query if query else None)

    def minimumSizeHint(self) -> QSize:
        # The chips leave when there is little room; their width must not keep the pane wide.
        return QSize(_LEAST_FIELD + 2 * Space.M, super().minimumSizeHint().height())

    # -- keys

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.text:
            self.set_text("")
        else:
            super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._word()

    # -- inside

    def _chip(self, expression: str) -> QToolButton:
        chip = QToolButton(self)
        chip.setText(expression)
        chip.setCheckable(True)
        chip.setProperty("boxed", True)
        chip.hide()
        chip.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        chip.clicked.connect(lambda on: self._toggle(expression, on=on))
        return chip

    def _toggle(self, expression: str, *, on: bool) -> None:
        terms = self.text.split()
        wanted = expression.split()
        left = [term for term in terms if term not in wanted]
        self.set_text(" ".join([*left, *wanted] if on else left))

    def _on_edited(self, _text: str) -> None:
        self._offer()
        self._pause.start()

    def _on_changed(self, text: str) -> None:
        terms = text.split()
        for chip, expression in zip(self.chips, EXAMPLES, strict=False):
            chip.setChecked(all(term in terms for term in expression.split()))
        if not text:
            self.apply()

    def _offer(self) -> None:
        """Show what could stand at the cursor."""
        cursor = self.field.cursorPosition()
        self._start, found = REQUESTS.completions(self.text, cursor, self._rows())
        typed = self.text[self._start : cursor]
        if not found or found == (typed,) or (not typed and not self.text[:cursor].endswith((":", ","))):
            self._hide_offer()
            return
        self._names.setStringList(list(found))
        self._completer.complete()

    def _hide_offer(self) -> None:
        popup = self._completer.popup()
        if popup is not None:
            popup.hide()

    def _complete(self, chosen: str) -> None:
        cursor = self.field.cursorPosition()
        text = self.text
        self.field.setText(text[: self._start] + chosen + text[cursor:])
        self.field.setCursorPosition(self._start + len(chosen))
        self._pause.start()

    def _show_state(self) -> None:
        error = self._error
        self.field.setProperty("invalid", error is not None)
        self.field.style().polish(self.field)
        if error is not None:
            self._state.setText(reason(error))
        elif self.text.strip():
            shown, of = self._counts
            self._state.setText(self.tr("{0} of {1}").format(numbers.group(shown), numbers.group(of)))
        else:
            self._state.clear()

    def _word(self) -> None:
        self.field.setPlaceholderText(self.tr("Filter: {0}").format("  ·  ".join(EXAMPLES[1:4])))
        self.field.setAccessibleName(self.tr("Filter the requests"))
        for chip in self.chips:
            chip.setToolTip(self.tr("Show only requests that fit {0}").format(chip.text()))
        self._show_state()


def reason(error: QueryError) -> str:
    """Why an expression cannot be read, in words."""
    texts = {
        "unknown-field": translate("Requests", "{0}: there is no such field"),
        "no-value": translate("Requests", "{0}: a value is missing"),
        "no-number": translate("Requests", "{0}: a number is expected"),
        "no-comparison": translate("Requests", "{0}: names are not compared, use a colon"),
    }
    return texts[error.reason].format(error.term)
