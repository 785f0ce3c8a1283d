"""Three people finish their job in the real window, each up to the file they send round (DESIGN, first page)."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from inspector.gui.dialogs.export import ExportDialog
from inspector.gui.main_window import MainWindow
from inspector.reports.write import Format
from tests.gui.conftest import settle

Dirs = Callable[[str], Path]
SHIFT = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
LEFT = Qt.MouseButton.LeftButton


def open_conversation(window: MainWindow, path: Path, title: str) -> None:
    window.session.open(path)
    settle()
    entry = next(e for e in window.navigator.entries() if title in e.summary.title)
    window.session.load(entry.summary.id)
    settle()


def replayed(window: MainWindow, qtbot: QtBot) -> None:
    controller = window.helpers.replay.controller
    qtbot.waitUntil(lambda: controller.is_open and not controller.is_busy, timeout=20_000)


def export(
    window: MainWindow, qtbot: QtBot, form: Format, target: Path, monkeypatch: pytest.MonkeyPatch
) -> str:
    """Ctrl+Shift+X, a format, Save; the text of the file."""
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_args: (str(target), ""))
    QTest.keyClick(window, Qt.Key.Key_X, SHIFT)
    settle()
    dialog = window.findChild(ExportDialog, "export-dialog")
    assert isinstance(dialog, ExportDialog)
    QTest.mouseClick(dialog.formats[form], LEFT)
    qtbot.waitUntil(lambda: dialog.made is not None, timeout=20_000)
    QTest.mouseClick(dialog.save_button, LEFT)
    settle()
    return target.read_text("utf-8")


def test_the_engineer_sees_a_fold_go_away_in_a_larger_window(
    window: MainWindow, capture_dir: Dirs, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window.session.open(capture_dir("v6-long-tool-loop"))
    settle()
    window.dock.show()
    replayed(window, qtbot)
    controller = window.helpers.replay.controller
    controller.change("context_window", 16_000)
    replayed(window, qtbot)
    assert controller.result is not None
    assert controller.result.totals.folds > 0
    controller.change("context_window", 1_000_000)
    replayed(window, qtbot)
    assert controller.result.totals.folds == 0
    text = export(window, qtbot, Format.HTML, tmp_path / "engineer.html", monkeypatch)
    assert "context_window" in text
    assert "hatched" not in text.partition("</style>")[2]


def test_the_tester_compares_two_thresholds_and_sends_the_table(
    window: MainWindow, fixture_dir: Dirs, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_conversation(window, fixture_dir("research"), "Battery")
    window.dock.show()
    replayed(window, qtbot)
    controller = window.helpers.replay.controller
    controller.track("fact=Lanthanum")
    QTest.keyClick(window, Qt.Key.Key_B, Qt.KeyboardModifier.ControlModifier)
    controller.change("truncate_threshold", 2_000)
    replayed(window, qtbot)
    assert controller.comparison is not None
    report = json.loads(export(window, qtbot, Format.JSON, tmp_path / "tester.json", monkeypatch))
    sections = report["conversations"][0]["sections"]
    assert sections["comparison"]["data"]["settings"] == {"truncate_threshold": [5_000, 2_000]}
    assert "fact" in sections["requests"]["data"]["requests"][-1]["probes"]
    assert "/Users/" not in json.dumps(report)


def test_the_presenter_shows_skeletons_and_hands_out_the_page(
    window: MainWindow, fixture_dir: Dirs, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_conversation(window, fixture_dir("research"), "Battery")
    QTest.keyClick(window, Qt.Key.Key_P, SHIFT)
    settle()
    view = window.helpers.citations.view
    QTest.keyClick(view.answer, Qt.Key.Key_Right)
    QTest.keyClick(view.answer, Qt.Key.Key_3)
    assert view.form_view is not None
    assert len(view.form_view.resolving) == 6
    assert view.form_view.chars < view.form_view.chars_full / 20
    QTest.mouseClick(view.panel.cards[1].rows[0].unfold, LEFT)
    settle()
    assert view.panel.cards[1].rows[0].text_view() is not None
    QTest.keyClick(view.answer, Qt.Key.Key_Escape)
    settle()
    text = export(window, qtbot, Format.MARKDOWN, tmp_path / "presenter.md", monkeypatch)
    assert text.startswith("# Context report")
    assert "电池材料简报" in text
