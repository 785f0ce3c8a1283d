"""A label for a line that may be longer than its room."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from inspector.gui.guard import guarded
from inspector.gui.plain import plain_tip
from inspector.gui.theme import Space

_LEAST_WIDTH: Final = 60


class ElidedLabel(QLabel):
    """A label that gives way: its text is cut with an ellipsis and told in full by the tooltip."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)

    def setText(self, text: str) -> None:
        super().setText(text)
        self.setToolTip(plain_tip(text))
        self.setMaximumWidth(self.fontMetrics().horizontalAdvance(text) + Space.XS)

    def minimumSizeHint(self) -> QSize:
        return QSize(min(_LEAST_WIDTH, self.sizeHint().width()), super().minimumSizeHint().height())

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        text = self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, self.width())
        painter.setPen(self.palette().windowText().color())
        align = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        painter.drawText(self.rect(), int(align), text)
        painter.end()
