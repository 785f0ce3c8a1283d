"""The cache tab: chart and table of requests side by side; the break of the selected one is the inspector's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QPushButton,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from inspector.analysis.cost.cost import RequestCost, cost_of, session_cost
from inspector.analysis.cost.fold_worth import fold_worths
from inspector.analysis.cost.lifetime import lifetime_advice
from inspector.analysis.prefix.sums import CacheSum, SumBy, sums_by
from inspector.app.cache.evidence import Analysed
from inspector.app.cache.table import request_heads, request_rows, sum_heads, sum_rows
from inspector.app.cells import Cell
from inspector.app.wording import advice, numbers, units
from inspector.app.wording import cache as words
from inspector.app.wording.problems import failure_text
from inspector.app.wording.timeline import DOT
from inspector.gui.charts.legend import Legend
from inspector.gui.charts.table import DataTable
from inspector.gui.docks.cache.chart import CacheChart, bar_legend, mark_legend
from inspector.gui.docks.cache.controller import CacheController
from inspector.gui.theme import Space
from inspector.gui.views.common.elided import ElidedLabel
from inspector.gui.views.common.page import Hint, HintLabel

_LOW: Final = 420
"""Below this height chart and table stand side by side; above, one over the other."""
_MEASURED_ROWS: Final = 60
"""Rows looked at for the widths of columns; all of them would hold up the window."""
_SHARES: Final = (10, 9)


class CacheTab(QWidget):
    """Chart · table.

    Attributes:
        chart, table: the two parts.
        legend, marks: of the chart's bars and of its marks.
        by: what the table lists.
        summary: sums in a line.
    """

    def __init__(self, controller: CacheController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("surface", "surface")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._controller = controller
        self.chart = CacheChart(self)
        self.legend, self.marks = Legend(self), Legend(self)
        self.table = DataTable(self)
        self.by, self.summary = QComboBox(self), ElidedLabel(self)
        self._hint, self._action = HintLabel(self), QPushButton(self)
        self._stack = QStackedWidget(self)
        self._splitter = QSplitter(self)
        self._lay_out()
        self._connect()
        self._word()
        self.show_state()

    def _lay_out(self) -> None:
        self.summary.setProperty("tone", "muted")
        self.by.setProperty("small", True)
        self.by.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.table.setProperty("ruled", True)
        self.table.setMinimumWidth(220)
        self.table.horizontalHeader().setResizeContentsPrecision(_MEASURED_ROWS)
        self._splitter.setHandleWidth(1)
        self._splitter.setChildrenCollapsible(False)
        for widget in (self._left(), self._right()):
            self._splitter.addWidget(widget)
        self._stack.addWidget(self._waiting())
        self._stack.addWidget(self._splitter)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._stack)

    def _left(self) -> QWidget:
        holder = QWidget(self)
        column = QVBoxLayout(holder)
        column.setContentsMargins(Space.S, Space.XS, Space.S, Space.XS)
        column.setSpacing(0)
        for widget in (self.legend, self.chart, self.marks):
            column.addWidget(widget, 1 if widget is self.chart else 0)
        return holder

    def _right(self) -> QWidget:
        holder = QWidget(self)
        row = QHBoxLayout()
        row.setContentsMargins(Space.S, Space.XS, Space.S, Space.XS)
        row.setSpacing(Space.M)
        row.addWidget(self.by)
        row.addStretch(1)
        row.addWidget(self.summary)
        column = QVBoxLayout(holder)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(row)
        column.addWidget(self.table, 1)
        return holder

    def _waiting(self) -> QWidget:
        page = QWidget(self)
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, Space.L)
        column.addWidget(self._hint, 1)
        column.addWidget(self._action, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(1)
        return page

    def _connect(self) -> None:
        controller = self._controller
        controller.changed.connect(self.show_state)
        controller.bars_changed.connect(self._show_bars)
        controller.progressed.connect(self._on_progress)
        controller.selected_changed.connect(self._on_selected)
        self.chart.bar_chosen.connect(controller.choose)
        self.chart.bar_activated.connect(controller.choose)
        self.table.row_chosen.connect(self._on_row)
        self.table.row_activated.connect(self._on_row)
        self.by.currentIndexChanged.connect(self._on_by)
        self._action.clicked.connect(self._on_action)

    # -- showing

    def show_state(self) -> None:
        """Show the report, or why there is none."""
        hint = self._why_nothing()
        if hint is not None:
            self._hint.show_hint(hint)
        self._action.setVisible(self._controller.is_busy or self._controller.was_stopped)
        self._word_action()
        self._stack.setCurrentIndex(0 if hint is not None else 1)
        if hint is None:
            self._show_summary()
            self._show_bars()
            self._show_rows()

    def _why_nothing(self) -> Hint | None:
        controller = self._controller
        if controller.bars:
            return None
        if controller.error is not None:
            return Hint(self.tr("The requests could not be compared"), failure_text(controller.error))
        if controller.conversation is None:
            return Hint(
                self.tr("Nothing to compare yet"),
                self.tr(
                    "Open a capture or a database and choose a conversation: what its provider's cache did is "
                    "shown here, and why."
                ),
            )
        if controller.was_stopped:
            return Hint(self.tr("Stopped"), self.tr("The requests of this conversation were not compared."))
        if controller.is_busy or controller.analysed is None:
            return Hint(self.tr("Comparing requests…"), self.tr("Every prompt is read and hashed once."))
        return Hint(
            self.tr("No requests in this conversation"),
            self.tr("Nothing was sent to a model here. Choose another conversation at the left."),
        )

    def _on_progress(self, done: int, total: int) -> None:
        if self._stack.currentIndex() == 0 and total:
            text = self.tr("{0} of {1} prompts").format(numbers.group(done), numbers.group(total))
            self._hint.show_hint(Hint(self.tr("Comparing requests…"), text))

    def _on_action(self) -> None:
        if self._controller.is_busy:
            self._controller.stop()
        else:
            self._controller.start()

    def _show_bars(self) -> None:
        bars = self._controller.bars
        self.chart.show_bars(bars)
        self.chart.select(self._controller.selected)
        self.legend.show_items(bar_legend(bars))
        self.marks.show_items(mark_legend(bars))

    def _show_summary(self) -> None:
        analysed = self._controller.analysed
        if analysed is None:
            return
        report = analysed.shown()
        [total] = sums_by(report.verdicts, SumBy.SESSION)
        money = session_cost(report, analysed.prices)
        pieces = [
            self.tr("hits {0}").format(words.ratio(total.measured.hit_ratio)),
            self.tr("{0} lost").format(units.tokens(total.tokens_lost)),
            *(words.money(amount, currency) for currency, amount in money.lost.items()),
        ]
        if total.unknown:
            pieces.insert(1, self.tr("{0} unknown").format(numbers.group(total.unknown)))
        self.summary.setText(DOT.join(pieces))
        explained = self.tr(
            "Measured over the requests whose cache use is known. Lost: tokens that had been cached and were sent "
            "again, and what that cost more than reading them."
        )
        worths = fold_worths(report, analysed.prices)
        lifetime = lifetime_advice(report, analysed.prices)
        lines = [
            explained,
            "" if lifetime is None else advice.lifetime(lifetime),
            advice.folds(worths) if worths else "",
            advice.prices(money) if money.bases else "",
        ]
        self.summary.setToolTip("\n".join(line for line in lines if line))

    def _show_rows(self) -> None:
        analysed = self._controller.analysed
        if analysed is None:
            return
        by = SumBy(self.by.currentData())
        if by is SumBy.SESSION:
            self.table.show_rows(request_heads(), request_rows(self._controller.bars, self._costs(analysed)))
            self.table.select_row(self._controller.selected)
            return
        report = analysed.shown() if by is SumBy.TURN else analysed.report
        sums = sums_by(report.verdicts, by)
        self.table.show_rows(sum_heads(by), sum_rows(sums, self._sum_name))

    def _on_by(self) -> None:
        self._show_rows()
        self.table.resizeColumnsToContents()

    def _costs(self, analysed: Analysed) -> Sequence[RequestCost]:
        return [cost_of(bar.verdict, analysed.prices) for bar in self._controller.bars]

    def _sum_name(self, one: CacheSum, place: int) -> Cell:
        if one.by is SumBy.TURN:
            return Cell(numbers.group(place + 1), place + 1)
        if one.by is SumBy.MODEL:
            return Cell(one.key or words.UNKNOWN, one.key)
        analysed = self._controller.analysed
        titles = (
            {} if analysed is None else {entry.id: entry.title for entry in analysed.source.conversations()}
        )
        name = titles.get(one.key) or one.key or words.UNKNOWN
        return Cell(name, name, one.key)

    # -- the selected request

    def _on_row(self, row: int) -> None:
        by = SumBy(self.by.currentData())
        if by is SumBy.SESSION:
            self._controller.choose(row)
        elif by is SumBy.TURN:
            self._choose_turn(row)

    def _choose_turn(self, row: int) -> None:
        """The request of a turn that lost most, else its last."""
        analysed = self._controller.analysed
        if analysed is None:
            return
        key = sums_by(analysed.shown().verdicts, SumBy.TURN)[row].key
        verdicts = [
            bar.verdict
            for bar in self._controller.bars
            if key in (bar.verdict.record.message_id, bar.verdict.record.run_id, bar.verdict.record.id)
        ]
        worst = max(verdicts, key=lambda one: ((one.lost or 0), one.record.index))
        self._controller.choose_request(worst.record.index)

    def _on_selected(self, position: int) -> None:
        self.chart.select(position)
        if self.by.currentData() == SumBy.SESSION.value:
            self.table.select_row(position)

    # -- events

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        low = self.height() < _LOW
        self._splitter.setOrientation(Qt.Orientation.Horizontal if low else Qt.Orientation.Vertical)
        if event.oldSize().width() != event.size().width():
            self._splitter.setSizes([self.width() * share // sum(_SHARES) for share in _SHARES])

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._controller.set_active(True)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._controller.set_active(False)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._word()
            self.show_state()

    def _word(self) -> None:
        chosen = max(0, self.by.currentIndex())
        self.by.blockSignals(True)
        self.by.clear()
        for kind in SumBy:
            self.by.addItem(words.sum_by(kind), kind.value)
        self.by.setCurrentIndex(chosen)
        self.by.blockSignals(False)
        self.by.setAccessibleName(self.tr("What the table lists"))
        self.chart.setAccessibleName(self.tr("Prompt tokens per request by what the cache did"))
        self.table.setAccessibleName(self.tr("Requests and their causes"))
        self._word_action()

    def _word_action(self) -> None:
        self._action.setText(self.tr("Stop") if self._controller.is_busy else self.tr("Compare requests"))
