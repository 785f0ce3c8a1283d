"""A person sweeps thresholds: over one setting or two, one conversation or a folder, and takes what is best."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog

from inspector.app.docks import DockId
from inspector.app.replay.sweep_grid import Measure
from inspector.gui.docks.replay.sweep_form import FILE, FOLDER
from inspector.gui.docks.replay.sweep_run import changes_written, source_at, sources_below
from inspector.gui.docks.replay.sweep_tab import SweepTab
from inspector.gui.main_window import MainWindow
from inspector.model.settings import ReplaySettings
from inspector.model.tool_rule import BEFORE_CODECS_RULES
from tests.gui.conftest import settle
from tests.gui.docks.replay.conftest import wait_for_replay

LEFT = Qt.MouseButton.LeftButton


def tab_of(window: MainWindow) -> SweepTab:
    window.dock.open_tab(DockId.SWEEP)
    settle()
    found = window.dock.findChild(SweepTab)
    assert isinstance(found, SweepTab)
    return found


def choose(tab: SweepTab, row: int, name: str, values: str) -> None:
    combo = tab.form.names[row]
    combo.setCurrentIndex(combo.findData(name))
    combo.activated.emit(combo.currentIndex())
    field = tab.form.values[row]
    field.selectAll()
    QTest.keyClicks(field, values)


def run(tab: SweepTab) -> None:
    QTest.mouseClick(tab.form.run, LEFT)
    settle()


def test_one_setting_is_a_line_and_a_click_takes_its_value(research_window: MainWindow) -> None:
    window, tab = research_window, tab_of(research_window)
    choose(tab, 0, "truncate_threshold", "1k, 5k, 20k")
    run(tab)
    assert tab.chart.isVisible()
    grid = tab.chart.grid
    assert [grid.spot(column).value is not None for column in range(3)] == [True] * 3
    assert grid.current(window.helpers.replay.controller.state.settings) == (1, 0)
    QTest.mouseClick(tab.chart, LEFT, pos=tab.chart.layout_now().cell(2, 0).center().toPoint())
    wait_for_replay()
    result = window.helpers.replay.controller.result
    assert result is not None
    assert result.settings["truncate_threshold"] == 20_000
    assert result.totals.prompt_tokens_after == grid.spot(2).value


def test_two_settings_are_a_heat_map_for_the_keyboard_too(research_window: MainWindow) -> None:
    window, tab = research_window, tab_of(research_window)
    choose(tab, 0, "truncate_threshold", "1k, 20k")
    choose(tab, 1, "context_window", "8k, 16k, 32k")
    run(tab)
    assert (tab.chart.grid.columns, tab.chart.grid.rows) == (2, 3)
    assert len(tab.run.cells) == 6
    tab.chart.setFocus()
    QTest.keyClick(tab.chart, Qt.Key.Key_Right)
    QTest.keyClick(tab.chart, Qt.Key.Key_Right)
    QTest.keyClick(tab.chart, Qt.Key.Key_Up)
    assert "Context window" in tab.chart.accessibleDescription()
    QTest.keyClick(tab.chart, Qt.Key.Key_Return)
    wait_for_replay()
    settings = window.helpers.replay.controller.state.settings
    assert (settings.truncate_threshold, settings.context_window) == (20_000, 16_000)


def test_the_sweep_starts_from_what_was_changed(research_window: MainWindow) -> None:
    window, tab = research_window, tab_of(research_window)
    window.helpers.replay.controller.change("compaction", False)
    wait_for_replay()
    choose(tab, 0, "truncate_threshold", "1k, 20k")
    run(tab)
    assert {cell.settings["compaction"] for cell in tab.run.cells} == {False}
    assert {cell.settings["context_window"] for cell in tab.run.cells} == {16_000}


def test_another_measure_shows_the_same_cells(research_window: MainWindow) -> None:
    tab = tab_of(research_window)
    choose(tab, 0, "truncate_threshold", "1k, 20k")
    run(tab)
    cells = list(tab.run.cells)
    measure = tab.form.measure
    measure.setFocus()
    QTest.keyClick(measure, Qt.Key.Key_End)
    settle()
    assert tab.chart.grid.measure is list(Measure)[-1]
    assert tab.run.cells == cells


def test_the_table_sorts_by_what_cells_hold_and_takes_a_row(research_window: MainWindow) -> None:
    window, tab = research_window, tab_of(research_window)
    choose(tab, 0, "truncate_threshold", "1k, 5k, 20k")
    run(tab)
    QTest.mouseClick(tab.as_table, LEFT)
    settle()
    assert tab.table.isVisible()
    tab.table.sortByColumn(1, Qt.SortOrder.DescendingOrder)
    texts = [tab.table.figures.index(row, 1).data() for row in range(3)]
    assert texts == ["20\u202f000 chars", "5\u202f000 chars", "1\u202f000 chars"]
    tab.table.setCurrentIndex(tab.table.figures.index(2, 0))
    tab.table.activated.emit(tab.table.currentIndex())
    wait_for_replay()
    assert window.helpers.replay.controller.state.settings.truncate_threshold == 1_000


@pytest.mark.parametrize("values", ["", "lots", "5k - 1k - 3"])
def test_values_that_are_none_are_explained(research_window: MainWindow, values: str) -> None:
    tab = tab_of(research_window)
    choose(tab, 0, "truncate_threshold", values)
    if not values:
        tab.form.values[0].clear()
    run(tab)
    assert not tab.run.cells
    assert "Cut outputs over" in tab.form.status.text()
    assert tab.form.status.property("tone") == "error"


def test_the_same_setting_twice_is_refused(research_window: MainWindow) -> None:
    tab = tab_of(research_window)
    choose(tab, 0, "truncate_threshold", "1k, 2k")
    choose(tab, 1, "truncate_threshold", "1k, 2k")
    run(tab)
    assert "different" in tab.form.status.text()


def test_all_conversations_of_a_file_are_summed(research_window: MainWindow) -> None:
    tab = tab_of(research_window)
    choose(tab, 0, "truncate_threshold", "1k, 20k")
    tab.form.scope.setCurrentIndex(tab.form.scope.findData(FILE))
    run(tab)
    assert len({cell.conversation for cell in tab.run.cells}) == 2
    assert tab.chart.grid.spot(0).sessions == 2


def test_a_folder_is_searched_for_sessions(
    research_window: MainWindow,
    capture_dir: Callable[[str], Path],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tab = tab_of(research_window)
    folder = capture_dir("v6-cache-bust").parent
    assert [one.path.name for one in sources_below(folder)] == ["generations.json"]
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_args: str(folder))
    monkeypatch.setattr(type(tab), "_expected", lambda _self, _count: 0.0)
    scope = tab.form.scope
    scope.setCurrentIndex(scope.findData(FOLDER))
    scope.activated.emit(scope.currentIndex())
    choose(tab, 0, "truncate_threshold", "1k, 20k")
    run(tab)
    assert {Path(cell.source).name for cell in tab.run.cells} == {"generations.json"}
    assert scope.currentText() == str(folder)


def test_a_dismissed_folder_dialog_goes_back_to_this_conversation(
    research_window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    tab = tab_of(research_window)
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_args: "")
    scope = tab.form.scope
    scope.setCurrentIndex(scope.findData(FOLDER))
    scope.activated.emit(scope.currentIndex())
    assert tab.form.chosen_scope == "here"


def test_a_running_sweep_can_be_cancelled_and_keeps_what_came(
    make_window: Callable[..., MainWindow], unpacked: Callable[[str, str], Path]
) -> None:
    window = make_window(pooled=True)
    window.session.open(unpacked("captures", "v6-long-tool-loop-compacting"))
    for _ in range(400):
        QTest.qWait(10)
        if window.helpers.replay.controller.result is not None:
            break
    tab = tab_of(window)
    tab.run.start(
        partial(source_at, unpacked("captures", "v6-long-tool-loop-compacting"), None),
        {"truncate_threshold": list(range(1_000, 61_000, 1_000)), "head_chars": list(range(1, 50))},
        assignments=[],
        probes=(),
        expected_s=0,
    )
    for _ in range(400):
        QTest.qWait(10)
        if tab.run.cells:
            break
    tab.run.cancel()
    for _ in range(400):
        QTest.qWait(10)
        if not tab.run.is_running:
            break
    assert 0 < len(tab.run.cells) < 60 * 49
    assert tab.form.run.isEnabled()


def test_another_conversation_drops_the_sweep(research_window: MainWindow) -> None:
    window, tab = research_window, tab_of(research_window)
    choose(tab, 0, "truncate_threshold", "1k, 20k")
    run(tab)
    entry = next(row for row in window.navigator.entries() if "Tea" in row.summary.title)
    window.session.load(entry.summary.id)
    settle()
    assert not tab.run.cells
    assert not tab.chart.isVisible()


def test_changes_are_written_as_the_command_line_takes_them() -> None:
    own = ReplaySettings()
    changed = ReplaySettings(
        context_window=16_000, in_loop=False, trigger_ratio=0.5, codecs=BEFORE_CODECS_RULES
    )
    written = changes_written(changed, own)
    assert {"context_window=16000", "in_loop=false", "trigger_ratio=0.5"} <= set(written)
    assert own.with_assignments(written) == changed


def test_csv_holds_a_row_for_every_replay(
    research_window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tab = tab_of(research_window)
    assert not tab.save.isEnabled()
    choose(tab, 0, "truncate_threshold", "1k, 20k")
    run(tab)
    target = tmp_path / "sweep.csv"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_args: (str(target), ""))
    QTest.mouseClick(tab.save, LEFT)
    settle()
    head, *rows = target.read_text("utf-8").splitlines()
    assert head.startswith("source,conversation,truncate_threshold,requests,")
    assert [row.split(",")[2] for row in rows] == ["1000", "20000"]
    assert "sweep.csv" in tab.form.status.text()
