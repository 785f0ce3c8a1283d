"""Files that hold nothing yet, grow, vanish and come back while the window is open."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QLabel

from inspector.gui import theme
from inspector.gui.i18n import Language, switch_language
from inspector.gui.main_window import MainWindow
from inspector.gui.theme import ThemeChoice
from tests.gui.conftest import settle

Dirs = Callable[[str], Path]


@pytest.fixture
def empty_capture(tmp_path: Path) -> Path:
    """A capture that was begun and holds nothing yet."""
    path = tmp_path / ".devtools" / "generations.json"
    path.parent.mkdir()
    path.write_text('{"runs":[],"steps":[]}')
    return path


def test_a_capture_without_requests_says_what_to_do_in_both_languages(
    window: MainWindow, empty_capture: Path
) -> None:
    window.session.open(empty_capture)
    settle()
    assert "Follow live" in window.timeline.tree.empty_text
    switch_language(Language.CHINESE)
    settle()
    assert "Ctrl+L" in window.timeline.tree.empty_text
    assert "Follow live" not in window.timeline.tree.empty_text


def test_the_first_conversation_of_a_followed_file_is_shown_by_itself(
    window: MainWindow, empty_capture: Path, capture_dir: Dirs
) -> None:
    window.session.open(empty_capture)
    whole = capture_dir("v6-schema-400") / ".devtools" / "generations.json"
    empty_capture.write_text(whole.read_text())
    window.session.look_again()
    settle()
    assert window.session.conversation is not None
    assert window.timeline.model.rowCount() > 0


def test_a_followed_file_that_vanishes_is_told_until_it_is_back(
    window: MainWindow, capture_dir: Dirs, tmp_path: Path
) -> None:
    path = tmp_path / "generations.json"
    whole = json.loads((capture_dir("v6-schema-400") / ".devtools" / "generations.json").read_text())
    path.write_text(json.dumps(whole))
    window.session.open(path)
    window.actions_by_id.by_id["follow"].trigger()
    assert "following live" in window.status.texts[0]
    path.unlink()
    window.session.look_again()
    assert "waiting for the file" in window.status.texts[0]
    path.write_text(json.dumps(whole))
    window.session.look_again()
    assert "following live" in window.status.texts[0]


def test_a_branch_counts_its_messages_of_those_the_list_counts(window: MainWindow, fixture_dir: Dirs) -> None:
    window.session.open(fixture_dir("torn"))
    settle()
    assert "8 of 10 messages" in window.top_bar.texts[1]


def test_a_long_message_leaves_the_counts_at_the_right_end(window: MainWindow, capture_dir: Dirs) -> None:
    window.session.open(capture_dir("v6-schema-400"))
    right = next(label for label in window.status.findChildren(QLabel) if label.text().startswith("7 runs"))
    for text in ("Stopped", "x" * 900):
        window.status.show_message(text)
        settle()
        assert right.mapTo(window.status, right.rect().topRight()).x() > window.status.width() - 40


def test_the_theme_in_force_is_not_applied_again(window: MainWindow) -> None:
    manager = theme.manager()
    changes: list[object] = []
    manager.changed.connect(changes.append)
    try:
        manager.choose(ThemeChoice.LIGHT)
        assert changes == []
        manager.choose(ThemeChoice.DARK)
        assert changes == [theme.DARK]
    finally:
        manager.changed.disconnect(changes.append)
    assert window.palette().color(QPalette.ColorRole.Base) == theme.DARK.surface
