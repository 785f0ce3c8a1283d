"""Where the bars, ticks and lines of a chart stand, for a picture of fixed size that scales with the page."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from inspector.reports.model import Bar, Chart
from inspector.reports.tables import shown

WIDTH: Final = 1000
HEIGHT: Final = 240
_LEFT, _TOP, _BOTTOM, _RIGHT = 64, 18, 26, 8
_TICKS: Final = 4
_WIDEST_BAR: Final = 42.0
_MOST_LABELS: Final = 26


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle of a kind."""

    kind: str
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Column:
    """One bar, laid out.

    Attributes:
        bar: what it shows.
        boxes: its parts.
        outline: what it is compared with.
        middle, top: where label and mark stand.
        label: "" where there is no room for one.
    """

    bar: Bar
    boxes: tuple[Box, ...]
    outline: Box | None
    middle: float
    top: float
    label: str


@dataclass(frozen=True, slots=True)
class Layout:
    """A chart, laid out.

    Attributes:
        chart: what it shows.
        columns: its bars.
        ticks: (y, words) of the scale.
        lines: (y, words) of limits.
    """

    chart: Chart
    columns: tuple[Column, ...]
    ticks: tuple[tuple[float, str], ...]
    lines: tuple[tuple[float, str], ...]


def lay_out(chart: Chart) -> Layout:
    """Place everything in a picture of `WIDTH` by `HEIGHT`."""
    highest = max((_height(bar) for bar in chart.bars), default=0.0)
    shown_lines = [line for line in chart.lines if line[1] <= 1.6 * highest]
    top = _round_up(max([highest, *(value for _, value in shown_lines)]))

    def y(value: float) -> float:
        return round(HEIGHT - _BOTTOM - value / top * (HEIGHT - _TOP - _BOTTOM), 2)

    ticks = [top * step / _TICKS for step in range(_TICKS + 1)]
    return Layout(
        chart,
        tuple(_columns(chart, y(0), lambda value: y(0) - y(value))),
        tuple((y(tick), shown(round(tick))) for tick in ticks),
        tuple((y(value), f"{name} {shown(round(value))}") for name, value in shown_lines),
    )


def _columns(chart: Chart, floor: float, height: Callable[[float], float]) -> Iterator[Column]:
    slot = (WIDTH - _LEFT - _RIGHT) / max(1, len(chart.bars))
    width = min(_WIDEST_BAR, slot * 0.72)
    every = math.ceil(len(chart.bars) / _MOST_LABELS)
    for number, bar in enumerate(chart.bars):
        middle = _LEFT + slot * (number + 0.5)
        left, base = round(middle - width / 2, 2), floor
        boxes = []
        for kind, amount in bar.parts:
            tall = height(amount)
            base = round(base - tall, 2)
            boxes.append(Box(kind, left, base, round(width, 2), round(tall, 2)))
        outline = None
        if bar.outline is not None:
            tall = height(bar.outline)
            outline = Box("outline", left, round(floor - tall, 2), round(width, 2), round(tall, 2))
        label = bar.label if number % every == 0 else ""
        yield Column(
            bar, tuple(boxes), outline, round(middle, 2), round(floor - height(_height(bar)), 2), label
        )


def _height(bar: Bar) -> float:
    return max(sum(amount for _, amount in bar.parts), bar.outline or 0.0)


def _round_up(value: float) -> float:
    """The next round number, so that the ticks are round too."""
    if value <= 0:
        return float(_TICKS)
    magnitude = 10.0 ** math.floor(math.log10(value))
    return next(
        step * magnitude for step in (1, 1.2, 1.6, 2, 2.4, 3.2, 4, 6, 8, 10) if step * magnitude >= value
    )
