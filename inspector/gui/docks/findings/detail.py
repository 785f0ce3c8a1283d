"""The right of the tab: the selected finding in full, and what can be done about it."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPointF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent, QTextOption
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from inspector.analysis.findings import Finding
from inspector.analysis.findings.replayed import Fate, FindingFate
from inspector.analysis.redaction import SecretKind, redact
from inspector.app.findings.places import Spot
from inspector.app.findings.shelf import Entry, Group
from inspector.app.wording import findings as words
from inspector.app.wording.settings import assignment_text
from inspector.app.wording.timeline import DOT
from inspector.gui import theme
from inspector.gui.docks.findings.bloat import has_table
from inspector.gui.guard import guarded
from inspector.gui.theme import SMALL_PX, Space, body_font, code_font
from inspector.gui.views.common.severity import draw_severity

_CREDENTIALS: Final = frozenset(kind for kind in SecretKind if kind.is_credential)
_MOST_LINES: Final = 8
_PADDING: Final = 16
_MARGIN: Final = 2
FATE_TONES: Final = {
    Fate.GONE: "good",
    Fate.STAYS: "warning",
    Fate.NEW: "error",
    Fate.NOT_REPLAYABLE: "muted",
}


class SeverityMark(QWidget):
    """The shape of a severity, beside its word."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.group = Group.INFO
        self.setFixedSize(QSize(14, 16))

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            draw_severity(painter, QPointF(6, self.height() / 2 + 0.5), self.group, theme.current())


class Excerpt(QPlainTextEdit):
    """Evidence in the fixed font, as high as it needs to be up to some lines."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("finding-excerpt")
        self.setReadOnly(True)
        self.setFont(code_font())
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTabChangesFocus(True)
        self.document().setDocumentMargin(_MARGIN)

    def show_text(self, text: str) -> None:
        """Show a text; an empty one hides the widget."""
        self.setPlainText(text)
        self.setVisible(bool(text))
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        needed = max(1, round(self.document().size().height()))
        policy = Qt.ScrollBarPolicy
        self.setVerticalScrollBarPolicy(
            policy.ScrollBarAsNeeded if needed > _MOST_LINES else policy.ScrollBarAlwaysOff
        )
        self.setFixedHeight(min(needed, _MOST_LINES) * self.fontMetrics().lineSpacing() + _PADDING)


class DetailPane(QWidget):
    """A finding in full.

    Attributes:
        message, place, fate, explanation, excerpt, remedy: its texts.
        go, attempt, copy, table: the buttons.
        go_requested, attempt_requested, copy_requested, table_requested: one of them was clicked.
    """

    go_requested = Signal()
    attempt_requested = Signal()
    copy_requested = Signal()
    table_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._mark = SeverityMark(self)
        self._kind = self._label(small=True, tone="muted")
        self.message = self._label()
        self.message.setFont(body_font(bold=True))
        self.place = self._label(small=True, tone="muted")
        self.fate = self._label()
        self.fate.setObjectName("finding-fate")
        self.fate.setFont(body_font(medium=True))
        self.explanation = self._label()
        self._evidence = self._label(small=True, tone="muted")
        self.excerpt = Excerpt(self)
        self._what_to_do = self._label(small=True, tone="muted")
        self.remedy = self._label()
        self.go, self.attempt = QPushButton(self), QPushButton(self)
        self.copy, self.table = QPushButton(self), QPushButton(self)
        self.go.setProperty("primary", True)
        for button, name, signal in (
            (self.go, "finding-go", self.go_requested),
            (self.attempt, "finding-try", self.attempt_requested),
            (self.table, "finding-table", self.table_requested),
            (self.copy, "finding-copy", self.copy_requested),
        ):
            button.setObjectName(name)
            button.clicked.connect(signal)
        self._lay_out()
        theme.manager().changed.connect(self._repaint)

    def _label(self, *, small: bool = False, tone: str = "") -> QLabel:
        label = QLabel(self)
        label.setWordWrap(True)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        if small:
            label.setFont(body_font(pixels=SMALL_PX))
        if tone:
            label.setProperty("tone", tone)
        return label

    def _lay_out(self) -> None:
        inner = QWidget()
        inner.setProperty("surface", "surface")
        texts = QVBoxLayout(inner)
        texts.setContentsMargins(Space.L, Space.S, Space.L, Space.S)
        texts.setSpacing(Space.XS)
        head = QHBoxLayout()
        head.setSpacing(Space.XS)
        head.addWidget(self._mark)
        head.addWidget(self._kind, 1)
        texts.addLayout(head)
        texts.addWidget(self.message)
        texts.addWidget(self.place)
        texts.addWidget(self.fate)
        texts.addSpacing(Space.XS)
        texts.addWidget(self.explanation)
        for heading, body in ((self._evidence, self.excerpt), (self._what_to_do, self.remedy)):
            heading.setContentsMargins(0, Space.S, 0, 0)
            texts.addWidget(heading)
            texts.addWidget(body)
        texts.addStretch(1)
        scroll = QScrollArea(self)
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setWidget(inner)
        buttons = QHBoxLayout()
        buttons.setContentsMargins(Space.L, Space.XS, Space.L, Space.S)
        buttons.setSpacing(Space.S)
        for button in (self.go, self.attempt, self.table, self.copy):
            buttons.addWidget(button)
        buttons.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(scroll, 1)
        column.addLayout(buttons)

    def show_entry(self, entry: Entry, spot: Spot, fate: FindingFate | None = None, *, can_go: bool) -> None:
        """Show a finding, and what the replay makes of it; `can_go` = there is a place to go to."""
        finding = entry.finding
        self._mark.group = entry.group
        self._mark.update()
        self._kind.setText(DOT.join((words.severity(entry.group), words.title(finding))))
        self.message.setText(words.message(finding))
        self.place.setText(DOT.join(t for t in (words.full_place(spot), words.cost(finding.cost)) if t))
        self.place.setToolTip("" if finding.cost is None else finding.cost.basis)
        self._show_fate(fate)
        self.explanation.setText(words.explanation(finding))
        self._evidence.setText(self.tr("Evidence"))
        self._evidence.setVisible(bool(finding.excerpt))
        self.excerpt.show_text(redact(finding.excerpt, kinds=_CREDENTIALS).text)
        self._what_to_do.setText(self.tr("What to do"))
        self.remedy.setText(words.remedy(finding))
        self._show_buttons(finding, can_go)

    def _show_fate(self, fate: FindingFate | None) -> None:
        self.fate.setVisible(fate is not None)
        if fate is None:
            return
        text = words.fate_tip(fate.fate)
        if (
            fate.fate is Fate.STAYS
            and fate.now is not None
            and words.message(fate.now) != self.message.text()
        ):
            text = self.tr("Still there in the replay: {0}").format(words.message(fate.now))
        self.fate.setText(text)
        self.fate.setProperty("tone", FATE_TONES[fate.fate])
        self.fate.style().unpolish(self.fate)
        self.fate.style().polish(self.fate)

    def _show_buttons(self, finding: Finding, can_go: bool) -> None:
        self.go.setText(self.tr("Go there"))
        self.go.setToolTip(self.tr("Show the evidence in timeline and inspector (Enter)"))
        self.go.setVisible(can_go)
        self.attempt.setVisible(bool(finding.try_settings))
        attempts = finding.try_settings or ()
        self.attempt.setText(self.tr("Try: {0}").format(", ".join(map(assignment_text, attempts))))
        self.attempt.setToolTip(
            self.tr("Replay the conversation under these settings") + "\n" + " ".join(attempts)
        )
        self.table.setText(self.tr("Show table"))
        self.table.setVisible(has_table(finding))
        self.copy.setText(self.tr("Copy as bug report"))
        self.copy.setToolTip(self.tr("Secrets and home folders are left out"))

    def _repaint(self, _theme: object) -> None:
        self._mark.update()
