"""Paints the cache chart: measured fills, predicted outlines, the hit ratio as a line, marks where prefixes break."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from inspector.app import axis
from inspector.app.cache.bars import CacheBar
from inspector.app.wording import numbers
from inspector.gui.charts.bar_chart import ChartState
from inspector.gui.charts.bar_layout import AXIS_HEIGHT, AXIS_WIDTH, BarLayout, View
from inspector.gui.charts.looks import faded, fill_part, outline
from inspector.gui.docks.cache.family_marks import paint_mark
from inspector.gui.theme import SMALL_PX, Theme, body_font

_AXIS_PX: Final = SMALL_PX - 1
RATIO_AXIS: Final = 30
"""Room for the axis of the hit ratio at the right."""
MARK_ROOM: Final = 12
"""Room for marks above the bars."""
_MARK: Final = 4.5
_DOT: Final = 1.5
_RATIO_ALPHA: Final = 120
_SIDE_OPACITY: Final = 0.4
_WIDER: Final = 2.0
"""By how much an outline stands out beyond the bar it predicts, on either side."""


def layout_of(area: QRectF, bars: Sequence[CacheBar], view: View) -> BarLayout:
    """Places for the bars in view, with room for marks above and the ratio's axis at the right."""
    shown = bars[view.first : view.first + view.count]
    highest = max((bar.highest for bar in shown), default=0)
    inside = area.adjusted(0, MARK_ROOM, -RATIO_AXIS, 0)
    return BarLayout(inside, view, axis.ticks(highest, most=_most(area))[-1])


def _most(area: QRectF) -> int:
    return max(2, min(5, int(area.height() / 34)))


@dataclass(frozen=True, slots=True)
class CachePainter:
    """One painting.

    Attributes:
        painter: onto what.
        layout: places.
        bars: all bars.
        state: what is in view and selected.
        theme: colours.
    """

    painter: QPainter
    layout: BarLayout
    bars: Sequence[CacheBar]
    state: ChartState
    theme: Theme

    def paint(self) -> None:
        """Paint everything."""
        self.painter.setFont(body_font(pixels=_AXIS_PX))
        self._columns()
        self._grid()
        for position in self._visible():
            self._bar(position)
        self._replays()
        self._ratio()
        self._marks()
        self._numbers()

    def _visible(self) -> range:
        view = self.state.view
        return range(view.first, min(view.first + view.count, len(self.bars)))

    def _columns(self) -> None:
        """Backgrounds of the selected and the hovered column, up to the marks."""
        for position, color in (
            (self.state.hovered, self.theme.hover),
            (self.state.selected, self.theme.accent_tint),
        ):
            if position not in self._visible():
                continue
            place = self.layout.place(position).adjusted(0, -MARK_ROOM, 0, 0)
            self.painter.fillRect(place, color)
            if position == self.state.selected and self.state.focused:
                outline(self.painter, place, self.theme.accent)

    def _grid(self) -> None:
        plot = self.layout.plot
        for value in axis.ticks(self.layout.top, most=_most(self.layout.area)):
            y = round(self.layout.y(value)) + 0.5
            self.painter.setPen(QPen(self.theme.faint_line if value else self.theme.line, 1))
            self.painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y))
            area = QRectF(self.layout.area.left(), y - 9, AXIS_WIDTH - 6, 18)
            self._text(
                area, axis.short(value, self.layout.top), self.theme.faint, Qt.AlignmentFlag.AlignRight
            )
        for share in (0.0, 0.5, 1.0):
            y = plot.bottom() - plot.height() * share
            area = QRectF(plot.right() + 4, y - 9, RATIO_AXIS + 4, 18)
            self._text(area, f"{share:.0%}", self.theme.faint, Qt.AlignmentFlag.AlignLeft)

    def _bar(self, position: int) -> None:
        bar = self.bars[position]
        base = 0
        self.painter.setOpacity(_SIDE_OPACITY if bar.is_side_call else 1.0)
        for part, tokens in bar.parts:
            if tokens:
                fill_part(self.painter, self.layout.bar(position, tokens, base=base), part, self.theme)
            base += tokens
        self.painter.setOpacity(1.0)
        if bar.predicted_total is not None and not bar.parts:
            outline(
                self.painter, self.layout.bar(position, bar.predicted_total), self.theme.faint, dashed=True
            )
        if bar.predicted_read is not None:
            self._predicted(position, bar.predicted_read, disagrees=bar.verdict.disagrees)
        elif not bar.parts:
            self._unknown(position)

    def _predicted(self, position: int, tokens: int, *, disagrees: bool) -> None:
        """The predicted read as an outline that stands out beside the fill."""
        color = self.theme.error if disagrees else self.theme.muted
        room = min(_WIDER, self.layout.slot * 0.1)
        area = self.layout.bar(position, tokens).adjusted(-room, 0, room, 0)
        outline(self.painter, area, color, dashed=self.bars[position].is_replayed)

    def _unknown(self, position: int) -> None:
        area = self.layout.bar(position, self.layout.top * 0.08)
        outline(self.painter, area, self.theme.faint, dashed=True)
        if area.width() >= 9:
            self._text(area, "?", self.theme.faint, Qt.AlignmentFlag.AlignHCenter)

    def _replays(self) -> None:
        """Reads predicted by replays A and B: a broken and a solid line."""
        looks = ((self.theme.muted, Qt.PenStyle.DashLine), (self.theme.accent, Qt.PenStyle.SolidLine))
        for side, (color, style) in enumerate(looks):
            heights = [(position, self.bars[position].replayed[side]) for position in self._visible()]
            known = [(position, self.layout.y(value)) for position, value in heights if value is not None]
            self._line(known, QPen(color, 1.5, style), color)

    def _ratio(self) -> None:
        plot = self.layout.plot
        main = (position for position in self._visible() if not self.bars[position].is_side_call)
        ratios = [(position, self.bars[position].ratio) for position in main]
        places = [
            (position, plot.bottom() - plot.height() * min(1.0, ratio))
            for position, ratio in ratios
            if ratio is not None
        ]
        self._line(places, QPen(faded(self.theme.text, _RATIO_ALPHA), 1), self.theme.text)

    def _line(self, places: list[tuple[int, float]], pen: QPen, color: QColor) -> None:
        """A line through the middles of columns; gaps where a figure is unknown, none at side calls."""
        self.painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        points = [QPointF(self.layout.place(position).center().x(), y) for position, y in places]
        start = 0
        for end in range(1, len(places) + 1):
            if end < len(places) and self._follows(places[end - 1][0], places[end][0]):
                continue
            self.painter.setPen(pen)
            self.painter.drawPolyline(QPolygonF(points[start:end]))
            start = end
        if self.layout.slot >= 12:
            self.painter.setPen(QPen(self.theme.surface, 1))
            self.painter.setBrush(color)
            for point in points:
                self.painter.drawEllipse(point, _DOT + 0.5, _DOT + 0.5)
        self.painter.setBrush(Qt.BrushStyle.NoBrush)
        self.painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)

    def _follows(self, position: int, later: int) -> bool:
        """Whether nothing but side calls lies between two requests."""
        return all(self.bars[between].is_side_call for between in range(position + 1, later))

    def _marks(self) -> None:
        for position in self._visible():
            bar = self.bars[position]
            if bar.family is None:
                continue
            place = self.layout.place(position)
            center = QPointF(place.center().x(), self.layout.plot.top() - MARK_ROOM + 2)
            radius = min(_MARK, max(2.0, self.layout.slot / 2))
            hollow = not bar.verdict.lost
            paint_mark(self.painter, center, radius, bar.family, self.theme, hollow=hollow)

    def _numbers(self) -> None:
        step = axis.label_step(self.state.view.count, self.layout.plot.width())
        for position in self._visible():
            if position % step:
                continue
            place = self.layout.place(position)
            area = QRectF(place.center().x() - 20, self.layout.plot.bottom() + 3, 40, AXIS_HEIGHT - 4)
            chosen = position == self.state.selected
            color = self.theme.accent if chosen else self.theme.faint
            self._text(area, numbers.group(self.bars[position].number), color, Qt.AlignmentFlag.AlignHCenter)

    def _text(self, area: QRectF, text: str, color: QColor, align: Qt.AlignmentFlag) -> None:
        self.painter.setPen(color)
        flags = align | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
        self.painter.drawText(area, int(flags), text)
