"""The Sweep tab: thresholds over a grid, as a chart with the current settings marked, or as a table to sort."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from math import prod
from pathlib import Path
from typing import Any

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import (
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from inspector.analysis.redaction import Redactor
from inspector.app.replay.sweep_grid import Axis, SweepGrid, grid_of
from inspector.app.replay.sweep_table import sweep_heads, sweep_rows
from inspector.app.wording import sweep as words
from inspector.app.wording.numbers import group
from inspector.app.wording.problems import failure_text
from inspector.app.wording.timeline import DOT
from inspector.gui.charts.sweep_chart import SweepChart
from inspector.gui.charts.table import DataTable
from inspector.gui.docks.replay.controller import ReplayController
from inspector.gui.docks.replay.parts import upright_line
from inspector.gui.docks.replay.sweep_form import FILE, FOLDER, SweepForm
from inspector.gui.docks.replay.sweep_run import (
    FindSources,
    SweepRun,
    changes_written,
    source_at,
    sources_below,
)
from inspector.gui.theme import SMALL_PX, Space, body_font
from inspector.gui.views.common.page import Hint, HintLabel
from inspector.model import Problem
from inspector.model.outputs import write_output
from inspector.model.settings import ReplaySettings


class SweepTab(QWidget):
    """Form at the left, chart or table at the right.

    Attributes:
        form, chart, table, as_table: its parts.
        run: the sweep.
    """

    def __init__(self, controller: ReplayController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("surface", "surface")
        self.setProperty("besideTabs", True)
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._controller = controller
        self.run = SweepRun(controller.background, self)
        self._axes: Sequence[Axis] = ()
        self._place: tuple[Path | None, str] = (None, "")
        self.form = SweepForm(self)
        self.chart, self.table = SweepChart(self), DataTable(self)
        self.as_table = QToolButton(self)
        self.as_table.setCheckable(True)
        self.as_table.setFont(body_font(pixels=SMALL_PX))
        self.save = QToolButton(self)
        self.save.setObjectName("sweep-csv")
        self.save.setFont(body_font(pixels=SMALL_PX))
        self._title, self._note = QLabel(self), QLabel(self)
        self._hint = HintLabel(self)
        self._stack = QStackedWidget(self)
        self._lay_out()
        self._connect()
        self._word()
        self._on_state()
        self.show_cells()

    def _lay_out(self) -> None:
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.form)
        row.addWidget(upright_line(self))
        head = QHBoxLayout()
        head.setContentsMargins(Space.L, Space.XS, Space.M, 0)
        head.setSpacing(Space.M)
        self._title.setFont(body_font(medium=True))
        self._note.setFont(body_font(pixels=SMALL_PX))
        self._note.setProperty("tone", "muted")
        head.addWidget(self._title)
        head.addWidget(self._note, 1)
        head.addWidget(self.save)
        head.addWidget(self.as_table)
        right = QVBoxLayout()
        right.setContentsMargins(0, 0, 0, 0)
        right.setSpacing(2)
        right.addLayout(head)
        for page in (self._hint, self.chart, self.table):
            self._stack.addWidget(page)
        right.addWidget(self._stack, 1)
        row.addLayout(right, 1)

    def _connect(self) -> None:
        controller, form, run = self._controller, self.form, self.run
        form.run_requested.connect(self.start)
        form.cancel_requested.connect(run.cancel)
        form.measure_changed.connect(self.show_cells)
        run.cells_changed.connect(self.show_cells)
        run.progressed.connect(form.show_progress)
        run.ended.connect(self._on_ended)
        self.chart.place_chosen.connect(self.load)
        self.table.row_activated.connect(self._on_row)
        self.as_table.toggled.connect(self.show_cells)
        self.save.clicked.connect(self.save_csv)
        controller.state_changed.connect(self._on_state)

    # -- running

    def start(self) -> None:
        """Run what the form says."""
        controller, form = self._controller, self.form
        source, conversation = controller.source, controller.conversation
        axes = form.axes()
        if axes is None or self.run.is_running:
            return
        if form.chosen_scope != FOLDER and (source is None or conversation is None):
            form.show_idle(self.tr("Open a conversation first, or choose a folder."), "error")
            return
        self._axes = axes
        state = controller.state
        form.show_running()
        combinations = prod(len(axis.values) for axis in axes)
        self.run.start(
            self._sources(),
            {axis.spec.name: axis.values for axis in axes},
            assignments=changes_written(state.settings, state.recorded),
            probes=state.probes,
            expected_s=self._expected(combinations),
        )

    def _sources(self) -> FindSources:
        """Finds what to run over."""
        source, conversation = self._controller.source, self._controller.conversation
        if self.form.chosen_scope == FOLDER:
            return partial(sources_below, Path(self.form.folder))
        assert source is not None
        assert conversation is not None
        wanted = None if self.form.chosen_scope == FILE else conversation.summary.id
        return partial(source_at, source.path, wanted)

    def _expected(self, combinations: int) -> float:
        """Seconds the sweep will take in one process; other sessions are not known beforehand."""
        opened = self._controller.opened
        took = self._controller.took_ms or (None if opened is None else opened.first_ms)
        if self.form.chosen_scope == FOLDER or took is None:
            return float("inf")
        source = self._controller.source
        all_of = self.form.chosen_scope == FILE and source is not None
        sessions = len(source.conversations()) if all_of and source is not None else 1
        return combinations * sessions * took / 1000

    def _on_ended(self, error: Exception | None) -> None:
        if error is not None:
            self.form.show_idle(failure_text(error), "error")
            if not isinstance(error, Problem):
                self._controller.background.crashed.emit(error)
            return
        count = len(self.run.cells)
        self.form.show_idle(self.tr("{0} replays done").format(count) if count else self.tr("Cancelled"))
        if not count:
            self.show_cells()

    # -- showing

    @property
    def grid(self) -> SweepGrid:
        """What came so far, as the chosen measure."""
        sessions = self.run.total // max(1, prod(len(axis.values) for axis in self._axes))
        return grid_of(self._axes, self.run.cells, self.form.chosen_measure, sessions=sessions)

    def show_cells(self) -> None:
        """Show what came so far."""
        self.save.setEnabled(bool(self.run.cells))
        if not self.run.cells:
            self._hint.show_hint(self._why_nothing())
            self._stack.setCurrentWidget(self._hint)
            self._note.clear()
            return
        grid = self.grid
        if self.as_table.isChecked():
            self.table.show_rows(sweep_heads(self._axes), sweep_rows(self._axes, self.run.cells))
        self.chart.show_grid(grid, self._controller.state.settings)
        self._stack.setCurrentWidget(self.table if self.as_table.isChecked() else self.chart)
        self._word()
        starred = any(spot.star for spot in (grid.spots or {}).values())
        notes = [self.tr("* rests on a stand-in summary")] if starred else []
        if len(self.run.cells) < self.run.total:
            whole = self.tr("{0} of {1}; a point is drawn when all its sessions are in")
            notes.append(whole.format(group(len(self.run.cells)), group(self.run.total)))
        self._note.setText(DOT.join(notes))

    def _why_nothing(self) -> Hint:
        if not self.run.is_running and self.form.measure.isEnabled() and self._axes:
            return Hint(
                self.tr("Nothing came of it"), self.tr("Run the sweep again, or over other sessions.")
            )
        return Hint(
            self.tr("No sweep yet"),
            self.tr(
                "Choose one or two settings and their values at the left and run the sweep: every combination is "
                "replayed. A click on a result takes its settings."
            ),
        )

    def _on_state(self) -> None:
        """Other settings, or another session, whose sweep the shown one is not."""
        controller = self._controller
        self.form.show_settings(controller.state.settings)
        source, conversation = controller.source, controller.conversation
        place = (
            None if source is None else source.path,
            "" if conversation is None else conversation.summary.id,
        )
        if place != self._place:
            self._place = place
            self._axes = ()
            self.run.clear()
            self.form.show_idle("")
        elif self.run.cells:
            self.chart.show_grid(self.chart.grid, controller.state.settings)

    def save_csv(self) -> None:
        """Write every replay as a row, as `sweep --csv` does, secrets taken out."""
        name, _ = QFileDialog.getSaveFileName(self, self.tr("Save the sweep"), "sweep.csv", "CSV (*.csv)")
        if not name:
            return
        # Imported here: sweeps bring an HTTP client, which a window does not need to start.
        from inspector.replay.sweep import in_order
        from inspector.reports.replay_tables import sweep_table
        from inspector.reports.tables import to_csv

        table = sweep_table(in_order(self.run.cells), full_paths=True)
        try:
            write_output(Path(name), Redactor().text(to_csv(table)))
        except Problem as problem:
            self.form.show_idle(failure_text(problem), "error")
            return
        self.form.show_idle(self.tr("Saved {0}").format(Path(name).name))

    # -- taking settings

    def load(self, column: int, row: int) -> None:
        """Take the settings of a combination."""
        self._take(self.grid.assignments(column, row))

    def _on_row(self, row: int) -> None:
        cell = self.run.cells[row]
        settings = ReplaySettings().with_assignments(
            f"{name}={value}" for name, value in cell.assignments.items()
        )
        self._take({name: getattr(settings, name) for name in cell.assignments})

    def _take(self, values: dict[str, Any]) -> None:
        self._controller.apply(replace(self._controller.state.settings, **values))

    # -- words

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._word()
            self.show_cells()

    def _word(self) -> None:
        measure = words.measure(self.form.chosen_measure)
        self._title.setText(self.tr("{0} by setting").format(measure) if self.run.cells else self.tr("Sweep"))
        self.save.setText(self.tr("CSV…"))
        self.save.setToolTip(self.tr("Save every replay of the sweep as a row of a CSV file"))
        self.as_table.setText(self.tr("Table"))
        self.as_table.setToolTip(self.tr("Show the figures as a table"))
        self.chart.setAccessibleName(self._title.text())
        self.table.setAccessibleName(self.tr("Results of the sweep"))
