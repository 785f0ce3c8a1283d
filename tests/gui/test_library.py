"""A folder of sessions in the window: the list first, then the session a person clicks."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from inspector.gui.main_window import MainWindow

SAMPLES = Path(__file__).parents[1] / "data" / "samples"


@pytest.fixture(autouse=True)
def _own_index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("inspector.sources.library.index.cache_path", lambda name: tmp_path / "cache" / name)


def test_a_folder_lists_its_sessions_and_a_click_opens_one(
    make_window: Callable[..., MainWindow], qtbot: QtBot, tmp_path: Path
) -> None:
    folder = tmp_path / "projects"
    shutil.copytree(SAMPLES / "claude-code", folder / "-home-ann-shop")
    shutil.copytree(SAMPLES / "codex", folder / "codex")
    window = make_window()
    window.session.open(folder)
    qtbot.waitUntil(lambda: window.session.current is not None)
    current = window.session.current
    assert current is not None
    assert window.session.conversation is None, "nothing is chosen yet"

    def titles() -> list[str]:
        now = window.session.current
        return [] if now is None else [summary.title for summary in now.summaries]

    qtbot.waitUntil(lambda: "Which tests fail?" in titles())
    assert titles()[0] == "Count the lines of big.log", "newest first"
    window.navigator.setFocus()
    window.navigator.step(1)
    qtbot.waitUntil(lambda: window.session.conversation is not None)
    now = window.session.current
    assert now is not None
    assert now.source.path.suffix == ".jsonl"
    QTest.keyClick(window, Qt.Key.Key_Escape)
