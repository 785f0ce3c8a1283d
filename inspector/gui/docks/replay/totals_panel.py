"""The right of the replay tab: the session's totals, recorded against replayed, or A against B with the difference."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QHBoxLayout, QHeaderView, QLabel, QPushButton, QVBoxLayout, QWidget

from inspector.app.cells import Cell
from inspector.app.replay.totals import Figure, TotalRow, Verdict, measured_amounts, total_rows
from inspector.app.wording import numbers
from inspector.app.wording import replay as words
from inspector.app.wording import settings as setting_words
from inspector.gui.charts.table import DataTable
from inspector.gui.docks.replay.controller import ReplayController
from inspector.gui.theme import SMALL_PX, Space, body_font
from inspector.model import sum_usage
from inspector.model.settings import setting
from inspector.replay.result import ReplayResult

WIDTH: Final = 312
COMPARING_WIDTH: Final = 372
WIDEST: Final = 432
_TONES: Final = {Verdict.BETTER: "good", Verdict.WORSE: "error"}
_MOST_CHANGES: Final = 6
_ROW_HEIGHT: Final = 21


class TotalsPanel(QWidget):
    """The table with its footnotes.

    Attributes:
        table: the totals.
        fidelity: how true the replay is, amber with reasons where it is not whole.
        largest, swap, unpin: what can be done about a comparison.
    """

    def __init__(self, controller: ReplayController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._controller = controller
        self._rows: list[TotalRow] = []
        self._title = QLabel(self)
        self._title.setFont(body_font(medium=True))
        self.table = DataTable(self)
        self.table.setSortingEnabled(False)
        self.table.setAlternatingRowColors(False)
        self.table.setProperty("ruled", True)
        self.table.verticalHeader().setDefaultSectionSize(_ROW_HEIGHT)
        self.table.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.table.horizontalHeader().setSectionsClickable(False)
        self.table.horizontalHeader().setFont(body_font(pixels=SMALL_PX))
        self.table.row_activated.connect(self._on_row)
        self.pin = QPushButton(self)
        self.largest, self.swap = QPushButton(self), QPushButton(self)
        self._note, self._changes = QLabel(self), QLabel(self)
        self.fidelity = QLabel(self)
        self.fidelity.setObjectName("fidelity")
        self.fidelity.setFont(body_font(pixels=SMALL_PX))
        self.fidelity.setWordWrap(True)
        for label in (self._note, self._changes):
            label.setFont(body_font(pixels=SMALL_PX - 1))
            label.setProperty("tone", "faint")
            label.setWordWrap(True)
        self._lay_out()
        self._connect()
        self._word()
        self.show_result()

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setContentsMargins(Space.L, Space.XS, Space.M, 0)
        head.addWidget(self._title, 1)
        for button in (self.largest, self.swap, self.pin):
            button.setProperty("small", True)
            button.setFont(body_font(pixels=SMALL_PX))
            head.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, Space.XS)
        column.setSpacing(2)
        column.addLayout(head)
        body = QVBoxLayout()
        body.setContentsMargins(Space.S, 0, Space.S, 0)
        body.setSpacing(Space.XS)
        body.addWidget(self.table, 1)
        body.addWidget(self._changes)
        body.addWidget(self._note)
        body.addWidget(self.fidelity)
        column.addLayout(body, 1)

    def _connect(self) -> None:
        controller = self._controller
        controller.result_changed.connect(self.show_result)
        controller.costs_changed.connect(self.show_result)
        self.pin.clicked.connect(controller.toggle_pin)
        self.swap.clicked.connect(controller.swap)
        self.largest.clicked.connect(controller.go_to_largest_difference)

    # -- showing

    def show_result(self) -> None:
        """Show what there is."""
        controller = self._controller
        compares = controller.state.pinned is not None
        self.largest.setVisible(compares)
        self.swap.setVisible(compares)
        self.pin.setEnabled(controller.is_open)
        first = controller.pinned if compares else controller.recorded
        second = controller.result
        if first is None or second is None:
            self._rows = []
        else:
            measured = measured_amounts(controller.records.values())
            self._rows = total_rows(first, second, costs=controller.costs, measured=measured)
        self._fill(compares)
        self._show_notes(compares)
        self._show_fidelity()
        self._word()

    def _fill(self, compares: bool) -> None:
        """What was recorded alone until something changes; then the replay beside it and the difference."""
        state = self._controller.state
        changed = bool(state.changes())
        measured = not compares and any(row.measured is not None for row in self._rows)
        if compares:
            first = self.tr("A · Recorded") if state.pinned == state.recorded else self.tr("A")
            heads = ["", first, self.tr("B"), self.tr("B − A")]
        else:
            heads = ["", *([self.tr("Measured")] if measured else []), self.tr("Recorded")]
            heads += [self.tr("Replay"), "Δ"] if changed else []
        cells = [self._cells(row, measured=measured, both=compares or changed) for row in self._rows]
        self.setFixedWidth(WIDTH if len(heads) < 4 else COMPARING_WIDTH if len(heads) == 4 else WIDEST)
        self.table.show_rows(heads, cells)
        header = self.table.horizontalHeader()
        for column in range(len(heads)):
            mode = QHeaderView.ResizeMode
            header.setSectionResizeMode(column, mode.Stretch if column == 0 else mode.ResizeToContents)

    def _cells(self, row: TotalRow, *, measured: bool, both: bool) -> list[Cell]:
        tip, tone = words.figure_tip(row.figure), _TONES.get(row.verdict, "")
        cells = [Cell(words.figure(row.figure), words.figure(row.figure), tip, link=self._leads(row.figure))]
        if measured:
            text = "" if row.measured is None else words.amount(row, row.measured)
            cells.append(Cell(text, row.measured, self.tr("As the provider measured the recording")))
        first = words.amount(row, row.first, star=row.first_star)
        cells.append(Cell(first, row.first, row.basis or self.tr("The recording, replayed as it was")))
        if both:
            second = words.amount(row, row.second, star=row.second_star)
            cells.append(Cell(second, row.second, row.basis or tip, tone))
            cells.append(Cell(words.difference(row), 0.0, words.verdict(row.verdict), tone))
        return cells

    def _leads(self, figure: Figure) -> bool:
        """Whether there is something to go to behind a figure."""
        result = self._controller.result
        return figure is Figure.FACTS or (result is not None and _evidence(figure, result, -1) is not None)

    def _show_notes(self, compares: bool) -> None:
        starred = any(row.first_star or row.second_star for row in self._rows)
        notes = [self.tr("* rests on a stand-in summary")] if starred else []
        if cached := self._read_from_cache():
            notes.append(cached)
        self._note.setText("\n".join(notes))
        self._note.setVisible(bool(notes))
        self._changes.setText(self._changed_settings() if compares else "")
        self._changes.setVisible(compares)

    def _show_fidelity(self) -> None:
        """How true the replay as recorded is: a replay under other settings is no truer."""
        result = self._controller.recorded or self._controller.result
        found = None if result is None else result.fidelity
        self.fidelity.setVisible(found is not None)
        if found is None:
            return
        self.fidelity.setText(words.fidelity(found))
        self.fidelity.setToolTip("\n".join(found.reasons))
        self.fidelity.setProperty("tone", "muted" if found.is_whole else "warning")
        self.fidelity.style().unpolish(self.fidelity)
        self.fidelity.style().polish(self.fidelity)

    def _read_from_cache(self) -> str:
        """What the provider read from its cache as it ran; a replay can only predict it."""
        usage = sum_usage(record.usage for record in self._controller.records.values())
        if usage.input is None or usage.hit_ratio is None:
            return ""
        return self.tr("Measured as recorded: {0} from cache").format(numbers.percent(usage.hit_ratio))

    def _changed_settings(self) -> str:
        """What B sets differently from A."""
        state = self._controller.state
        if state.pinned is None:
            return ""
        pairs = state.settings.changed_from(state.pinned)
        if not pairs:
            return self.tr("A and B are the same so far: change a setting.")
        lines = []
        for name, (now, then) in list(pairs.items())[:_MOST_CHANGES]:
            spec = setting(name)
            texts = (setting_words.value_text(spec, value) for value in (then, now))
            lines.append(f"{setting_words.name_of(spec)}: {' → '.join(texts)}")
        return "\n".join(lines)

    # -- from a figure to its evidence

    def _on_row(self, row: int) -> None:
        result = self._controller.result
        if result is None or not 0 <= row < len(self._rows):
            return
        figure = self._rows[row].figure
        if figure is Figure.FACTS:
            self._controller.tab_requested.emit("probes")
            return
        position = _evidence(figure, result, self._controller.selected)
        if position is not None:
            self._controller.choose(position)

    # -- words

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.show_result()

    def _word(self) -> None:
        compares = self._controller.state.pinned is not None
        self._title.setText(self.tr("A against B") if compares else self.tr("Totals"))
        self.pin.setText(self.tr("End") if compares else self.tr("Pin as A"))
        self.pin.setToolTip(
            self.tr("End the comparison")
            if compares
            else self.tr("Keep these settings as A and go on with B")
        )
        self.swap.setText("⇄")
        self.swap.setToolTip(self.tr("Exchange A and B"))
        self.swap.setAccessibleName(self.tr("Exchange A and B"))
        self.largest.setText(self.tr("Largest"))
        self.largest.setToolTip(self.tr("Go to the request that differs most; again: to the next one"))
        self.table.setAccessibleName(self._title.text())


def _evidence(figure: Figure, result: ReplayResult, selected: int) -> int | None:
    """A request behind a figure; where there are several, the next one after the selected."""
    requests = result.requests
    if figure is Figure.LARGEST_PROMPT and requests:
        return max(range(len(requests)), key=lambda n: requests[n].after.tokens)
    found: list[int] = []
    if figure in (Figure.FOLDS, Figure.SUMMARISER_INPUT):
        found = [n for n, request in enumerate(requests) if request.fold is not None]
    elif figure is Figure.TRIMMED:
        found = [n for n, request in enumerate(requests) if request.trimmed]
    return next((n for n in found if n > selected), found[0] if found else None)
