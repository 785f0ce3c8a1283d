"""Searching in one text: every occurrence, over block borders, stepped through by keyboard."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from inspector.app.text import finding as module
from inspector.app.text.finding import Finding
from inspector.gui.views.text.panel import TextPanel


def starts(text: str, query: str) -> list[int]:
    search = Finding(text, query)
    while not search.done:
        search.search_block()
    return search.starts


def test_occurrences_over_block_borders_are_found_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "BLOCK", 5)
    text = "abcABCxxabc" * 3
    assert starts(text, "abc") == [0, 3, 8, 11, 14, 19, 22, 25, 30]
    assert starts("aaaaaaaaaaaa", "aaa") == [0, 3, 6, 9]


def test_the_query_is_no_pattern_and_case_does_not_matter() -> None:
    assert starts("A.B a.b axb 电池", "a.b") == [0, 4]
    assert starts("电池 Battery 电池", "电池") == [0, 11]


def test_searching_stops_at_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LIMIT", 3)
    assert len(starts("a" * 10, "a")) >= 3


@pytest.fixture
def panel(qtbot: QtBot) -> TextPanel:
    made = TextPanel()
    qtbot.addWidget(made)
    made.resize(500, 300)
    made.show()
    made.set_text("\n".join(f"line {n} Cell" for n in range(300)))
    return made


def test_a_person_searches_steps_and_leaves(qtbot: QtBot, panel: TextPanel) -> None:
    panel.view.setFocus()
    qtbot.keyClick(panel.view, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert panel.find_bar.isVisible()
    qtbot.keyClicks(panel.find_bar.field, "line 29")
    qtbot.waitUntil(lambda: panel.find_bar.count.text() == "1 of 11")
    assert panel.view.selected_text() == "line 29"
    qtbot.keyClick(panel.find_bar.field, Qt.Key.Key_Return)
    assert panel.find_bar.count.text() == "2 of 11"
    assert panel.view.document.line_at(panel.view.caret.position) == 290
    qtbot.keyClick(panel.find_bar.field, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    qtbot.keyClick(panel.find_bar.field, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert panel.find_bar.count.text() == "11 of 11"
    assert panel.view.marks.layers
    qtbot.keyClick(panel.find_bar.field, Qt.Key.Key_Escape)
    assert not panel.find_bar.isVisible()
    assert not panel.view.marks.layers
    assert panel.view.selected_text() == "line 29"


def test_what_is_not_there_is_said(qtbot: QtBot, panel: TextPanel) -> None:
    panel.find_bar.open_bar()
    qtbot.keyClicks(panel.find_bar.field, "zebra")
    qtbot.waitUntil(lambda: panel.find_bar.count.text() == "no hits")


def test_the_footer_counts_utf16_chars_and_lines(qtbot: QtBot, panel: TextPanel) -> None:
    panel.set_text("😀😀\n电池")
    labels = [child.text() for child in panel.children() if hasattr(child, "text")]
    assert any("7 char" in text and "2 line" in text for text in labels)
    panel.show_char(2)
    assert panel.view.caret.position == 1


def test_a_failed_save_is_a_problem_and_not_a_crash(
    qtbot: QtBot, panel: TextPanel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("PySide6.QtWidgets.QFileDialog.getSaveFileName", lambda *args: ("/nowhere/x.txt", ""))
    with qtbot.waitSignal(panel.problem) as caught:
        panel.save_as()
    assert caught.args is not None
    assert caught.args[0].id == "write-failed"
