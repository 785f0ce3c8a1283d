"""A person folds JSON, copies values and paths, and sees the recorded text."""

from __future__ import annotations

import json

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from inspector.gui.views.json_view.view import JsonView, prepare_json

VALUE = {
    "model": "m",
    "messages": [{"role": "user", "content": "电池"}, {"role": "assistant", "content": "ok"}],
}
SOURCE = json.dumps(VALUE, ensure_ascii=False)


@pytest.fixture
def view(qtbot: QtBot) -> JsonView:
    made = JsonView()
    qtbot.addWidget(made)
    made.resize(600, 400)
    made.show()
    made.set_json(prepare_json(SOURCE))
    return made


def shown_lines(view: JsonView) -> list[str]:
    text = view.panel.view
    return [text.document.line_text(text.rows.locate(row)[0]).strip() for row in range(text.rows.row_count)]


def test_a_click_beside_a_line_folds_it_and_space_unfolds_it(qtbot: QtBot, view: JsonView) -> None:
    text = view.panel.view
    place = QPoint(10, round(2.5 * text.grid.row_height))
    qtbot.mouseClick(text.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert shown_lines(view) == ["{", '"model": "m",', '"messages": [', "}"]
    text.caret.move_to(text.document.text.index('"messages"'))
    text.setFocus()
    qtbot.keyClick(text, Qt.Key.Key_Space)
    assert '"content": "电池"' in shown_lines(view)


def test_a_folded_line_tells_how_much_is_behind_it(view: JsonView) -> None:
    folds = view.panel.view.folds
    assert folds is not None
    told = folds.describe(2)
    assert "2 item" in told
    assert str(len(json.dumps(VALUE["messages"], ensure_ascii=False))) in told
    assert told.endswith("]")


def test_the_menu_copies_value_and_path(view: JsonView) -> None:
    text = view.panel.view
    menu = text.build_menu(text.document.text.index('"ok"'))
    actions = {action.text(): action for action in menu.actions()}
    actions["Copy path $.messages[1].content"].trigger()
    assert QGuiApplication.clipboard().text() == "$.messages[1].content"
    actions["Copy value"].trigger()
    assert QGuiApplication.clipboard().text() == '"ok"'


def test_as_recorded_shows_the_recorded_text(qtbot: QtBot, view: JsonView) -> None:
    box = next(child for child in view.panel.children() if getattr(child, "text", str)() == "As recorded")
    qtbot.mouseClick(box, Qt.MouseButton.LeftButton, pos=QPoint(8, box.height() // 2))
    assert view.panel.view.document.text == SOURCE
    assert view.panel.view.folds is None


def test_long_json_opens_with_its_inner_levels_folded_and_searching_unfolds_them(
    qtbot: QtBot, view: JsonView
) -> None:
    rows = [{"n": n, "inner": [n, n]} for n in range(1000)]
    view.set_json(prepare_json(json.dumps({"rows": rows})))
    assert len(shown_lines(view)) == 1004
    view.panel.find_bar.open_bar()
    qtbot.keyClicks(view.panel.find_bar.field, '"n": 777')
    qtbot.waitUntil(lambda: view.panel.find_bar.count.text() == "1 of 1")
    assert '"n": 777,' in shown_lines(view)
    view.fold_all()
    assert len(shown_lines(view)) == 3
    view.unfold_all()
    assert len(shown_lines(view)) == view.panel.view.document.line_count
