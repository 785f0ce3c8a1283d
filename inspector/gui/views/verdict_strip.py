"""The line under the title that says what matters most of the conversation on screen, and leads there."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QPointF, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from inspector.analysis.prefix.verdict import VerdictState
from inspector.app.cache.session_verdict import SessionVerdict, sentence
from inspector.gui import theme
from inspector.gui.guard import guarded
from inspector.gui.theme import SMALL_PX, Space, body_font
from inspector.gui.views.common.elided import ElidedLabel

_HEIGHT: Final = 30
_DOT: Final = 4.0


class VerdictStrip(QWidget):
    """One sentence with its colour, and the way to the worst request.

    Attributes:
        show_requested: the worst request is wanted.
        text: the sentence.
        button: leads to the worst request.
    """

    show_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("verdict-strip")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFixedHeight(_HEIGHT)
        self._verdict: SessionVerdict | None = None
        self._busy = False
        self.text = ElidedLabel(self)
        self.text.setFont(body_font(pixels=SMALL_PX))
        self.button = QPushButton(self)
        self.button.setProperty("link", True)
        self.button.clicked.connect(self.show_requested)
        row = QHBoxLayout(self)
        row.setContentsMargins(Space.L + Space.M, 0, Space.M, 0)
        row.setSpacing(Space.M)
        row.addWidget(self.text)
        row.addWidget(self.button)
        row.addStretch(1)
        theme.manager().changed.connect(self._repaint)
        self._word()

    def show_verdict(self, verdict: SessionVerdict | None, *, busy: bool = False) -> None:
        """Show a verdict; None = there is none yet, `busy` = one is on its way."""
        self._verdict, self._busy = verdict, busy
        self._word()
        self.update()

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self.text.text():
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._color())
        painter.drawEllipse(QPointF(Space.L, self.height() / 2), _DOT, _DOT)
        painter.end()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._word()

    def _color(self) -> QColor:
        colors = theme.current()
        state = VerdictState.GREY if self._verdict is None else self._verdict.state
        return {
            VerdictState.RED: colors.error,
            VerdictState.GREEN: colors.good,
            VerdictState.GREY: colors.faint,
        }[state]

    def _repaint(self) -> None:
        self.update()

    def _word(self) -> None:
        verdict = self._verdict
        if verdict is not None:
            self.text.setText(sentence(verdict))
        else:
            self.text.setText(self.tr("Comparing requests…") if self._busy else "")
        self.button.setText(self.tr("Show"))
        self.button.setToolTip(
            self.tr("Go to the request that lost most, and show why (M goes on from there)")
        )
        self.button.setVisible(verdict is not None and verdict.worst is not None)
        self.setAccessibleName(self.text.text())
