"""What row painters draw with: a line of texts that fills from both ends, chips, bars, frames, arrows.

The right-hand columns stand at fixed distances from the right edge, so that the figures of all rows align and the
header can label them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPainterPath, QPen, QPolygonF

from inspector.gui.theme import RADIUS, SMALL_PX, Space, Theme, body_font, code_font

ARROW_X: Final = 12
"""Centre of a turn's unfolding arrow."""
NUMBER_RIGHT: Final = 46
CONTENT_LEFT: Final = 54
RIGHT_MARGIN: Final = 16
TOKENS_WIDTH: Final = 88
CHIP_WIDTH: Final = 72
TIME_WIDTH: Final = 58
COLUMN_GAP: Final = 16
NARROW: Final = 520
"""Below this width the time column is left out."""
VERY_NARROW: Final = 380
"""Below this width the chips are left out as well."""

_CHIP_HEIGHT: Final = 18
_BAR_HEIGHT: Final = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Columns:
    """Left and right edges of the figure columns, relative to a row's left edge; None = left out."""

    tokens: tuple[int, int]
    chip: tuple[int, int] | None
    time: tuple[int, int] | None
    content_right: int

    @classmethod
    def of(cls, width: int) -> Columns:
        """Columns of a row that is `width` pixels wide."""
        right = width - RIGHT_MARGIN
        tokens = (right - TOKENS_WIDTH, right)
        chip = time = None
        edge = tokens[0] - COLUMN_GAP
        if width >= VERY_NARROW:
            chip = (edge - CHIP_WIDTH, edge)
            edge = chip[0] - COLUMN_GAP
        if width >= NARROW:
            time = (edge - TIME_WIDTH, edge)
            edge = time[0] - COLUMN_GAP
        return cls(tokens=tokens, chip=chip, time=time, content_right=edge)


class Pens:
    """The fonts of the timeline with their metrics; made once a delegate, since metrics are costly to make."""

    @cached_property
    def body(self) -> QFont:
        return body_font()

    @cached_property
    def bold(self) -> QFont:
        return body_font(bold=True)

    @cached_property
    def medium(self) -> QFont:
        return body_font(medium=True)

    @cached_property
    def small(self) -> QFont:
        return body_font(pixels=SMALL_PX)

    @cached_property
    def small_bold(self) -> QFont:
        return body_font(pixels=SMALL_PX, bold=True)

    @cached_property
    def code(self) -> QFont:
        return code_font()

    @cached_property
    def _metrics(self) -> dict[int, QFontMetrics]:
        return {}

    def metrics(self, font: QFont) -> QFontMetrics:
        """Metrics of one of these fonts."""
        found = self._metrics.get(id(font))
        if found is None:
            found = self._metrics[id(font)] = QFontMetrics(font)
        return found


class Line:
    """Texts on one line of a rectangle, put from the left or from the right until it is full.

    Attributes:
        left, right: what is still free, in the painter's coordinates.
    """

    def __init__(self, painter: QPainter, pens: Pens, rect: QRect) -> None:
        self.painter = painter
        self.pens = pens
        self.rect = rect
        self.left = rect.left()
        self.right = rect.right() + 1

    def put(
        self,
        text: str,
        font: QFont,
        color: QColor,
        *,
        gap: int = Space.S,
        most: float | None = None,
        elide: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
    ) -> None:
        """Put a text at the left; it is elided when it does not fit (or fills more than `most` pixels)."""
        room = self.right - self.left if most is None else int(min(most, self.right - self.left))
        if not text or room < Space.L:
            return
        width = self._draw(self.left, room, text, font, color, Qt.AlignmentFlag.AlignLeft, elide)
        self.left += width + gap

    def put_right(self, text: str, font: QFont, color: QColor, *, gap: int = Space.M) -> None:
        """Put a text at the right; it is left out when it does not fit whole."""
        width = self.pens.metrics(font).horizontalAdvance(text) + 1
        if not text or width > self.right - self.left:
            return
        self._draw(self.right - width, width, text, font, color, Qt.AlignmentFlag.AlignRight)
        self.right -= width + gap

    def _draw(
        self,
        x: int,
        room: int,
        text: str,
        font: QFont,
        color: QColor,
        align: Qt.AlignmentFlag,
        elide: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
    ) -> int:
        found = self.pens.metrics(font)
        shown = text
        width = found.horizontalAdvance(text)
        if width > room:
            shown = found.elidedText(text, elide, room)
            width = found.horizontalAdvance(shown)
        self.painter.setFont(font)
        self.painter.setPen(color)
        area = QRect(x, self.rect.top(), room + 1, self.rect.height())
        flags = align | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
        self.painter.drawText(area, int(flags), shown)
        return width


def draw_in(
    painter: QPainter,
    edges: tuple[int, int],
    row: QRect,
    text: str,
    font: QFont,
    color: QColor,
    *,
    align: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignRight,
) -> None:
    """Draw a short text into a column of a row."""
    area = QRect(row.left() + edges[0], row.top(), edges[1] - edges[0], row.height())
    painter.setFont(font)
    painter.setPen(color)
    painter.drawText(area, int(align | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine), text)


def draw_chip(
    painter: QPainter,
    edges: tuple[int, int],
    row: QRect,
    text: str,
    font: QFont,
    colors: tuple[QColor, QColor],
) -> None:
    """A pill with centred text; `colors` are text and background."""
    top = row.top() + (row.height() - _CHIP_HEIGHT) / 2
    area = QRectF(row.left() + edges[0], top, edges[1] - edges[0], _CHIP_HEIGHT)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colors[1])
    painter.drawRoundedRect(area, _CHIP_HEIGHT / 2, _CHIP_HEIGHT / 2)
    painter.setFont(font)
    painter.setPen(colors[0])
    painter.drawText(area, int(Qt.AlignmentFlag.AlignCenter), text)


def draw_share(painter: QPainter, edges: tuple[int, int], bottom: int, share: float, theme: Theme) -> None:
    """A thin bar whose filled length is a share between 0 and 1, from the column's left edge."""
    width = edges[1] - edges[0]
    top = bottom - _BAR_HEIGHT
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.faint_line)
    painter.drawRoundedRect(QRectF(edges[0], top, width, _BAR_HEIGHT), 1.5, 1.5)
    filled = max(width * min(share, 1.0), 2.0)
    painter.setBrush(theme.faint)
    painter.drawRoundedRect(QRectF(edges[0], top, filled, _BAR_HEIGHT), 1.5, 1.5)


def draw_arrow(painter: QPainter, center: QPointF, *, is_open: bool, color: QColor) -> None:
    """The unfolding triangle: to the right when folded, down when unfolded."""
    x, y = center.x(), center.y()
    if is_open:
        points = [QPointF(x - 4, y - 2), QPointF(x + 4, y - 2), QPointF(x, y + 3)]
    else:
        points = [QPointF(x - 2, y - 4), QPointF(x + 3, y), QPointF(x - 2, y + 4)]
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(color)
    painter.drawPolygon(QPolygonF(points))


def draw_frame(
    painter: QPainter, area: QRect, theme: Theme, *, top: bool, bottom: bool, fill: QColor | None = None
) -> None:
    """A slice of a rounded frame: its first slice has the upper edge, its last the lower one."""
    box = QRectF(area).adjusted(0.5, 0.5 if top else 0, -0.5, -0.5 if bottom else 0)
    path = QPainterPath()
    if top and bottom:
        path.addRoundedRect(box, RADIUS, RADIUS)
    else:
        path = _open_box(box, top=top, bottom=bottom)
    if fill is not None and not (top or bottom):
        painter.fillRect(area, fill)
    elif fill is not None:
        painter.fillPath(path, fill)
    painter.setPen(QPen(theme.line, 1))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(path)


def _open_box(box: QRectF, *, top: bool, bottom: bool) -> QPainterPath:
    """Three sides with round corners where there is an edge, two sides where there is none."""
    path = QPainterPath()
    r = float(RADIUS)
    if top:
        path.moveTo(box.left(), box.bottom())
        path.lineTo(box.left(), box.top() + r)
        path.quadTo(box.left(), box.top(), box.left() + r, box.top())
        path.lineTo(box.right() - r, box.top())
        path.quadTo(box.right(), box.top(), box.right(), box.top() + r)
        path.lineTo(box.right(), box.bottom())
    elif bottom:
        path.moveTo(box.left(), box.top())
        path.lineTo(box.left(), box.bottom() - r)
        path.quadTo(box.left(), box.bottom(), box.left() + r, box.bottom())
        path.lineTo(box.right() - r, box.bottom())
        path.quadTo(box.right(), box.bottom(), box.right(), box.bottom() - r)
        path.lineTo(box.right(), box.top())
    else:
        path.moveTo(box.left(), box.top())
        path.lineTo(box.left(), box.bottom())
        path.moveTo(box.right(), box.bottom())
        path.lineTo(box.right(), box.top())
    return path


def draw_rule(painter: QPainter, left: int, right: int, y: int, color: QColor) -> None:
    """A hairline."""
    painter.setPen(QPen(color, 1))
    painter.drawLine(left, y, right, y)
