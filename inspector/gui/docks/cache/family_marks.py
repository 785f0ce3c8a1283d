"""Families of causes: each has a colour and a shape of its own, so that a chart of breaks can be read at a glance."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from inspector.app.cache.families import Family
from inspector.gui.theme import Theme

_PEN: Final = 1.5


def family_color(theme: Theme, family: Family) -> QColor:
    """The colour of a family."""
    return {
        Family.TOOLS: theme.trimmed,
        Family.SYSTEM: theme.error,
        Family.HISTORY: theme.folded,
        Family.BYTES: theme.warning,
        Family.SETTINGS: theme.accent,
        Family.LIMITS: theme.muted,
        Family.UNKNOWN: theme.faint,
    }[family]


def paint_mark(
    painter: QPainter, center: QPointF, radius: float, family: Family, theme: Theme, *, hollow: bool = False
) -> None:
    """Draw a family's mark; `hollow`: nothing was lost by it."""
    color = family_color(theme, family)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(color, _PEN))
    painter.setBrush(theme.surface if hollow else color)
    x, y, r = center.x(), center.y(), radius
    if family in _POLYGONS:
        painter.drawPolygon(QPolygonF([QPointF(x + r * dx, y + r * dy) for dx, dy in _POLYGONS[family]]))
    elif family is Family.BYTES:
        painter.drawEllipse(center, r * 0.9, r * 0.9)
    else:
        _draw_cross(painter, QRectF(x - r, y - r, 2 * r, 2 * r), upright=family is Family.SETTINGS)
    painter.restore()


_POLYGONS: Final = {
    Family.TOOLS: ((0, -1), (1, 0.9), (-1, 0.9)),
    Family.SYSTEM: ((-0.85, -0.85), (0.85, -0.85), (0.85, 0.85), (-0.85, 0.85)),
    Family.HISTORY: ((0, -1.1), (1.1, 0), (0, 1.1), (-1.1, 0)),
    Family.UNKNOWN: ((-1, -0.9), (1, -0.9), (0, 1)),
}


def _draw_cross(painter: QPainter, area: QRectF, *, upright: bool) -> None:
    pen = QPen(painter.pen().color(), 2 * _PEN, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap)
    painter.setPen(pen)
    middle = area.center()
    if upright:
        painter.drawLine(QPointF(area.left(), middle.y()), QPointF(area.right(), middle.y()))
        painter.drawLine(QPointF(middle.x(), area.top()), QPointF(middle.x(), area.bottom()))
    else:
        painter.drawLine(area.topLeft(), area.bottomRight())
        painter.drawLine(area.topRight(), area.bottomLeft())
