"""What a prompt is made of: boxes that add up, what came and left, and clicks and keys that lead to the bytes."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from inspector.analysis.composition import Composition, Ingredient, Piece
from inspector.app.inspector.made_of import Box, boxes
from inspector.gui.main_window import MainWindow
from inspector.gui.views.inspector.icicle import Icicle
from tests.gui.conftest import settle


def piece(kind: Ingredient, label: str, weight: int, path: str) -> Piece:
    return Piece(kind, label, path, weight, weight, hash(path))


PIECES = (
    piece(Ingredient.SYSTEM, "", 100, "system"),
    piece(Ingredient.TOOL_RESULT, "grep", 200, "messages[1]"),
    piece(Ingredient.USER, "", 100, "messages[0]"),
    piece(Ingredient.TOOL_RESULT, "read", 400, "messages[2]"),
    piece(Ingredient.TOOL_RESULT, "grep", 200, "messages[3]"),
)


def level(found: list[Box], number: int) -> list[Box]:
    return [box for box in found if box.level == number]


def test_boxes_of_every_level_fill_the_whole_without_a_gap() -> None:
    found = boxes(Composition(PIECES))
    for number in range(3):
        own = level(found, number)
        assert own[0].start == 0
        assert own[-1].end == pytest.approx(1)
        assert all(a.end == pytest.approx(b.start) for a, b in pairwise(own))
    assert [(box.ingredient, box.weight) for box in level(found, 0)] == [
        (Ingredient.SYSTEM, 100),
        (Ingredient.USER, 100),
        (Ingredient.TOOL_RESULT, 800),
    ]
    assert [box.label for box in level(found, 1)] == ["", "", "grep", "read"]
    assert [box.path for box in level(found, 2)][2:] == ["messages[1]", "messages[3]", "messages[2]"]


def test_nothing_has_no_boxes() -> None:
    assert boxes(Composition()) == []


@pytest.fixture
def page(window: MainWindow, unpacked: Callable[[str, str], Path]) -> MainWindow:
    window.session.open(unpacked("captures", "v6-long-tool-loop"))
    settle()
    window.helpers.navigation.go_to_request_index(7)
    window.inspector.show_page(window.inspector.composition)
    settle()
    return window


def facts(window: MainWindow) -> dict[str, str]:
    return window.inspector.composition.facts.texts()


def test_the_page_tells_size_and_what_came_since_the_request_before(page: MainWindow) -> None:
    shown = facts(page)
    assert shown["Prompt"] == "67\u202f152 chars"
    assert shown["Measured"] == "16\u202f855 tok"
    assert shown["Came since request 7"] == "tool calls +132 · tool results +8\u202f516"
    assert shown["Left since request 7"] == "nothing"


def test_the_first_request_is_compared_with_nothing(page: MainWindow) -> None:
    page.helpers.navigation.go_to_request_index(0)
    settle()
    assert set(facts(page)) == {"Prompt", "Measured"}


def test_a_click_on_a_part_shows_its_bytes(page: MainWindow) -> None:
    icicle = page.inspector.composition.icicle
    part = [box for box in icicle.boxes if box.level == 2 and box.ingredient is Ingredient.TOOL_RESULT][3]
    QTest.mouseClick(icicle, Qt.MouseButton.LeftButton, pos=icicle.rect_of(part).center().toPoint())
    settle()
    assert page.inspector.current_page is page.inspector.wire
    wire = page.inspector.wire._wire
    assert wire is not None
    assert wire.json is not None
    assert wire.line is not None
    assert part.path.removeprefix("messages") in wire.json.layout.path(wire.line)


def test_keys_walk_the_boxes_and_return_shows_the_bytes(page: MainWindow) -> None:
    icicle = page.inspector.composition.icicle
    told: list[str] = []
    icicle.part_activated.connect(told.append)
    icicle.setFocus()
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Right, Qt.Key.Key_Right):
        QTest.keyClick(icicle, key)
    current = icicle.current
    assert current is not None
    assert (current.level, current.ingredient) == (2, Ingredient.SYSTEM)
    QTest.keyClick(icicle, Qt.Key.Key_Left)
    assert icicle.current is not None
    assert icicle.current.level == 1
    QTest.keyClick(icicle, Qt.Key.Key_Right)
    QTest.keyClick(icicle, Qt.Key.Key_Return)
    assert told == [current.path]


def test_a_database_says_that_its_prompt_is_replayed(
    window: MainWindow, unpacked: Callable[[str, str], Path]
) -> None:
    window.session.open(unpacked("fixtures", "research"))
    settle()
    window.session.load(max(window.session.current.summaries, key=lambda one: one.request_count or 0).id)  # type: ignore[union-attr]
    settle()
    record = window.session.conversation.requests[2]  # type: ignore[union-attr]
    window.helpers.navigation.go_to_request(record)
    window.inspector.show_page(window.inspector.composition)
    settle()
    assert "replayed" in facts(window)["Basis"]
    assert window.inspector.composition.icicle.boxes


def test_without_a_request_the_page_says_what_to_select(page: MainWindow) -> None:
    page.timeline.select_key(page.timeline.presenter.rows()[0].key)  # type: ignore[union-attr]
    settle()
    assert page.inspector.composition.currentWidget() is not page.inspector.composition.body


def test_boxes_too_low_for_text_are_painted_all_the_same(page: MainWindow) -> None:
    icicle = Icicle()
    icicle.resize(300, 60)
    icicle.show_boxes(boxes(Composition(PIECES)))
    picture = icicle.grab().toImage()
    assert len({picture.pixel(5, y) for y in range(0, 60, 2)}) > 2
    icicle.deleteLater()
