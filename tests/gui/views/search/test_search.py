"""A person searches a session: hits come in the background, keys walk through them, stale results are dropped."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from inspector.gui.background import Background, SyncExecutor
from inspector.gui.views.search import SearchBar, SearchController
from inspector.gui.views.search import controller as module
from inspector.sources.base import Progress, SearchHit, Source
from inspector.sources.open import open_source


class FakeSource:
    """Finds what it is told to; can be held back while it searches."""

    def __init__(self, hits: list[SearchHit]) -> None:
        self.found = hits
        self.gate = threading.Event()
        self.gate.set()
        self.cancelled = False

    def search(self, query: str, progress: Progress | None = None) -> Iterator[SearchHit]:
        self.gate.wait(10)
        self.cancelled |= progress is not None and progress.is_cancelled()
        for hit in self.found:
            if query in hit.context:
                yield hit


def hits(count: int, word: str = "battery") -> list[SearchHit]:
    return [
        SearchHit(conversation_id=f"c{n // 3}", message_id=f"m{n}", context=f"a {word} {n}")
        for n in range(count)
    ]


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    made = QWidget()
    qtbot.addWidget(made)
    made.resize(900, 600)
    return made


@pytest.fixture
def make_bar(qtbot: QtBot, window: QWidget) -> Iterator[Callable[..., SearchBar]]:
    backgrounds: list[Background] = []

    def make(source: Any, *, pooled: bool = False) -> SearchBar:
        background = Background(None if pooled else SyncExecutor(), window)
        backgrounds.append(background)
        controller = SearchController(background, window)
        controller.set_source(source)
        bar = SearchBar(controller, window)
        layout = QVBoxLayout(window)
        layout.addWidget(bar, 0, Qt.AlignmentFlag.AlignTop)
        window.show()
        window.activateWindow()
        bar.focus()
        return bar

    yield make
    for background in backgrounds:
        background.shutdown()


def test_typing_finds_and_enter_walks_through_the_hits(
    qtbot: QtBot, make_bar: Callable[..., SearchBar]
) -> None:
    bar = make_bar(FakeSource(hits(17)))
    visited: list[str | None] = []
    bar._controller.hit_activated.connect(lambda hit: visited.append(hit.message_id))
    qtbot.keyClicks(bar.field, "battery")
    qtbot.waitUntil(lambda: bar.count.text() == "– of 17")
    for _ in range(3):
        qtbot.keyClick(bar.field, Qt.Key.Key_Return)
    assert bar.count.text() == "3 of 17"
    for _ in range(3):
        qtbot.keyClick(bar.field, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert bar.count.text() == "17 of 17"
    assert visited == ["m0", "m1", "m2", "m1", "m0", "m16"]


def test_enter_does_not_wait_for_the_typing_pause(qtbot: QtBot, make_bar: Callable[..., SearchBar]) -> None:
    bar = make_bar(FakeSource(hits(2)))
    qtbot.keyClicks(bar.field, "battery")
    qtbot.keyClick(bar.field, Qt.Key.Key_Return)
    assert bar.count.text() == "1 of 2"


def test_stepping_begins_in_the_conversation_on_screen(
    qtbot: QtBot, make_bar: Callable[..., SearchBar]
) -> None:
    bar = make_bar(FakeSource(hits(9)))
    bar._controller.set_conversation("c1")
    qtbot.keyClicks(bar.field, "battery")
    qtbot.keyClick(bar.field, Qt.Key.Key_Return)
    assert bar.count.text() == "4 of 9"


def test_a_click_in_the_list_goes_to_the_hit(
    qtbot: QtBot, window: QWidget, make_bar: Callable[..., SearchBar]
) -> None:
    bar = make_bar(FakeSource(hits(5)))
    bar.set_titles({"c0": "Battery briefing"})
    qtbot.keyClicks(bar.field, "battery")
    qtbot.waitUntil(lambda: bar.hits is not None and bar.hits.isVisible())
    assert bar.hits is not None
    assert window.rect().contains(bar.hits.geometry())
    place = bar.hits.visualRect(bar.hits.hits.index(3, 0)).center()
    with qtbot.waitSignal(bar._controller.hit_activated) as caught:
        qtbot.mouseClick(bar.hits.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert caught.args is not None
    assert caught.args[0].message_id == "m3"
    assert not bar.hits.isVisible()


def test_escape_closes_the_list_and_then_ends_the_search(
    qtbot: QtBot, make_bar: Callable[..., SearchBar]
) -> None:
    bar = make_bar(FakeSource(hits(5)))
    qtbot.keyClicks(bar.field, "battery")
    qtbot.waitUntil(lambda: bar.hits is not None and bar.hits.isVisible())
    qtbot.keyClick(bar.field, Qt.Key.Key_Escape)
    assert bar.hits is not None
    assert not bar.hits.isVisible()
    assert bar.field.text() == "battery"
    qtbot.keyClick(bar.field, Qt.Key.Key_Escape)
    assert bar.field.text() == ""
    assert bar._controller.hits == ()
    assert not bar.count.isVisible()


def test_a_query_without_hits_says_so(qtbot: QtBot, make_bar: Callable[..., SearchBar]) -> None:
    bar = make_bar(FakeSource(hits(5)))
    qtbot.keyClicks(bar.field, "zebra")
    qtbot.waitUntil(lambda: bar.count.text() == "no hits")


def test_a_newer_query_cancels_the_one_that_runs(qtbot: QtBot, make_bar: Callable[..., SearchBar]) -> None:
    source = FakeSource(hits(4) + hits(2, "grid"))
    source.gate.clear()
    bar = make_bar(source, pooled=True)
    bar._controller.search("battery")
    bar._controller.search_now()
    assert bar.count.text() == "searching…"
    bar._controller.search("grid")
    bar._controller.search_now()
    source.gate.set()
    qtbot.waitUntil(lambda: bar._controller.complete)
    assert [hit.context for hit in bar._controller.hits] == ["a grid 0", "a grid 1"]
    qtbot.waitUntil(lambda: source.cancelled)


def test_another_source_is_searched_for_the_same_query(
    qtbot: QtBot, make_bar: Callable[..., SearchBar]
) -> None:
    bar = make_bar(FakeSource(hits(3)))
    qtbot.keyClicks(bar.field, "battery")
    qtbot.keyClick(bar.field, Qt.Key.Key_Return)
    bar._controller.set_source(FakeSource(hits(8)))  # type: ignore[arg-type]
    qtbot.waitUntil(lambda: bar.count.text() == "– of 8")


def test_a_search_stops_at_the_limit_and_says_that_there_are_more(
    qtbot: QtBot, make_bar: Callable[..., SearchBar], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "LIMIT", 5)
    bar = make_bar(FakeSource(hits(50)))
    qtbot.keyClicks(bar.field, "battery")
    qtbot.keyClick(bar.field, Qt.Key.Key_Return)
    assert bar.count.text() == "1 of 5+"


def test_a_failed_search_is_told(qtbot: QtBot, make_bar: Callable[..., SearchBar]) -> None:
    source = FakeSource([])
    source.search = lambda query, progress=None: iter(()).__next__()  # type: ignore[method-assign,assignment]
    bar = make_bar(source)
    qtbot.keyClicks(bar.field, "x")
    qtbot.keyClick(bar.field, Qt.Key.Key_Return)
    assert bar.count.text() == "search failed"
    assert bar.count.toolTip()


@pytest.mark.parametrize(
    ("kind", "name", "query"),
    [("capture", "v6-web-search-recall", "巴黎奥运会"), ("database", "research", "钠离子电池")],
)
def test_real_sources_are_searched_in_chinese(
    qtbot: QtBot,
    make_bar: Callable[..., SearchBar],
    capture_dir: Callable[[str], Path],
    fixture_dir: Callable[[str], Path],
    kind: str,
    name: str,
    query: str,
) -> None:
    source: Source = open_source(capture_dir(name) if kind == "capture" else fixture_dir(name))
    bar = make_bar(source)
    bar.field.setText(query)
    bar.field.textEdited.emit(query)
    qtbot.keyClick(bar.field, Qt.Key.Key_Return)
    assert bar._controller.hits
    ids = {summary.id for summary in source.conversations()}
    assert {hit.conversation_id for hit in bar._controller.hits} <= ids
    source.close()
