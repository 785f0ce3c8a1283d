"""How bad a finding is, as a shape and a colour: a filled octagon, a triangle, a ring; never the colour alone."""

from __future__ import annotations

from math import cos, pi, sin
from typing import Final

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from inspector.gui.theme import Theme

TONES: Final = {"error": "error", "warning": "warning", "info": "accent", "broken": "muted"}
"""Name of the theme's colour by severity."""


def severity_color(severity: str, theme: Theme) -> QColor:
    """The colour of a severity."""
    color: QColor = getattr(theme, TONES[severity])
    return color


def draw_severity(
    painter: QPainter, center: QPointF, severity: str, theme: Theme, *, radius: float = 4.5
) -> None:
    """The shape of a severity around a point."""
    color = severity_color(severity, theme)
    if severity == "info":
        painter.setPen(QPen(color, 1.8))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(center, radius - 1, radius - 1)
    elif severity == "broken":
        painter.setPen(QPen(color, 1.8))
        arm = radius - 1.2
        painter.drawLine(center + QPointF(-arm, -arm), center + QPointF(arm, arm))
        painter.drawLine(center + QPointF(-arm, arm), center + QPointF(arm, -arm))
    else:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(color)
        painter.drawPolygon(_triangle(center, radius) if severity == "warning" else _octagon(center, radius))


def _triangle(center: QPointF, radius: float) -> QPolygonF:
    width, top, bottom = radius * 1.1, radius, radius * 0.85
    corners = ((-width, bottom), (width, bottom), (0, -top))
    return QPolygonF([center + QPointF(x, y) for x, y in corners])


def _octagon(center: QPointF, radius: float) -> QPolygonF:
    angles = (pi / 8 + n * pi / 4 for n in range(8))
    return QPolygonF([center + QPointF(radius * cos(angle), radius * sin(angle)) for angle in angles])
