"""How parts of bars are filled: a colour of the theme and, for eyes that do not tell colours apart, a texture."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPen

from inspector.analysis.composition import Ingredient
from inspector.app.replay.prompt_bars import Part
from inspector.gui.theme import Theme

_TEXTURES: Final = {
    Part.WRITTEN: Qt.BrushStyle.HorPattern,
    Part.NEW: Qt.BrushStyle.Dense5Pattern,
    Part.CHANGED: Qt.BrushStyle.HorPattern,
}
_TEXTURE_ALPHA: Final = 52
_HATCH_ALPHA: Final = 170
_NARROW: Final = 5
"""Narrower bars are plain: a texture would be noise."""


def part_color(theme: Theme, part: Part) -> QColor:
    """The colour of a part."""
    return {
        Part.READ: theme.cache_read,
        Part.WRITTEN: theme.cache_write,
        Part.NEW: theme.cache_new,
        Part.REUSED: theme.cache_read,
        Part.CHANGED: theme.cache_write,
        Part.UNSPLIT: theme.trimmed,
    }[part]


_INGREDIENTS: Final = {
    Ingredient.TOOLS: "faint",
    Ingredient.SYSTEM: "muted",
    Ingredient.SUMMARY: "folded",
    Ingredient.USER: "accent",
    Ingredient.ATTACHMENT: "trimmed",
    Ingredient.ASSISTANT: "good",
    Ingredient.REASONING: "cache_read",
    Ingredient.TOOL_CALL: "warning",
    Ingredient.TOOL_RESULT: "cache_write",
    Ingredient.OTHER: "line",
}


def ingredient_color(ingredient: Ingredient, theme: Theme) -> QColor:
    """The colour of what fills a prompt; neighbours in the order of `Ingredient` differ."""
    found: QColor = getattr(theme, _INGREDIENTS[ingredient])
    return found


def fill_part(painter: QPainter, area: QRectF, part: Part, theme: Theme) -> None:
    """Fill a part's rectangle."""
    painter.fillRect(area, part_color(theme, part))
    texture = _TEXTURES.get(part)
    if texture is not None and area.width() >= _NARROW:
        painter.fillRect(area, QBrush(faded(theme.surface, _TEXTURE_ALPHA), texture))


def hatch(painter: QPainter, area: QRectF, theme: Theme) -> None:
    """Mark a rectangle as resting on a stand-in."""
    if area.width() < _NARROW:
        painter.fillRect(area, faded(theme.surface, _TEXTURE_ALPHA))
    else:
        painter.fillRect(area, QBrush(faded(theme.surface, _HATCH_ALPHA), Qt.BrushStyle.BDiagPattern))


def outline(painter: QPainter, area: QRectF, color: QColor, *, dashed: bool = False) -> None:
    """Draw an empty rectangle on whole pixels."""
    pen = QPen(color, 1)
    if dashed:
        pen.setStyle(Qt.PenStyle.DotLine)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    left, top = round(area.left()) + 0.5, round(area.top()) + 0.5
    painter.drawRect(
        QRectF(left, top, max(round(area.width()) - 1, 1), max(round(area.bottom()) - 0.5 - top, 0))
    )


def faded(color: QColor, alpha: int) -> QColor:
    """The colour with an opacity of 0–255."""
    found = QColor(color)
    found.setAlpha(alpha)
    return found


class BarBatch:
    """Rectangles of many bars, painted in a few calls: at 200 bars a call a rectangle costs a frame and more.

    What is painted lies in this order: grounds, parts, textures, hatches, outlines.
    """

    def __init__(self, theme: Theme) -> None:
        self._theme = theme
        self._grounds: dict[int, tuple[QColor, list[QRectF]]] = {}
        self._parts: dict[Part, list[QRectF]] = {}
        self._hatched: list[QRectF] = []
        self._outlines: dict[int, tuple[QColor, list[QRectF]]] = {}

    def ground(self, area: QRectF, color: QColor) -> None:
        """A rectangle of one colour."""
        self._grounds.setdefault(color.rgba(), (color, []))[1].append(area)

    def part(self, area: QRectF, part: Part) -> None:
        """A part of a bar."""
        self._parts.setdefault(part, []).append(area)

    def hatch(self, area: QRectF) -> None:
        """Mark a rectangle as resting on a stand-in."""
        self._hatched.append(area)

    def outline(self, area: QRectF, color: QColor) -> None:
        """An empty rectangle on whole pixels."""
        left, top = round(area.left()) + 0.5, round(area.top()) + 0.5
        width, height = max(round(area.width()) - 1, 1), max(round(area.bottom()) - 0.5 - top, 0)
        self._outlines.setdefault(color.rgba(), (color, []))[1].append(QRectF(left, top, width, height))

    def paint(self, painter: QPainter) -> None:
        """Paint everything collected."""
        painter.setPen(Qt.PenStyle.NoPen)
        for color, areas in self._grounds.values():
            painter.setBrush(color)
            painter.drawRects(areas)
        for part, areas in self._parts.items():
            self._paint_part(painter, part, areas)
        if self._hatched:
            is_wide = self._hatched[0].width() >= _NARROW
            stripes = faded(self._theme.surface, _HATCH_ALPHA if is_wide else _TEXTURE_ALPHA)
            pattern = Qt.BrushStyle.BDiagPattern if is_wide else Qt.BrushStyle.SolidPattern
            painter.setBrush(QBrush(stripes, pattern))
            painter.drawRects(self._hatched)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for color, areas in self._outlines.values():
            painter.setPen(QPen(color, 1))
            painter.drawRects(areas)

    def _paint_part(self, painter: QPainter, part: Part, areas: list[QRectF]) -> None:
        painter.setBrush(part_color(self._theme, part))
        painter.drawRects(areas)
        texture = _TEXTURES.get(part)
        if texture is not None and areas[0].width() >= _NARROW:
            painter.setBrush(QBrush(faded(self._theme.surface, _TEXTURE_ALPHA), texture))
            painter.drawRects(areas)
