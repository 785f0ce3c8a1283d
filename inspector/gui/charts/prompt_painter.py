"""Paints requests as bars with their lines and marks, on a screen, a picture or a report."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from inspector.app import axis
from inspector.app.i18n import translate
from inspector.app.replay.prompt_bars import Bar, Part, PromptBars
from inspector.app.wording import numbers
from inspector.gui.charts.bar_chart import ChartState
from inspector.gui.charts.bar_layout import AXIS_HEIGHT, AXIS_WIDTH, BarLayout, View
from inspector.gui.charts.looks import BarBatch, faded, outline, part_color
from inspector.gui.theme import SMALL_PX, Theme, body_font

_AXIS_PX: Final = SMALL_PX - 1
_DOT: Final = 4.0
_RIVAL_ALPHA: Final = 150
_LINE_ROOM: Final = 1.5
"""A line is drawn among the bars while it lies below this many times the highest bar; else it is named alone."""


def layout_of(area: QRectF, bars: PromptBars, view: View) -> BarLayout:
    """Places for the bars in view, with room for the lines that fit among them."""
    shown = bars.bars[view.first : view.first + view.count]
    highest: float = max((bar.highest for bar in shown), default=0)
    lines = [line for line in (bars.trigger, bars.window) if line is not None]
    highest = max([highest, *(line for line in lines if line <= highest * _LINE_ROOM)])
    most = max(2, min(5, int(area.height() / 34)))
    return BarLayout(area, view, axis.ticks(highest, most=most)[-1])


def paint_chart(painter: QPainter, area: QRectF, bars: PromptBars, state: ChartState, theme: Theme) -> None:
    """Paint everything."""
    _ChartPainter(painter, layout_of(area, bars, state.view), bars, state, theme).paint()


class _ChartPainter:
    """One painting of a chart."""

    def __init__(
        self, painter: QPainter, layout: BarLayout, bars: PromptBars, state: ChartState, theme: Theme
    ) -> None:
        self.painter = painter
        self.layout = layout
        self.bars = bars
        self.state = state
        self.theme = theme
        self._rival_ground = faded(theme.faint, _RIVAL_ALPHA)
        self._edges = {part: part_color(theme, part) for part in Part}

    def paint(self) -> None:
        """Paint everything, from the ground up."""
        self.painter.setFont(body_font(pixels=_AXIS_PX))
        self._columns()
        self._grid()
        last = min(self.state.view.first + self.state.view.count, len(self.bars.bars))
        batch = BarBatch(self.theme)
        for position in range(self.state.view.first, last):
            self._bar(batch, position, self.bars.bars[position])
        batch.paint(self.painter)
        for position in range(self.state.view.first, last):
            if self.bars.bars[position].fold is not None:
                self._fold(position)
        self._lines()
        self._numbers(last)

    def _columns(self) -> None:
        """Backgrounds of the selected and the hovered column."""
        inside = range(self.state.view.first, self.state.view.first + self.state.view.count)
        if self.state.hovered in inside and self.state.hovered != self.state.selected:
            self.painter.fillRect(self.layout.place(self.state.hovered), self.theme.hover)
        if self.state.selected in inside:
            place = self.layout.place(self.state.selected)
            self.painter.fillRect(place, self.theme.accent_tint)
            if self.state.focused:
                outline(self.painter, place, self.theme.accent)

    def _grid(self) -> None:
        plot = self.layout.plot
        most = max(2, min(5, int(self.layout.area.height() / 34)))
        for value in axis.ticks(self.layout.top, most=most):
            y = round(self.layout.y(value)) + 0.5
            self.painter.setPen(QPen(self.theme.faint_line if value else self.theme.line, 1))
            self.painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y))
            area = QRectF(self.layout.area.left(), y - 9, AXIS_WIDTH - 6, 18)
            self._text(
                area, axis.short(value, self.layout.top), self.theme.faint, Qt.AlignmentFlag.AlignRight
            )

    def _bar(self, batch: BarBatch, position: int, bar: Bar) -> None:
        half = 1 if self.bars.compares else 0
        if bar.rival is not None:
            area = self.layout.bar(position, bar.rival, half=-1)
            batch.ground(area, self._rival_ground)
            batch.outline(area, self.theme.muted)
        base = 0
        for part, tokens in bar.parts:
            if tokens:
                batch.part(self.layout.bar(position, tokens, base=base, half=half), part)
            base += tokens
        if bar.stand_in and base:
            whole = self.layout.bar(position, base, half=half)
            batch.hatch(whole)
            batch.outline(whole, self._edges[bar.parts[0][0]])
        if bar.outline is not None:
            color = self.theme.text if bar.outline < base else self.theme.muted
            batch.outline(self.layout.bar(position, bar.outline), color)
        if not bar.parts and bar.outline is None:
            self._unknown(position)

    def _unknown(self, position: int) -> None:
        area = self.layout.bar(position, self.layout.top * 0.08)
        outline(self.painter, area, self.theme.faint, dashed=True)
        if area.width() >= 9:
            self._text(area, "?", self.theme.faint, Qt.AlignmentFlag.AlignHCenter)

    def _fold(self, position: int) -> None:
        """A line with a dot at the left of the first request after a fold."""
        place = self.layout.place(position)
        x = round(place.left()) + 0.5
        self.painter.setPen(QPen(self.theme.folded, 1.5))
        self.painter.drawLine(QPointF(x, place.top()), QPointF(x, place.bottom()))
        self.painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.painter.setPen(Qt.PenStyle.NoPen)
        self.painter.setBrush(self.theme.folded)
        self.painter.drawEllipse(QPointF(x, place.top()), _DOT, _DOT)
        self.painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)

    def _lines(self) -> None:
        above = []
        for value, text, color in (
            (self.bars.window, translate("Charts", "window {0}"), self.theme.error),
            (self.bars.trigger, translate("Charts", "fold above {0}"), self.theme.folded),
        ):
            if value is None:
                continue
            worded = text.format(numbers.group(int(value)))
            if value <= self.layout.top:
                self._line(value, worded, color)
            else:
                above.append((f"{worded} ↑", color))
        self._named_above(above)

    def _line(self, value: float, text: str, color: QColor) -> None:
        plot, y = self.layout.plot, round(self.layout.y(value)) + 0.5
        pen = QPen(color, 1, Qt.PenStyle.DashLine)
        self.painter.setPen(pen)
        self.painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y))
        top = y - 17 if y - 17 >= self.layout.area.top() else y + 1
        self._label(QRectF(plot.left(), top, plot.width() - 2, 16), text, color)

    def _named_above(self, texts: list[tuple[str, QColor]]) -> None:
        """Lines that lie beyond the axis, named at the upper edge one below the other."""
        plot = self.layout.plot
        for number, (text, color) in enumerate(texts):
            self._label(QRectF(plot.left(), plot.top() - 8 + 15 * number, plot.width() - 2, 16), text, color)

    def _label(self, area: QRectF, text: str, color: QColor) -> None:
        """A text at the right end of an area, readable over bars."""
        width = self.painter.fontMetrics().horizontalAdvance(text)
        ground = QRectF(area.right() - width - 3, area.top() + 1, width + 5, area.height() - 2)
        self.painter.fillRect(ground, faded(self.theme.surface, 215))
        self._text(area, text, color, Qt.AlignmentFlag.AlignRight)

    def _numbers(self, last: int) -> None:
        step = axis.label_step(self.state.view.count, self.layout.plot.width())
        for position in range(self.state.view.first, last):
            bar = self.bars.bars[position]
            if position % step:
                continue
            place = self.layout.place(position)
            area = QRectF(place.center().x() - 20, self.layout.plot.bottom() + 3, 40, AXIS_HEIGHT - 4)
            chosen = position == self.state.selected
            color = self.theme.accent if chosen else self.theme.faint
            self._text(area, bar.label, color, Qt.AlignmentFlag.AlignHCenter)

    def _text(self, area: QRectF, text: str, color: QColor, align: Qt.AlignmentFlag) -> None:
        self.painter.setPen(color)
        flags = align | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
        self.painter.drawText(area, int(flags), text)
