"""The numbered badges of citations, in the text and on cards; each state has a sign of its own, not colour alone."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum, auto
from typing import Final, NamedTuple

from PySide6.QtCore import QObject, QRect, QRectF, QSizeF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QPainter,
    QPaintEvent,
    QPen,
    QPyTextObject,
    QTextDocument,
    QTextFormat,
)
from PySide6.QtWidgets import QWidget

from inspector.gui import theme
from inspector.gui.guard import guarded
from inspector.gui.theme import Theme, body_font

BADGE_TYPE: Final = QTextFormat.ObjectTypes.UserObject.value + 1
"""Object type of a badge in a text document."""
BADGE_ID: Final = QTextFormat.Property.UserProperty.value + 1
"""Property that holds the citation's id."""

_CORNER: Final = 0.26
_RING: Final = 0.16


class Tone(Enum):
    """How a badge looks: filled, filled with a question mark, outlined, or outlined and dashed."""

    OWN = auto()
    DANGLING = auto()
    EARLIER = auto()
    LOST = auto()
    UNCITED = auto()


class Face(NamedTuple):
    """What a badge shows.

    Attributes:
        text: a number or a sign.
        tone: its look.
        lit: its source is the current one.
    """

    text: str
    tone: Tone
    lit: bool = False


def badge_size(text: str, pixels: float) -> QSizeF:
    """Size of a badge for a text of a height in pixels."""
    height = pixels * 1.02
    width = QFontMetricsF(_font(pixels)).horizontalAdvance(text) + pixels * 0.56
    return QSizeF(max(height, width), height)


def paint_badge(painter: QPainter, rect: QRectF, face: Face, pixels: float) -> None:
    """Paint a badge into a rectangle."""
    colors = theme.current()
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    fill, ink, pen = _look(face.tone, colors)
    corner = rect.height() * _CORNER
    if face.lit:
        spread = rect.height() * _RING
        halo = QColor(ink if fill is None else fill)
        halo.setAlphaF(0.35)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(halo)
        painter.drawRoundedRect(
            rect.adjusted(-spread, -spread, spread, spread), corner + spread, corner + spread
        )
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush if fill is None else fill)
    inset = 0.5 if fill is None else 0.0
    painter.drawRoundedRect(rect.adjusted(inset, inset, -inset, -inset), corner, corner)
    painter.setPen(ink)
    painter.setFont(_font(pixels))
    painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, face.text)
    painter.restore()


def _look(tone: Tone, colors: Theme) -> tuple[QColor | None, QColor, QPen]:
    """Fill, text colour and outline."""
    none = QPen(Qt.PenStyle.NoPen)
    if tone is Tone.OWN:
        return colors.accent, colors.on_accent, none
    if tone is Tone.DANGLING:
        return colors.error, colors.on_accent, none
    if tone is Tone.LOST:
        return None, colors.error, QPen(colors.error, 1, Qt.PenStyle.DashLine)
    ink = colors.warning if tone is Tone.EARLIER else colors.muted
    return None, ink, QPen(ink, 1)


def _font(pixels: float) -> QFont:
    return body_font(pixels=max(8, round(pixels * 0.66)), medium=True)


class BadgeObject(QPyTextObject):
    """Draws the badges inside a text document.

    Args:
        face_of: what the badge of an id shows just now.
        pixels: height of the text around it, in pixels.
    """

    def __init__(self, face_of: Callable[[str], Face], pixels: Callable[[], int], parent: QObject) -> None:
        super().__init__(parent)
        self._face_of = face_of
        self._pixels = pixels

    def intrinsicSize(self, doc: QTextDocument, pos: int, format: QTextFormat) -> QSizeF:
        size = badge_size(self._face_of(str(format.property(BADGE_ID))).text, self._pixels())
        return QSizeF(size.width() + self._gap() * 2, size.height())

    def drawObject(
        self, painter: QPainter, rect: QRectF | QRect, doc: QTextDocument, pos: int, format: QTextFormat
    ) -> None:
        gap = self._gap()
        face = self._face_of(str(format.property(BADGE_ID)))
        paint_badge(painter, QRectF(rect).adjusted(gap, 0, -gap, 0), face, self._pixels())

    def _gap(self) -> float:
        return self._pixels() * 0.09


class Badge(QWidget):
    """A badge as a widget of its own."""

    def __init__(self, face: Face, pixels: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._face = face
        self._pixels = pixels
        size = badge_size(face.text, pixels)
        self.setFixedSize(round(size.width() + 0.5), round(size.height() + 0.5))
        self.setAccessibleName(face.text)

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        paint_badge(painter, QRectF(self.rect()), self._face, self._pixels)
        painter.end()
