"""The small picture of where in its session a finding sits: a track over all turns or requests with a tick."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from inspector.app.findings.places import Spot
from inspector.gui.theme import Theme

TRACK_HEIGHT: Final = 4
TICK_HEIGHT: Final = 14
_TICK_WIDTH: Final = 3.0
_LEAST_CELL: Final = 5.0
"""Places narrower than this flow together."""
_GAP: Final = 1.0


def draw_strip(painter: QPainter, area: QRectF, spot: Spot, color: QColor, theme: Theme) -> None:
    """Paint a strip into an area, in its middle; what is about the session as a whole fills the track."""
    middle = area.center().y()
    track = QRectF(area.left(), middle - TRACK_HEIGHT / 2, area.width(), TRACK_HEIGHT)
    painter.setPen(Qt.PenStyle.NoPen)
    if spot.place is None or not spot.count:
        painter.setBrush(_faded(color))
        painter.drawRoundedRect(track, TRACK_HEIGHT / 2, TRACK_HEIGHT / 2)
        return
    painter.setBrush(_faded(theme.faint))
    _draw_track(painter, track, spot.count)
    painter.setBrush(_faded(color))
    for place in spot.others:
        painter.drawRoundedRect(_tick(track, place, spot.count, TICK_HEIGHT - 6), 1, 1)
    painter.setBrush(color)
    painter.drawRoundedRect(_tick(track, spot.place, spot.count, TICK_HEIGHT), 1, 1)


def _draw_track(painter: QPainter, track: QRectF, count: int) -> None:
    """A cell for each place while there is room for cells, else one bar."""
    step = track.width() / count
    if step < _LEAST_CELL:
        painter.drawRoundedRect(track, TRACK_HEIGHT / 2, TRACK_HEIGHT / 2)
        return
    for place in range(count):
        cell = QRectF(track.left() + place * step, track.top(), step - _GAP, track.height())
        painter.drawRoundedRect(cell, 1, 1)


def _tick(track: QRectF, place: int, count: int, height: float) -> QRectF:
    """A tick as wide as its cell, or as can be seen."""
    step = track.width() / count
    width = max(_TICK_WIDTH, min(step - _GAP, 2 * _TICK_WIDTH))
    center = track.left() + (place + 0.5) * step - _GAP / 2
    left = min(max(center - width / 2, track.left()), track.right() - width)
    return QRectF(left, track.center().y() - height / 2, width, height)


def _faded(color: QColor) -> QColor:
    faded = QColor(color)
    faded.setAlphaF(0.45)
    return faded
