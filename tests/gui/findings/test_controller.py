"""The check around a session: begins by itself, can be stopped, is repeated when the file changes, is never stale."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from inspector.analysis.findings import Finding
from inspector.app.findings import scan
from inspector.app.findings.scan import CONVERSATIONS, Inspection, ScanState
from inspector.gui.docks.findings.controller import FindingsController
from inspector.gui.main_window import MainWindow
from inspector.model import Problem
from inspector.sources.base import Progress
from tests.gui.conftest import settle
from tests.gui.findings.conftest import messages

Dirs = Callable[[str], Path]
Make = Callable[..., MainWindow]


@pytest.fixture
def pooled(make_window: Make) -> MainWindow:
    """A window whose work runs in threads."""
    return make_window(pooled=True)


def finish(window: MainWindow, qtbot: QtBot) -> FindingsController:
    controller = window.helpers.findings.controller
    qtbot.waitUntil(lambda: controller.scan.state is ScanState.DONE, timeout=20_000)
    settle()
    return controller


def test_the_check_runs_beside_the_window_and_another_source_drops_it(
    pooled: MainWindow, qtbot: QtBot, fixture_dir: Dirs, capture_dir: Dirs
) -> None:
    pooled.session.open(fixture_dir("damaged"))
    qtbot.waitUntil(lambda: pooled.helpers.findings.controller.scan.state is ScanState.RUNNING)
    pooled.session.open(capture_dir("v6-schema-400"))
    qtbot.waitUntil(lambda: pooled.session.conversation is not None)
    qtbot.waitUntil(lambda: len(pooled.helpers.findings.controller.shelf.entries) == 3, timeout=20_000)
    finish(pooled, qtbot)
    ids = {entry.finding.id for entry in pooled.helpers.findings.controller.shelf.entries}
    assert ids == {"tool-schema", "request-failed", "tool-drift"}


def test_a_check_can_be_stopped_and_begun_again(
    pooled: MainWindow, qtbot: QtBot, capture_dir: Dirs, monkeypatch: pytest.MonkeyPatch
) -> None:
    def endless(self: Inspection, deliver: object, progress: Progress) -> None:
        while True:
            progress.step(2, 5, CONVERSATIONS)

    real = scan.Inspection.run
    monkeypatch.setattr(scan.Inspection, "run", endless)
    pooled.session.open(capture_dir("v6-schema-400"))
    controller, summary = pooled.helpers.findings.controller, pooled.helpers.findings.tab.summary
    qtbot.waitUntil(lambda: controller.scan.total == 5)
    assert summary.state.text() == "Checking conversation 3 of 5…"
    assert summary.bar.value() == 2
    pooled.helpers.findings.show_tab()
    settle()
    assert summary.action.text() == "Stop"
    QTest.mouseClick(summary.action, Qt.MouseButton.LeftButton)
    assert controller.scan.state is ScanState.STOPPED
    assert "Stopped after 2 of 5" in summary.state.text()
    monkeypatch.setattr(scan.Inspection, "run", real)
    assert summary.action.text() == "Check again"
    QTest.mouseClick(summary.action, Qt.MouseButton.LeftButton)
    finish(pooled, qtbot)
    assert len(messages(pooled)) == 3


def test_a_check_that_cannot_go_on_says_why(
    window: MainWindow, capture_dir: Dirs, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(self: Inspection, deliver: object, progress: Progress) -> None:
        raise Problem("io-failed", {"path": "p", "found": "nothing"})

    monkeypatch.setattr(scan.Inspection, "run", fail)
    window.session.open(capture_dir("v6-schema-400"))
    settle()
    assert window.helpers.findings.controller.scan.state is ScanState.FAILED
    assert "could not be finished" in window.helpers.findings.tab.summary.state.text()


def test_a_file_that_grew_is_checked_again_and_what_is_selected_stays(
    window: MainWindow, qtbot: QtBot, capture_dir: Dirs
) -> None:
    path = capture_dir("v6-schema-400") / ".devtools" / "generations.json"
    window.session.open(path)
    controller = finish(window, qtbot)
    chosen = controller.shelf.entries[1].key
    controller.choose(chosen)
    content = json.loads(path.read_text(encoding="utf-8"))
    content["steps"] = content["steps"][:-1]
    path.write_text(json.dumps(content), encoding="utf-8")
    window.session.look_again()
    settle()
    assert len(controller.shelf.entries) == 3, "what was found stays until the newer check is through"
    qtbot.waitUntil(lambda: controller.scan.requests == len(content["steps"]))
    finish(window, qtbot)
    assert controller.current is not None
    assert controller.current.key == chosen
    assert controller.by_hand


def test_what_an_older_check_delivers_late_is_dropped(
    window: MainWindow, qtbot: QtBot, capture_dir: Dirs
) -> None:
    window.session.open(capture_dir("v6-schema-400"))
    controller = finish(window, qtbot)
    opened = window.session.current
    assert opened is not None
    late: Sequence[Finding] = [entry.finding for entry in controller.shelf.entries]
    controller._arrived.emit(Inspection(opened.source, ""), late)
    assert len(controller.shelf.entries) == 3


def test_closing_leaves_nothing(window: MainWindow, qtbot: QtBot, capture_dir: Dirs) -> None:
    window.session.open(capture_dir("v6-schema-400"))
    controller = finish(window, qtbot)
    window.session.close()
    assert controller.shelf.entries == []
    assert controller.current is None
    assert controller.scan.state is ScanState.NOTHING
