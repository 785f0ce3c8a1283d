"""Families of causes: each has a colour and a shape of its own, so that a chart of breaks can be read at a glance."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from inspector.analysis.prefix.causes import CauseId
from inspector.gui.theme import Theme


class Family(StrEnum):
    """What a break has to do with."""

    TOOLS = "tools"
    SYSTEM = "system"
    HISTORY = "history"
    BYTES = "bytes"
    SETTINGS = "settings"
    LIMITS = "limits"
    UNKNOWN = "unknown"


_FAMILIES: Final[dict[Family, tuple[CauseId, ...]]] = {
    Family.TOOLS: (
        CauseId.TOOL_ADDED,
        CauseId.TOOL_REMOVED,
        CauseId.TOOL_CHANGED,
        CauseId.TOOLS_REORDERED,
        CauseId.TOOLS_EMPTY,
    ),
    Family.SYSTEM: (CauseId.SYSTEM_TIME, CauseId.SYSTEM_CHANGED),
    Family.HISTORY: (
        CauseId.COMPACTED,
        CauseId.MESSAGE_REMOVED,
        CauseId.MESSAGE_CHANGED,
        CauseId.BRANCH_SWITCHED,
        CauseId.BLOCK_MOVED,
    ),
    Family.BYTES: (
        CauseId.TOOL_RESULT_CHANGED,
        CauseId.MARKER_CHANGED,
        CauseId.KEY_ORDER,
        CauseId.WHITESPACE,
        CauseId.BLOCK_SHAPE_CHANGED,
        CauseId.IMAGE_CHANGED,
        CauseId.ATTACHMENT_CHANGED,
    ),
    Family.SETTINGS: (CauseId.MODEL_CHANGED, CauseId.TOOL_CHOICE_CHANGED, CauseId.THINKING_CHANGED),
    Family.LIMITS: (
        CauseId.TTL_EXPIRED,
        CauseId.BELOW_MINIMUM,
        CauseId.LOOKBACK_EXCEEDED,
        CauseId.NO_BREAKPOINT,
    ),
    Family.UNKNOWN: (CauseId.UNKNOWN,),
}
_OF_CAUSE: Final = {cause: family for family, causes in _FAMILIES.items() for cause in causes}
_PEN: Final = 1.5


def family_of(cause: CauseId) -> Family | None:
    """The family of a cause; None for the normal course of a conversation."""
    return _OF_CAUSE.get(cause)


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
