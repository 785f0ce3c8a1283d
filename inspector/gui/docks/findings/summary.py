"""The top of the tab: the worst findings in a sentence each, and how far the check is; a check can be stopped."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QPointF, QRect, QSize, Qt, Signal
from PySide6.QtGui import QEnterEvent, QFont, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QFrame,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from inspector.analysis.findings import Cause
from inspector.analysis.findings.replayed import Fate
from inspector.app.findings.scan import ScanState
from inspector.app.findings.shelf import Entry
from inspector.app.wording import findings as words
from inspector.gui import theme
from inspector.gui.docks.findings.controller import FindingsController
from inspector.gui.docks.findings.fates import FindingFates
from inspector.gui.guard import guarded
from inspector.gui.plain import plain_tip
from inspector.gui.theme import SMALL_PX, Space, body_font
from inspector.gui.views.common.severity import draw_severity
from inspector.gui.views.timeline.canvas import Line, Pens

MOST_LINES: Final = 3
_LINE_HEIGHT: Final = 22
_BAR_WIDTH: Final = 120


class SummaryLine(QAbstractButton):
    """One of the worst findings in a sentence; a click goes there."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.entry: Entry | None = None
        self._more = ""
        self._pens = Pens()
        self._hovered = self._is_gone = False
        self._struck = QFont(self._pens.medium)
        self._struck.setStrikeOut(True)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_cause(self, entry: Entry, cause: Cause, place: str, *, is_gone: bool = False) -> None:
        """Show a finding: how often, at what cost and where; and whether the replay takes it away."""
        self.entry, self._is_gone = entry, is_gone
        self._more = words.cause(cause, place)
        self.setText(words.message(entry.finding))
        self.setToolTip(plain_tip(self.text()))
        self.setAccessibleName(f"{words.severity(entry.group)}: {self.text()} {self._more}".rstrip())
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(240, _LINE_HEIGHT)

    def enterEvent(self, event: QEnterEvent) -> None:
        self._hovered = True
        self.update()
        super().enterEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        self._hovered = False
        self.update()
        super().leaveEvent(event)

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        if self.entry is None:
            return
        colors = theme.current()
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            draw_severity(painter, QPointF(7, self.height() / 2 + 1), self.entry.group, colors)
            line = Line(painter, self._pens, QRect(20, 0, self.width() - 20, self.height()))
            marked = self._hovered or self.hasFocus()
            more = self._pens.metrics(self._pens.small).horizontalAdvance(self._more) + Space.M
            room = line.right - line.left - more
            ink = colors.accent if marked else colors.muted if self._is_gone else colors.text
            font = self._struck if self._is_gone else self._pens.medium
            line.put(self.text(), font, ink, most=room, elide=Qt.TextElideMode.ElideMiddle)
            line.put(self._more, self._pens.small, colors.muted)


class SummaryBand(QFrame):
    """The card.

    Attributes:
        lines: the worst findings, those that are shown at the moment.
        state: how far the check is.
        compared: what the replay makes of the findings.
        action: stops the check or begins it anew.
        entry_chosen: emitted with the key of a clicked finding.
    """

    entry_chosen = Signal(str)

    def __init__(
        self, controller: FindingsController, fates: FindingFates, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._controller, self._fates = controller, fates
        self.setObjectName("findings-summary")
        self.setProperty("surface", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.lines = [SummaryLine(self) for _ in range(MOST_LINES)]
        self._room = MOST_LINES
        self.state = QLabel(self)
        self.state.setProperty("tone", "muted")
        self.state.setFont(body_font(pixels=SMALL_PX))
        self.compared = QLabel(self)
        self.compared.setObjectName("findings-compared")
        self.compared.setFont(body_font(medium=True))
        self.bar = QProgressBar(self)
        self.bar.setTextVisible(False)
        self.bar.setFixedWidth(_BAR_WIDTH)
        self.action = QPushButton(self)
        self.action.setProperty("link", True)
        self._lay_out()
        for line in self.lines:
            line.clicked.connect(self._on_line)
        self.action.clicked.connect(self._on_action)
        controller.changed.connect(self.show_findings)
        controller.progressed.connect(self.show_state)
        fates.changed.connect(self.show_compared)
        theme.manager().changed.connect(self._repaint)
        self.show_findings()
        self.show_state()

    def _lay_out(self) -> None:
        left = QVBoxLayout()
        left.setSpacing(0)
        for line in self.lines:
            left.addWidget(line)
        check = QHBoxLayout()
        check.setSpacing(Space.S)
        check.addStretch(1)
        check.addWidget(self.state)
        check.addWidget(self.bar)
        check.addWidget(self.action)
        right = QVBoxLayout()
        right.setSpacing(0)
        right.addLayout(check)
        right.addWidget(self.compared, 0, Qt.AlignmentFlag.AlignRight)
        row = QHBoxLayout(self)
        row.setContentsMargins(Space.M, Space.XS, Space.M, Space.XS)
        row.setSpacing(Space.L)
        row.addLayout(left, 1)
        row.addLayout(right)
        row.setAlignment(right, Qt.AlignmentFlag.AlignTop)

    def set_room(self, lines: int) -> None:
        """How many lines may be shown at the current height."""
        if lines != self._room:
            self._room = lines
            self.show_findings()

    def show_findings(self) -> None:
        """Name the worst."""
        shelf = self._controller.shelf
        worst = shelf.worst(self._room)
        for place, line in enumerate(self.lines):
            line.setVisible(place < len(worst))
            if place < len(worst):
                entry, cause = worst[place]
                fate, spot = shelf.fate(entry), shelf.places.spot(entry.finding)
                is_gone = fate is not None and fate.fate is Fate.GONE
                line.show_cause(entry, cause, words.place(spot), is_gone=is_gone)
        self.show_compared()

    def show_compared(self) -> None:
        """Say what the replay makes of the findings."""
        shelf = self._controller.shelf
        self.compared.setVisible(shelf.compares or self._fates.is_busy)
        if self._fates.is_busy and not shelf.compares:
            self.compared.setText(self.tr("Looking at the replay…"))
        elif shelf.compares:
            self.compared.setText(words.compared(shelf))

    def show_state(self) -> None:
        """Say how far the check is."""
        scan = self._controller.scan
        running = scan.state is ScanState.RUNNING
        self.state.setText(words.state(scan))
        self.bar.setVisible(running)
        self.bar.setRange(0, scan.total)
        self.bar.setValue(scan.done)
        self.action.setText(self.tr("Stop") if running else self.tr("Check again"))
        self.action.setVisible(scan.state is not ScanState.NOTHING)

    def _on_line(self) -> None:
        line = self.sender()
        if isinstance(line, SummaryLine) and line.entry is not None:
            self.entry_chosen.emit(line.entry.key)

    def _on_action(self) -> None:
        if self._controller.scan.state is ScanState.RUNNING:
            self._controller.stop()
        else:
            self._controller.check()

    def _repaint(self, _theme: object) -> None:
        for line in self.lines:
            line.update()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.show_findings()
            self.show_state()
