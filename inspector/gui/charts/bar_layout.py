"""Where bars stand: the plot inside a chart, the slots of the bars in view, heights of amounts."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from PySide6.QtCore import QRectF

AXIS_WIDTH: Final = 38
AXIS_HEIGHT: Final = 20
TOP_ROOM: Final = 10
RIGHT_ROOM: Final = 8
LEAST_SLOT: Final = 4.0
"""Narrowest place of a bar in pixels; more bars than fit are scrolled."""
_WIDEST_BAR: Final = 40.0
_FILL_SHARE: Final = 0.76


@dataclass(frozen=True, slots=True)
class View:
    """The bars in view.

    Attributes:
        first: position of the leftmost one.
        count: how many.
    """

    first: int
    count: int

    @classmethod
    def whole(cls, total: int, width: float) -> View:
        """Everything, or the last bars that fit."""
        count = min(total, max(1, int(width / LEAST_SLOT)))
        return cls(total - count, count)

    def clamped(self, total: int) -> View:
        """The nearest view that lies inside `total` bars."""
        count = max(1, min(self.count, total))
        return View(min(max(self.first, 0), max(total - count, 0)), count)

    def zoomed(self, factor: float, at: int, total: int, width: float) -> View:
        """More (factor < 1) or fewer bars, the one at position `at` staying where it is."""
        most = View.whole(total, width).count
        count = min(max(round(self.count * factor), min(4, total)), most)
        if count == self.count:
            count = min(max(count + (1 if factor > 1 else -1), min(4, total)), most)
        share = (at - self.first) / max(self.count, 1)
        return View(round(at - share * count), count).clamped(total)

    def holding(self, position: int, total: int) -> View:
        """The nearest view that holds a bar."""
        if self.first <= position < self.first + self.count or position < 0:
            return self
        first = position if position < self.first else position - self.count + 1
        return View(first, self.count).clamped(total)


@dataclass(frozen=True, slots=True)
class BarLayout:
    """Places in a chart.

    Attributes:
        area: the whole chart.
        view: the bars in view.
        top: amount at the upper end of the axis.
        plot: where bars are drawn.
        slot: width of a bar's place.
    """

    area: QRectF
    view: View
    top: float
    plot: QRectF = field(init=False)
    slot: float = field(init=False)

    def __post_init__(self) -> None:
        # Kept, since every rectangle of every bar asks for them.
        object.__setattr__(self, "plot", plot_of(self.area))
        object.__setattr__(self, "slot", self.plot.width() / max(self.view.count, 1))

    def place(self, position: int) -> QRectF:
        """The whole column of a bar."""
        plot = self.plot
        left = plot.left() + (position - self.view.first) * self.slot
        return QRectF(left, plot.top(), self.slot, plot.height())

    def bar(self, position: int, amount: float, *, base: float = 0.0, half: int = 0) -> QRectF:
        """The rectangle between two amounts; `half` −1 or 1 for the left or right of two bars."""
        width = min(self.slot * _FILL_SHARE, _WIDEST_BAR)
        left = self.plot.left() + (position - self.view.first + 0.5) * self.slot - width / 2
        if half:
            width /= 2
            left += width if half > 0 else 0
        upper, lower = self.y(base + amount), self.y(base)
        return QRectF(left, upper, width, lower - upper)

    def y(self, amount: float) -> float:
        """Height of an amount."""
        plot = self.plot
        return plot.bottom() - plot.height() * amount / self.top

    def position(self, x: float, total: int) -> int:
        """The bar at a horizontal place, −1 = none."""
        plot = self.plot
        if not plot.left() <= x <= plot.right():
            return -1
        found = self.view.first + int((x - plot.left()) / self.slot)
        return found if 0 <= found < total else -1


def plot_of(area: QRectF) -> QRectF:
    """The inside of a chart, without its axes."""
    return area.adjusted(AXIS_WIDTH, TOP_ROOM, -RIGHT_ROOM, -AXIS_HEIGHT)
