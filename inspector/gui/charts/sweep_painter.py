"""Paints a sweep: a line with a dot a value, or cells whose strength of colour is the measure, each with its figure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from inspector.app import axis
from inspector.app.i18n import translate
from inspector.app.replay.sweep_grid import SweepGrid
from inspector.app.wording import settings as setting_words
from inspector.app.wording.sweep import amount, short_value
from inspector.gui.charts.looks import faded
from inspector.gui.theme import SMALL_PX, Theme, body_font

_BOTTOM: Final = 36
_TOP: Final = 14
_RIGHT: Final = 16
_LINE_LEFT: Final = 54
_HEAT_LEFT: Final = 104
_DOT: Final = 4.0
_RING: Final = 7.0
_LOWEST_ALPHA: Final = 22
_HIGHEST_ALPHA: Final = 215

Place = tuple[int, int]


@dataclass(frozen=True, slots=True)
class SweepLayout:
    """Places in the chart.

    Attributes:
        area: the whole chart.
        plot: its inside.
        columns, rows: of the grid.
        top: amount at the upper end of a line chart's axis.
    """

    area: QRectF
    plot: QRectF
    columns: int
    rows: int
    top: float

    @classmethod
    def of(cls, area: QRectF, grid: SweepGrid) -> SweepLayout:
        """Places for a grid."""
        left = _HEAT_LEFT if len(grid.axes) > 1 else _LINE_LEFT
        plot = area.adjusted(left, _TOP, -_RIGHT, -_BOTTOM)
        highest = max(grid.values(), default=0.0)
        return cls(area, plot, max(grid.columns, 1), max(grid.rows, 1), axis.ticks(highest, most=4)[-1])

    def cell(self, column: int, row: int) -> QRectF:
        """The area of a combination; rows grow upwards."""
        width, height = self.plot.width() / self.columns, self.plot.height() / self.rows
        top = self.plot.bottom() - (row + 1) * height
        return QRectF(self.plot.left() + column * width, top, width, height)

    def x(self, place: float) -> float:
        """The middle of a column; places between two lie between."""
        return self.plot.left() + (place + 0.5) * self.plot.width() / self.columns

    def y(self, value: float) -> float:
        """Height of an amount in a line chart."""
        return self.plot.bottom() - self.plot.height() * value / self.top

    def at(self, point: QPointF, grid: SweepGrid) -> Place:
        """The combination at a point; (−1, −1) = none."""
        if not grid.columns or not self.plot.contains(point):
            return (-1, -1)
        column = int((point.x() - self.plot.left()) / self.plot.width() * self.columns)
        row = int((self.plot.bottom() - point.y()) / self.plot.height() * self.rows)
        return min(column, self.columns - 1), min(row, self.rows - 1)


def paint_sweep(
    painter: QPainter,
    layout: SweepLayout,
    grid: SweepGrid,
    *,
    current: tuple[float | None, float | None],
    hovered: Place,
    selected: Place,
    colors: Theme,
) -> None:
    """Paint everything."""
    if not grid.axes:
        return
    painting = _Painting(painter, layout, grid, colors)
    if len(grid.axes) > 1:
        painting.heat(current, hovered, selected)
    else:
        painting.line(current[0], hovered, selected)


class _Painting:
    def __init__(self, painter: QPainter, layout: SweepLayout, grid: SweepGrid, colors: Theme) -> None:
        self.painter = painter
        self.layout = layout
        self.grid = grid
        self.colors = colors
        painter.setFont(body_font(pixels=SMALL_PX - 1))

    # -- line

    def line(self, current: float | None, hovered: Place, selected: Place) -> None:
        """One setting."""
        for place, color in ((hovered, self.colors.hover), (selected, self.colors.accent_tint)):
            if place[0] >= 0:
                self.painter.fillRect(self.layout.cell(place[0], 0), color)
        self._scale()
        self._columns()
        self._current_column(current)
        self._path()

    def _scale(self) -> None:
        plot = self.layout.plot
        for value in axis.ticks(self.layout.top, most=4):
            y = round(self.layout.y(value)) + 0.5
            self.painter.setPen(QPen(self.colors.faint_line if value else self.colors.line, 1))
            self.painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y))
            area = QRectF(self.layout.area.left(), y - 9, _LINE_LEFT - 8, 18)
            self._text(
                area, amount(self.grid, value, short=True), self.colors.faint, Qt.AlignmentFlag.AlignRight
            )

    def _path(self) -> None:
        self.painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        points = [
            (QPointF(self.layout.x(column), self.layout.y(spot.value)), spot.star)
            for column in range(self.grid.columns)
            if (spot := self.grid.spot(column)).value is not None
        ]
        self.painter.setPen(QPen(self.colors.accent, 2))
        self.painter.setBrush(Qt.BrushStyle.NoBrush)
        self.painter.drawPolyline(QPolygonF([point for point, _ in points]))
        for point, star in points:
            self.painter.setBrush(self.colors.surface if star else self.colors.accent)
            self.painter.drawEllipse(point, _DOT, _DOT)
        self.painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)

    def _current_column(self, current: float | None) -> None:
        if current is None:
            return
        x, plot = round(self.layout.x(current)) + 0.5, self.layout.plot
        self.painter.setPen(QPen(self.colors.folded, 1, Qt.PenStyle.DashLine))
        self.painter.drawLine(QPointF(x, plot.top() - 4), QPointF(x, plot.bottom()))
        text = translate("Charts", "now")
        self._text(
            QRectF(x + 3, plot.top() - 12, 60, 16), text, self.colors.folded, Qt.AlignmentFlag.AlignLeft
        )

    # -- heat map

    def heat(self, current: tuple[float | None, float | None], hovered: Place, selected: Place) -> None:
        """Two settings."""
        self._columns()
        self._row_names()
        for row in range(self.grid.rows):
            for column in range(self.grid.columns):
                self._cell(column, row)
        for place, color, width in ((hovered, self.colors.muted, 1), (selected, self.colors.accent, 2)):
            if place[0] >= 0:
                self._frame(self.layout.cell(*place), color, width)
        if current[0] is not None and current[1] is not None:
            self._current_cell(current[0], current[1])

    def _current_cell(self, across: float, up: float) -> None:
        """A frame around the cell of the current settings, or a ring where they lie between cells."""
        if across == int(across) and up == int(up):
            cell = self.layout.cell(int(across), int(up))
            self._frame(cell.adjusted(2, 2, -2, -2), self.colors.folded, 2)
            return
        height = self.layout.plot.height() / self.layout.rows
        y = self.layout.plot.bottom() - (up + 0.5) * height
        self.painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.painter.setPen(QPen(self.colors.folded, 3))
        self.painter.setBrush(Qt.BrushStyle.NoBrush)
        self.painter.drawEllipse(QPointF(self.layout.x(across), y), _RING, _RING)
        self.painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)

    def _cell(self, column: int, row: int) -> None:
        spot = self.grid.spot(column, row)
        area = self.layout.cell(column, row).adjusted(1, 1, -1, -1)
        if spot.value is None:
            self.painter.fillRect(area, self.colors.panel)
            self._text(area, "·", self.colors.faint, Qt.AlignmentFlag.AlignHCenter)
            return
        values = self.grid.values()
        span = max(values) - min(values)
        share = (spot.value - min(values)) / span if span else 0.5
        alpha = round(_LOWEST_ALPHA + share * (_HIGHEST_ALPHA - _LOWEST_ALPHA))
        self.painter.fillRect(area, faded(self.colors.accent, alpha))
        if area.width() >= 34 and area.height() >= 14:
            dark = share > 0.55
            text = amount(self.grid, spot.value, short=True) + ("*" if spot.star else "")
            color = self.colors.on_accent if dark else self.colors.text
            self._text(area, text, color, Qt.AlignmentFlag.AlignHCenter)

    def _row_names(self) -> None:
        second = self.grid.axes[1]
        for row, value in enumerate(second.values):
            cell = self.layout.cell(0, row)
            area = QRectF(self.layout.area.left() + 8, cell.top(), _HEAT_LEFT - 16, cell.height())
            self._text(area, short_value(second.spec, value), self.colors.muted, Qt.AlignmentFlag.AlignRight)
        name = QRectF(self.layout.area.left() + 8, self.layout.area.top() - 2, _HEAT_LEFT + 120, 16)
        self._text(name, setting_words.name_of(second.spec), self.colors.faint, Qt.AlignmentFlag.AlignLeft)

    def _frame(self, area: QRectF, color: QColor, width: int) -> None:
        self.painter.setPen(QPen(color, width))
        self.painter.setBrush(Qt.BrushStyle.NoBrush)
        self.painter.drawRect(area)

    # -- both

    def _columns(self) -> None:
        """Values below the plot, and the name of the setting."""
        first, plot = self.grid.axes[0], self.layout.plot
        step = axis.label_step(self.grid.columns, plot.width(), least=52)
        for column in range(0, self.grid.columns, step):
            area = QRectF(self.layout.x(column) - 40, plot.bottom() + 2, 80, 16)
            text = short_value(first.spec, first.values[column])
            self._text(area, text, self.colors.muted, Qt.AlignmentFlag.AlignHCenter)
        name = QRectF(plot.left(), plot.bottom() + 18, plot.width(), 16)
        self._text(name, setting_words.name_of(first.spec), self.colors.faint, Qt.AlignmentFlag.AlignHCenter)

    def _text(self, area: QRectF, text: str, color: QColor, align: Qt.AlignmentFlag) -> None:
        self.painter.setPen(color)
        room = int(area.width())
        shown = self.painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, room)
        self.painter.drawText(area, int(align | Qt.AlignmentFlag.AlignVCenter), shown)
