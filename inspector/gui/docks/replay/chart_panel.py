"""The middle of the replay tab: the chart of prompts with its heading and legend, and the same figures as a table."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QEvent, QRectF, Signal
from PySide6.QtGui import QPainter, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QStackedWidget, QToolButton, QVBoxLayout, QWidget

from inspector.app.replay.bar_table import bar_heads, bar_rows
from inspector.app.replay.prompt_bars import (
    BarView,
    Part,
    PromptBars,
    has_measured,
    measured_bars,
    predicted_bars,
)
from inspector.app.wording import replay as words
from inspector.gui.charts.legend import Legend, LegendItem
from inspector.gui.charts.looks import faded, fill_part, hatch, outline
from inspector.gui.charts.prompt_chart import PromptChart
from inspector.gui.charts.table import DataTable
from inspector.gui.docks.replay.controller import ReplayController
from inspector.gui.docks.replay.controls.choices import QuietCombo
from inspector.gui.theme import SMALL_PX, Space, Theme, body_font

_AUTOMATIC = "automatic"


class ChartPanel(QWidget):
    """Bars of the requests, or their table.

    Attributes:
        chart, table, legend, views, as_table: its parts.
        bars_changed: emitted with `PromptBars` after other bars are shown.
    """

    bars_changed = Signal(object)

    def __init__(self, controller: ReplayController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._controller = controller
        self._title = QLabel(self)
        self._title.setFont(body_font(medium=True))
        self.legend = Legend(self)
        self.views = QuietCombo(self)
        self.views.setProperty("small", True)
        self.views.setFont(body_font(pixels=SMALL_PX))
        for name in (_AUTOMATIC, *BarView):
            self.views.addItem(name, name)
        self.as_table = QToolButton(self)
        self.as_table.setCheckable(True)
        self.as_table.setFont(body_font(pixels=SMALL_PX))
        self.chart = PromptChart(self)
        self.table = DataTable(self)
        self._stack = QStackedWidget(self)
        self._stack.addWidget(self.chart)
        self._stack.addWidget(self.table)
        self._lay_out()
        self._connect()
        self._word()

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setContentsMargins(Space.L, Space.XS, Space.M, 0)
        head.setSpacing(Space.M)
        head.addWidget(self._title)
        head.addWidget(self.views)
        head.addWidget(self.legend, 1)
        head.addWidget(self.as_table)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, Space.XS)
        column.setSpacing(2)
        column.addLayout(head)
        column.addWidget(self._stack, 1)

    def _connect(self) -> None:
        controller = self._controller
        controller.result_changed.connect(self.show_result)
        controller.selected_changed.connect(self._on_selected)
        self.chart.bar_chosen.connect(controller.choose)
        self.chart.bar_activated.connect(controller.choose)
        self.table.row_chosen.connect(controller.choose)
        self.views.activated.connect(self._on_view)
        self.as_table.toggled.connect(self._on_table)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._make_room()

    def _make_room(self) -> None:
        """The legend matters more than the heading: where both do not fit, the heading goes."""
        parts = (self._title, self.views, self.legend, self.as_table)
        wanted = sum(part.sizeHint().width() for part in parts) + Space.L + 5 * Space.M
        self._title.setVisible(wanted <= self.width())

    # -- showing

    @property
    def view(self) -> BarView:
        """Which figures are shown: as chosen, else measured ones for as long as nothing is changed."""
        chosen = self.views.currentData()
        recorded = self._controller.recorded
        known = recorded is not None and has_measured(recorded, self._controller.records)
        if chosen == _AUTOMATIC:
            state = self._controller.state
            untouched = not state.changes() and state.pinned is None
            return BarView.MEASURED if untouched and known else BarView.PREDICTED
        return BarView(chosen)

    def show_result(self) -> None:
        """Show what there is."""
        bars = self._bars()
        self.chart.show_bars(bars)
        if self.as_table.isChecked():
            self._show_table(bars)
        self.legend.show_items(_legend(bars))
        self._make_room()
        self._word_title()
        self.bars_changed.emit(bars)

    def _bars(self) -> PromptBars:
        controller = self._controller
        result, recorded = controller.result, controller.recorded
        if result is None:
            return PromptBars()
        if self.view is BarView.MEASURED and recorded is not None:
            return measured_bars(recorded, controller.records)
        return predicted_bars(result, controller.records, recorded=recorded, rival=controller.comparison)

    def _show_table(self, bars: PromptBars) -> None:
        self.table.show_rows(bar_heads(bars), bar_rows(bars))
        self.table.select_row(self._controller.selected)

    def _on_selected(self, position: int) -> None:
        self.chart.select(position)
        self.table.select_row(position)

    def _on_view(self, _position: int) -> None:
        self.show_result()

    def _on_table(self, on: bool) -> None:
        if on:
            self._show_table(self.chart.bars)
        self._stack.setCurrentWidget(self.table if on else self.chart)

    # -- words

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._word()
            self.show_result()

    def _word(self) -> None:
        self._word_title()
        self.views.setToolTip(self.tr("Which figures are shown; measured and predicted ones are never mixed"))
        self.views.setAccessibleName(self.tr("Figures"))
        self.views.setItemText(0, self.tr("automatic"))
        for position, kind in enumerate(BarView, start=1):
            self.views.setItemText(position, words.view(kind))
        self.as_table.setText(self.tr("Table"))
        self.as_table.setToolTip(self.tr("Show the figures as a table"))
        self.chart.setAccessibleName(self.tr("Prompt sent per request"))
        self.table.setAccessibleName(self.tr("Prompt sent per request, as a table"))

    def _word_title(self) -> None:
        self._title.setText(self.tr("Prompt sent per request"))
        if self.views.currentData() == _AUTOMATIC:
            self.views.setItemText(0, words.view(self.view))


def _legend(bars: PromptBars) -> list[LegendItem]:
    items = [
        LegendItem(partial(_part_swatch, part), words.part(part), words.part_tip(part)) for part in bars.parts
    ]
    if bars.compares:
        items.append(LegendItem(_rival_swatch, words.rival(), words.rival_tip()))
    if bars.has_outline:
        items.append(LegendItem(_outline_swatch, words.recorded(), words.recorded_tip()))
    if bars.has_stand_in:
        items.append(LegendItem(_stand_in_swatch, words.stand_in(), words.stand_in_tip()))
    return items


def _part_swatch(part: Part, painter: QPainter, area: QRectF, theme: Theme) -> None:
    fill_part(painter, area, part, theme)


def _stand_in_swatch(painter: QPainter, area: QRectF, theme: Theme) -> None:
    painter.fillRect(area, theme.cache_read)
    hatch(painter, area, theme)
    outline(painter, area, theme.cache_read)


def _rival_swatch(painter: QPainter, area: QRectF, theme: Theme) -> None:
    painter.fillRect(area, faded(theme.faint, 150))
    outline(painter, area, theme.muted)


def _outline_swatch(painter: QPainter, area: QRectF, theme: Theme) -> None:
    outline(painter, area, theme.muted)
