"""The cache chart as a widget."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QWidget

from inspector.app.cache.bars import CacheBar
from inspector.app.cache.families import Family
from inspector.app.i18n import translate
from inspector.app.replay.prompt_bars import Part
from inspector.app.wording import cache as words
from inspector.app.wording.replay import part, part_tip
from inspector.gui import theme
from inspector.gui.charts.bar_chart import BarChart, ChartState
from inspector.gui.charts.bar_layout import BarLayout
from inspector.gui.charts.legend import LegendItem
from inspector.gui.charts.looks import fill_part, outline
from inspector.gui.docks.cache.family_marks import paint_mark
from inspector.gui.docks.cache.painter import CachePainter, layout_of
from inspector.gui.theme import Theme


class CacheChart(BarChart):
    """Requests as bars: what was measured as fill, what was predicted as outline."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bars: tuple[CacheBar, ...] = ()

    @property
    def bars(self) -> tuple[CacheBar, ...]:
        """What is shown."""
        return self._bars

    def show_bars(self, bars: tuple[CacheBar, ...]) -> None:
        """Show other bars; the same requests keep zoom and place."""
        same = [bar.verdict.record.index for bar in bars] == [bar.verdict.record.index for bar in self._bars]
        self._bars = bars
        self.refresh(keep_view=same)

    @property
    def count(self) -> int:
        """See `BarChart.count`."""
        return len(self._bars)

    def layout_now(self) -> BarLayout:
        """See `BarChart.layout_now`."""
        return layout_of(self.area(), self._bars, self.view)

    def paint_bars(self, painter: QPainter, area: QRectF, state: ChartState) -> None:
        """See `BarChart.paint_bars`."""
        layout = layout_of(area, self._bars, state.view)
        CachePainter(painter, layout, self._bars, state, theme.current()).paint()

    def text_of(self, position: int) -> str:
        """See `BarChart.text_of`."""
        return words.bar_text(self._bars[position])


def bar_legend(bars: tuple[CacheBar, ...]) -> list[LegendItem]:
    """Bars and lines that occur in a chart, with their looks."""
    parts = {kind for bar in bars for kind, _ in bar.parts}
    items = [LegendItem(partial(_part, kind), part(kind), part_tip(kind)) for kind in Part if kind in parts]
    if any(bar.predicted_read is not None for bar in bars):
        items.append(
            LegendItem(
                _outline,
                translate("Cache", "predicted read"),
                translate(
                    "Cache",
                    "What the provider's published rules say it should have read; red where it differs by more than "
                    "5 %, dotted where it rests on a replayed prompt.",
                ),
            )
        )
    if any(bar.ratio is not None for bar in bars):
        tip = translate("Cache", "Measured: share of the prompt that was read from the cache.")
        items.append(LegendItem(_ratio, translate("Cache", "hit ratio"), tip))
    return items


def mark_legend(bars: tuple[CacheBar, ...]) -> list[LegendItem]:
    """Replays and the families of causes that occur in a chart, with their lines and marks."""
    items = []
    for side, name in enumerate("AB"):
        if any(bar.replayed[side] is not None for bar in bars):
            text = translate("Cache", "replay {0}").format(name)
            tip = translate("Cache", "Predicted read of the replayed prompts.")
            items.append(LegendItem(partial(_replay, side), text, tip))
    families = {bar.family for bar in bars}
    tip = translate("Cache", "Where the prefix breaks; hollow when nothing was lost by it.")
    marks = [LegendItem(partial(_mark, kind), words.family(kind), tip) for kind in Family if kind in families]
    return [*items, *marks]


def _part(kind: Part, painter: QPainter, area: QRectF, colors: Theme) -> None:
    fill_part(painter, area, kind, colors)


def _outline(painter: QPainter, area: QRectF, colors: Theme) -> None:
    outline(painter, area, colors.muted)


def _ratio(painter: QPainter, area: QRectF, colors: Theme) -> None:
    _stroke(painter, area, QPen(colors.text, 1.25))


def _replay(side: int, painter: QPainter, area: QRectF, colors: Theme) -> None:
    style = Qt.PenStyle.SolidLine if side else Qt.PenStyle.DashLine
    _stroke(painter, area, QPen(colors.accent if side else colors.muted, 1.5, style))


def _stroke(painter: QPainter, area: QRectF, pen: QPen) -> None:
    painter.setPen(pen)
    y = area.center().y()
    painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))


def _mark(kind: Family, painter: QPainter, area: QRectF, colors: Theme) -> None:
    paint_mark(painter, area.center(), 4.5, kind, colors)
