"""Requests compared with the one before: the reasons of a recorded session of cache misses, shown with evidence."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from inspector.analysis.text_diff import diff_texts
from inspector.app.diff.shown import excerpt, same_stretches, show_all
from inspector.app.text.line_marks import LineTone
from inspector.gui.background import Background, SyncExecutor
from inspector.gui.views.diff.page import DiffPage
from inspector.sources.base import Source
from inspector.sources.open import open_source
from tests.gui.views.inspector.conftest import select_request


@pytest.fixture
def source(capture_dir: Callable[[str], Path]) -> Iterator[Source]:
    opened = open_source(capture_dir("v6-cache-bust"))
    yield opened
    opened.close()


@pytest.fixture
def expected(capture_dir: Callable[[str], Path]) -> list[dict[str, Any]]:
    data = json.loads((capture_dir("v6-cache-bust") / "expected.json").read_text())
    requests: list[dict[str, Any]] = data["requests"]
    return requests


@pytest.fixture
def page(qtbot: QtBot) -> DiffPage:
    background = Background(SyncExecutor())
    made = DiffPage(background)
    background.setParent(made)
    qtbot.addWidget(made)
    made.resize(460, 700)
    made.show()
    return made


def index_of(expected: list[dict[str, Any]], reason: str) -> int:
    return next(request["index"] for request in expected if request["reason"] == reason)


def test_a_changed_time_is_shown_with_both_times_marked(
    page: DiffPage, source: Source, expected: list[dict[str, Any]]
) -> None:
    index = [request["index"] for request in expected if request["reason"] == "system-time"][1]
    page.show_selection(select_request(source, index))
    assert page.card.headline.text().startswith("Time in the system prompt")
    assert page.card.place.text().startswith("System · char ")
    view = page.card.view
    marked = [
        view.document.text[start:end]
        for role, starts, ends in view.marks.layers.values()
        for start, end in zip(starts, ends, strict=True)
        if role
    ]
    assert len(marked) == 2
    assert marked[0] != marked[1]
    signs = [view.gutter_label(line) for line in range(view.document.line_count)] if view.gutter_label else []
    assert signs.count("−") == signs.count("+") == 1
    assert page.advice.texts()["Try"].startswith("Move the time")
    assert "tokens that were in the cache were sent anew" in page.facts.texts()["Lost"]


def test_the_measured_loss_is_what_the_provider_had_cached(
    page: DiffPage, source: Source, expected: list[dict[str, Any]]
) -> None:
    index = index_of(expected, "tools-reordered")
    page.show_selection(select_request(source, index))
    before, now = expected[index - 1], expected[index]
    lost = min(before["read"] + before["creation"], now["total"]) - now["read"]
    assert page.facts.texts()["Lost"].replace("\u202f", "").startswith(f"{lost} tokens")


def test_an_appended_request_is_no_break(
    page: DiffPage, source: Source, expected: list[dict[str, Any]]
) -> None:
    page.show_selection(select_request(source, index_of(expected, "extends")))
    assert page.card.headline.text().startswith("Appended only")
    assert page.card.view.isHidden()
    assert "Lost" not in page.facts.texts()
    assert "Try" not in page.advice.texts()


def test_identical_requests_have_no_changed_line(
    page: DiffPage, source: Source, expected: list[dict[str, Any]]
) -> None:
    page.show_selection(select_request(source, index_of(expected, "identical")))
    assert page.card.headline.text().startswith("Identical")
    assert page.text.view.line_tones is not None
    assert LineTone.ADDED not in page.text.view.line_tones
    assert "100" in page.facts.texts()["Same prefix"]


def test_every_reason_of_the_session_is_told(
    page: DiffPage, source: Source, expected: list[dict[str, Any]]
) -> None:
    for request in expected[1:]:
        page.show_selection(select_request(source, request["index"]))
        assert page.currentWidget() is page.body
        assert page.card.headline.text()
        assert page.facts.texts()["Request"].startswith(f"{request['index'] + 1} of")


def test_the_first_request_has_nothing_before_it(page: DiffPage, source: Source) -> None:
    page.show_selection(select_request(source, 0))
    assert "First request" in page.currentWidget().accessibleName()


def test_a_click_on_the_earlier_request_goes_there(qtbot: QtBot, page: DiffPage, source: Source) -> None:
    page.show_selection(select_request(source, 5))
    link = page.facts.findChild(QPushButton)
    assert link is not None
    with qtbot.waitSignal(page.request_activated) as caught:
        qtbot.mouseClick(link, Qt.MouseButton.LeftButton)
    assert caught.args == [4]


def test_same_lines_are_folded_and_a_click_shows_them(qtbot: QtBot, page: DiffPage, source: Source) -> None:
    page.show_selection(select_request(source, 10))
    view = page.text.view
    assert view.folds is not None
    assert view.rows.row_count < view.document.line_count
    head = min(view.folds.closed)
    view.caret.move_to(int(view.document.starts[head]))
    view.setFocus()
    qtbot.keyClick(view, Qt.Key.Key_Space)
    assert head not in view.folds.closed


def test_a_shown_diff_holds_every_line_with_its_tone_and_number() -> None:
    diff = diff_texts("a\nb\nc", "a\nB x\nc\nd")
    shown = show_all(diff, frozenset({0}))
    assert shown.text.splitlines() == ["a", "b", "B x", "c", "d"]
    assert shown.tones.tolist() == [LineTone.HEADER, LineTone.REMOVED, LineTone.ADDED, 0, LineTone.ADDED]
    assert [shown.label(line) for line in range(6)] == [" 1", "−2", "+2", " 3", "+4", ""]


def test_an_excerpt_cuts_long_lines_around_what_differs() -> None:
    old = "x" * 500 + " 10:41 " + "y" * 500
    shown = excerpt(diff_texts(old, old.replace("10:41", "10:42")), frozenset(), context=3, most=9)
    lines = shown.text.splitlines()
    assert all(len(line) < 200 for line in lines)
    assert [shown.text[a:b] for a, b in (*shown.removed, *shown.added)] == ["10:41", "10:42"]


def test_stretches_to_fold_lie_between_the_hunks() -> None:
    old = "\n".join(map(str, range(40)))
    diff = diff_texts(old, old.replace("20", "twenty"))
    assert same_stretches(diff, context=2) == {0: 17, 23: 40}
