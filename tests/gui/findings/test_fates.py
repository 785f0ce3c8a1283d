"""A person tries a setting and watches the findings go away."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from inspector.analysis.findings.replayed import Fate
from inspector.app.docks import DockId
from inspector.gui.docks.replay.controls.number import NumberControl
from inspector.gui.docks.replay.replay_tab import ReplayTab
from inspector.gui.main_window import MainWindow
from tests.gui.conftest import settle
from tests.gui.findings.conftest import Open, click, fates, messages, press
from tests.gui.findings.test_tab import tab_title

CAPTURE = "v6-long-tool-loop-compacting"


def compared(window: MainWindow, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: window.helpers.findings.controller.shelf.compares, timeout=20_000)
    settle()


def tried(opened: Open, qtbot: QtBot) -> MainWindow:
    window = opened("captures", CAPTURE)
    click(window, "15 folds in one turn")
    press(window, "finding-try")
    compared(window, qtbot)
    return window


def test_after_try_the_failure_is_seen_as_gone_in_three_actions(opened: Open, qtbot: QtBot) -> None:
    window = tried(opened, qtbot)
    assert window.dock.current is DockId.FINDINGS
    found = fates(window)
    assert found["refold-cost compacted"] == "gone"
    assert found["compaction-thrash compacted"] == "gone"
    assert found["cache-loss compacted"] == "still there"
    assert tab_title(window) == "Findings 4 → 1"
    band = window.helpers.findings.tab.summary.compared
    assert band.isVisible()
    assert band.text() == "Replay: 4 → 1 · 3 gone · 1 still there"


def test_the_selected_finding_says_what_became_of_it(opened: Open, qtbot: QtBot) -> None:
    window = tried(opened, qtbot)
    detail = window.helpers.findings.tab.detail
    assert detail.fate.text() == "The replay under these settings does not show it any more."
    click(window, "History folded")
    assert detail.fate.text().startswith("Still there in the replay: History folded: ")
    assert "(predicted)" in detail.fate.text()


def test_undo_takes_the_comparison_back(opened: Open, qtbot: QtBot) -> None:
    window = tried(opened, qtbot)
    window.helpers.replay.controller.undo()
    qtbot.waitUntil(lambda: not window.helpers.findings.controller.shelf.compares, timeout=20_000)
    settle()
    assert tab_title(window) == "Findings 4"
    assert fates(window) == {}
    assert not window.helpers.findings.tab.summary.compared.isVisible()
    assert not window.helpers.findings.tab.detail.fate.isVisible()


def test_a_slider_makes_new_findings_and_they_are_counted(opened: Open, qtbot: QtBot) -> None:
    window = opened("captures", "v6-cache-bust")
    before = len(messages(window))
    window.dock.open_tab(DockId.REPLAY)
    control = window.dock.page(DockId.REPLAY, ReplayTab).controls.controls["truncate_threshold"]
    assert isinstance(control, NumberControl)
    spin = control.field
    QTest.mouseClick(spin, Qt.MouseButton.LeftButton)
    QTest.keySequence(spin, "Ctrl+A")
    QTest.keyClicks(spin, "2000")
    QTest.keyClick(spin, Qt.Key.Key_Return)
    compared(window, qtbot)
    shelf = window.helpers.findings.controller.shelf
    new = shelf.count_of(Fate.NEW)
    assert new
    assert len(shelf.entries) == before
    assert len(messages(window)) == before + new
    assert shelf.remaining == before + new - shelf.count_of(Fate.GONE)
    assert tab_title(window) == f"Findings {before} → {shelf.remaining}"


def test_another_conversation_forgets_the_comparison(opened: Open, qtbot: QtBot) -> None:
    window = tried(opened, qtbot)
    window.session.close()
    settle()
    assert not window.helpers.findings.controller.shelf.compares
