"""Workspaces in the real window: saved, closed, and back as it was."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from inspector.app.docks import DockId
from inspector.cli import open as open_command
from inspector.gui.main_window import MainWindow
from inspector.model.workspace import load_workspace
from tests.gui.conftest import settle

Dirs = Callable[[str], Path]
SAVE = (Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)


def wait_for_replay(window: MainWindow, qtbot: QtBot) -> None:
    controller = window.helpers.replay.controller
    qtbot.waitUntil(lambda: controller.is_open and not controller.is_busy, timeout=20_000)


@pytest.fixture
def saved(
    window: MainWindow, fixture_dir: Dirs, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> Path:
    """A workspace saved with Ctrl+Shift+S after a little work."""
    window.session.open(fixture_dir("research"))
    settle()
    entry = next(e for e in window.navigator.entries() if "Battery" in e.summary.title)
    window.session.load(entry.summary.id)
    settle()
    assert window.on_screen.branch is not None
    window.timeline.select_key(window.on_screen.branch.message_ids[6])
    window.dock.show()
    window.dock.show_tab(DockId.PROBES)
    wait_for_replay(window, qtbot)
    controller = window.helpers.replay.controller
    controller.change("truncate_threshold", 9_000)
    controller.toggle_pin()
    controller.change("truncate_threshold", 2_000)
    controller.track("x=Lanthanum")
    wait_for_replay(window, qtbot)
    path = tmp_path / "work" / "mine.ctxi"
    path.parent.mkdir()
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_args: (str(path.with_suffix("")), ""))
    QTest.keyClick(window, *SAVE)
    settle()
    return path


def test_a_saved_workspace_holds_what_was_on_screen(saved: Path, window: MainWindow) -> None:
    workspace = load_workspace(saved)
    assert workspace.source == window.session.current.source.path  # type: ignore[union-attr]
    assert workspace.settings is not None
    assert workspace.settings.truncate_threshold == 2_000
    assert workspace.pinned is not None
    assert workspace.pinned.truncate_threshold == 9_000
    assert [(probe.name, probe.pattern) for probe in workspace.probes] == [("x", "Lanthanum")]
    assert workspace.layout["tab"] == "probes"
    assert window.settings.recent[0] == saved
    assert str(saved) in window.status.texts[1]


def test_everything_comes_back_in_another_window(
    saved: Path, make_window: Callable[..., MainWindow], qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted = load_workspace(saved)
    window = make_window()
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_args: (str(saved), ""))
    window.actions_by_id.by_id["open-workspace"].trigger()
    settle()
    wait_for_replay(window, qtbot)
    assert window.session.conversation is not None
    assert window.session.conversation.summary.id == wanted.conversation
    assert window.timeline.current_row is not None
    assert window.timeline.current_row.key == wanted.row
    state = window.helpers.replay.controller.state
    assert (state.settings, state.pinned) == (wanted.settings, wanted.pinned)
    assert [probe.name for probe in state.probes] == ["x"]
    assert not window.dock.isHidden()
    assert window.helpers.workspaces.path == saved
    assert window.settings.recent[0] == saved


def test_a_workspace_is_opened_like_any_file_and_listed_among_the_recent_ones(
    saved: Path, make_window: Callable[..., MainWindow]
) -> None:
    window = make_window()
    window.session.open(saved)
    settle()
    assert window.pages.currentWidget() is window.panes
    assert str(saved) in [action.data() for action in window.helpers.recent.actions()]


def test_opening_something_else_ends_the_workspace(
    saved: Path, make_window: Callable[..., MainWindow], capture_dir: Dirs
) -> None:
    window = make_window()
    window.session.open(saved)
    settle()
    window.session.open(capture_dir("v6-cache-bust"))
    settle()
    assert window.helpers.workspaces.path is None
    assert window.session.conversation is not None
    assert window.session.conversation.summary.id == "conversation-1"


def test_a_workspace_whose_source_is_gone_says_so_on_the_error_page(
    saved: Path, make_window: Callable[..., MainWindow]
) -> None:
    load_workspace(saved).source.unlink()
    window = make_window()
    window.session.open(saved)
    settle()
    assert window.pages.currentWidget() is window.error
    assert "is not there" in window.error.text


def test_a_workspace_is_never_saved_beside_its_source(window: MainWindow, fixture_dir: Dirs) -> None:
    window.session.open(fixture_dir("research"))
    settle()
    assert window.session.current is not None
    beside = window.session.current.source.path.with_name("mine.ctxi")
    window.helpers.workspaces.save_as(beside)
    assert not beside.exists()
    assert "only ever read" in window.status.texts[1]


def test_the_command_line_opens_a_workspace(saved: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from inspector.cli.main import run
    from inspector.gui import app

    opened: list[Path | None] = []
    monkeypatch.setattr(app, "run_window", lambda path, **_rest: opened.append(path) or 0)
    assert run([str(saved)]) == 0
    assert opened == [saved]
    assert open_command.NAME == "open"


def test_the_command_line_names_what_is_wrong_with_a_workspace(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from inspector.cli.main import run

    (tmp_path / "x.ctxi").write_text("nothing")
    assert run([str(tmp_path / "x.ctxi")]) == 2
    assert "not a workspace" in capsys.readouterr().err


def test_a_name_with_another_ending_gets_ours_as_well(
    window: MainWindow, fixture_dir: Callable[[str], Path], tmp_path: Path
) -> None:
    window.session.open(fixture_dir("torn"))
    settle()
    window.helpers.workspaces.save_as(tmp_path / "run 1.5 tokens")
    kept = tmp_path / "run 1.5 tokens.ctxi"
    assert kept.exists()
    window.session.open(kept)
    settle()
    assert window.helpers.workspaces.path == kept
