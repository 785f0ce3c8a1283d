"""Export in the real window: choices, what is taken out, saving, and charts as pictures."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QWidget
from pytestqt.qtbot import QtBot

from inspector.gui.dialogs.export import ExportDialog
from inspector.gui.main_window import MainWindow
from inspector.gui.pictures import CHART_TYPES, charts_in, save_picture
from inspector.model import Problem
from inspector.reports.model import Topic
from inspector.reports.write import Format
from tests.gui.conftest import settle

Dirs = Callable[[str], Path]
LEFT = Qt.MouseButton.LeftButton
SECRET = "sk-proj-0123456789abcdefghij"


@pytest.fixture
def research(window: MainWindow, fixture_dir: Dirs) -> MainWindow:
    """The long conversation of the research database."""
    window.session.open(fixture_dir("research"))
    settle()
    entry = next(e for e in window.navigator.entries() if "Battery" in e.summary.title)
    window.session.load(entry.summary.id)
    settle()
    return window


@pytest.fixture
def leaky(window: MainWindow, capture_dir: Dirs) -> MainWindow:
    """A capture with a key and a home folder in its first question."""
    folder = capture_dir("v6-cache-bust")
    capture = folder / ".devtools" / "generations.json"
    text = capture.read_text("utf-8").replace("Review the checkout flow", f"{SECRET} /home/ann/x")
    capture.write_text(text, encoding="utf-8")
    window.session.open(folder)
    settle()
    return window


def dialog_of(window: MainWindow, qtbot: QtBot) -> ExportDialog:
    """The dialog as Ctrl+Shift+X opens it, its first report made."""
    keys = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    QTest.keyClick(window, Qt.Key.Key_X, keys)
    settle()
    dialog = window.findChild(ExportDialog, "export-dialog")
    assert isinstance(dialog, ExportDialog)
    wait(dialog, qtbot)
    return dialog


def wait(dialog: ExportDialog, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: dialog.made is not None, timeout=20_000)


def close(dialog: ExportDialog) -> None:
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    settle()


def save(dialog: ExportDialog, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_args: (str(path), ""))
    QTest.mouseClick(dialog.save_button, LEFT)
    settle()


def test_a_page_is_saved_with_two_keys_and_a_click(
    research: MainWindow, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dialog = dialog_of(research, qtbot)
    assert dialog.save_button.isEnabled()
    target = tmp_path / "report.html"
    save(dialog, target, monkeypatch)
    assert target.read_text("utf-8").startswith("<!doctype html>")
    assert str(target) in research.status.texts[1]


@pytest.mark.parametrize("form", [Format.MARKDOWN, Format.CSV, Format.JSON])
def test_the_other_formats_are_one_click_away(
    research: MainWindow, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, form: Format
) -> None:
    dialog = dialog_of(research, qtbot)
    QTest.mouseClick(dialog.formats[form], LEFT)
    assert not dialog.save_button.isEnabled()
    wait(dialog, qtbot)
    target = tmp_path / "report"
    save(dialog, target, monkeypatch)
    text = target.with_suffix(f".{form}").read_text("utf-8")
    if form is Format.JSON:
        assert len(json.loads(text)["conversations"]) == 1
    elif form is Format.CSV:
        assert next(csv.reader(io.StringIO(text)))[0] == "table"
    else:
        assert text.startswith("# Context report")


def test_what_is_taken_out_is_shown_before_anything_is_saved(
    leaky: MainWindow, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dialog = dialog_of(leaky, qtbot)
    rows = [
        [dialog.account.table.item(row, column).text() for column in range(3)]
        for row in range(dialog.account.table.rowCount())
    ]
    assert ["API key", "sk-p… 28 chars", rows[0][2]] == rows[0]
    assert ["home folder", "/home/…"] in [row[:2] for row in rows]
    assert SECRET not in dialog.account.preview.toPlainText()
    target = tmp_path / "safe.html"
    save(dialog, target, monkeypatch)
    assert SECRET not in target.read_text("utf-8")


def test_leaving_secrets_in_takes_a_click_and_warns(
    leaky: MainWindow, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dialog = dialog_of(leaky, qtbot)
    dialog.account.redact.click()
    wait(dialog, qtbot)
    assert dialog.account.words.property("tone") == "error"
    assert "stay in the file" in dialog.account.words.text()
    target = tmp_path / "open.html"
    save(dialog, target, monkeypatch)
    assert SECRET in target.read_text("utf-8")


def test_sections_and_conversations_are_chosen(research: MainWindow, qtbot: QtBot) -> None:
    dialog = dialog_of(research, qtbot)
    for topic, box in dialog.topics.items():
        if topic is not Topic.CACHE:
            box.click()
    dialog.all.click()
    wait(dialog, qtbot)
    assert dialog.made is not None
    sections = {section.id for one in dialog.made.report.conversations for section in one.sections}
    assert sections == {"cache"}
    assert len(dialog.made.report.conversations) == 2
    dialog.topics[Topic.CACHE].click()
    qtbot.waitUntil(lambda: "at least one" in dialog.state.text())
    assert not dialog.save_button.isEnabled()
    close(dialog)


def test_settings_of_the_replay_panel_are_compared_with_the_sessions_own(
    research: MainWindow, qtbot: QtBot
) -> None:
    research.dock.show()
    settle()
    research.helpers.replay.controller.change("truncate_threshold", 2_000)
    qtbot.waitUntil(lambda: not research.helpers.replay.controller.is_busy, timeout=20_000)
    dialog = dialog_of(research, qtbot)
    assert dialog.panel_settings.isChecked()
    assert "1" in dialog.panel_settings.text()
    assert dialog.made is not None
    sections = {section.id for section in dialog.made.report.conversations[0].sections}
    assert "comparison" in sections
    dialog.own_settings.click()
    wait(dialog, qtbot)
    assert not dialog.topics[Topic.COMPARISON].isEnabled()
    close(dialog)


def test_a_place_beside_the_source_is_refused_in_the_dialog(
    research: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    dialog = dialog_of(research, qtbot)
    assert research.session.current is not None
    beside = research.session.current.source.path.parent / "report.html"
    save(dialog, beside, monkeypatch)
    assert "only ever read" in dialog.state.text()
    assert not beside.exists()
    assert dialog.isVisible()
    close(dialog)


def test_a_chart_on_screen_becomes_a_picture(
    research: MainWindow, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    research.dock.show()
    settle()
    qtbot.waitUntil(lambda: not research.helpers.replay.controller.is_busy, timeout=20_000)
    for ending in ("png", "svg"):
        target = tmp_path / f"chart.{ending}"
        monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_args, t=target: (str(t), ""))
        research.actions_by_id.by_id["save-picture"].trigger()
        settle()
        assert target.stat().st_size > 2_000
    picture = QImage(str(tmp_path / "chart.png"))
    (chart,) = [chart for chart in charts_in(research) if chart.isVisible()]
    assert picture.width() == 2 * chart.width()
    assert len({picture.pixel(x, picture.height() // 2) for x in range(picture.width())}) > 2
    assert "<svg" in (tmp_path / "chart.svg").read_text("utf-8")


def test_a_picture_of_another_kind_or_place_is_a_problem(window: MainWindow, tmp_path: Path) -> None:
    widget = QWidget(window)
    widget.resize(10, 10)
    with pytest.raises(Problem, match=r"\.png or \.svg"):
        save_picture(widget, tmp_path / "chart.gif")
    for ending in ("png", "svg"):
        with pytest.raises(Problem, match="could not be written"):
            save_picture(widget, tmp_path / "nowhere" / f"chart.{ending}")


def test_without_a_chart_the_window_says_so(research: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("inspector.gui.exports.charts_in", lambda _window: [])
    research.helpers.exports.save_picture()
    assert "no chart" in research.status.texts[1]


def test_a_chart_offers_it_in_its_context_menu(research: MainWindow) -> None:
    action = research.actions_by_id.by_id["save-picture"]
    charts = [chart for chart in research.findChildren(QWidget) if isinstance(chart, CHART_TYPES)]
    assert charts
    assert all(action in chart.actions() for chart in charts)


def test_with_threads_the_report_is_made_beside_the_window(
    make_window: Callable[..., MainWindow], fixture_dir: Dirs, qtbot: QtBot, tmp_path: Path
) -> None:
    window = make_window(pooled=True)
    window.session.open(fixture_dir("research"))
    qtbot.waitUntil(lambda: window.session.conversation is not None, timeout=20_000)
    dialog = window.helpers.exports.make_dialog()
    assert dialog is not None
    dialog.open()
    dialog.all.click()
    wait(dialog, qtbot)
    assert dialog.progress.isHidden()
    target = tmp_path / "report.html"
    with qtbot.waitSignal(dialog.saved, timeout=20_000):
        dialog.save_to(target)
    assert target.exists()


def test_a_dialog_closed_early_drops_its_work(
    make_window: Callable[..., MainWindow], fixture_dir: Dirs, qtbot: QtBot
) -> None:
    window = make_window(pooled=True)
    window.session.open(fixture_dir("research"))
    qtbot.waitUntil(lambda: window.session.conversation is not None, timeout=20_000)
    dialog = window.helpers.exports.make_dialog()
    assert dialog is not None
    dialog.open()
    qtbot.wait(150)
    close(dialog)
    qtbot.waitUntil(lambda: window.background.busy == 0, timeout=20_000)
