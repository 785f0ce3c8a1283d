"""The chart of prompts per request: bars of a replay or of what was measured."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from inspector.app.replay.prompt_bars import PromptBars
from inspector.app.wording.replay import bar_text
from inspector.gui import theme
from inspector.gui.charts.bar_chart import BarChart, ChartState
from inspector.gui.charts.bar_layout import BarLayout
from inspector.gui.charts.prompt_painter import layout_of, paint_chart


class PromptChart(BarChart):
    """Bars of requests."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bars = PromptBars()

    @property
    def bars(self) -> PromptBars:
        """What is shown."""
        return self._bars

    def show_bars(self, bars: PromptBars) -> None:
        """Show other bars; as many as before keep zoom and place."""
        same = len(bars.bars) == len(self._bars.bars)
        self._bars = bars
        self.refresh(keep_view=same)

    @property
    def count(self) -> int:
        """See `BarChart.count`."""
        return len(self._bars.bars)

    def layout_now(self) -> BarLayout:
        """See `BarChart.layout_now`."""
        return layout_of(self.area(), self._bars, self.view)

    def paint_bars(self, painter: QPainter, area: QRectF, state: ChartState) -> None:
        """See `BarChart.paint_bars`."""
        paint_chart(painter, area, self._bars, state, theme.current())

    def text_of(self, position: int) -> str:
        """See `BarChart.text_of`."""
        return bar_text(self._bars.bars[position], self._bars)
