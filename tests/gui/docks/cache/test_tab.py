"""A person at the cache tab: chart, table and bytes over real captures and databases."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from inspector.analysis.prefix.causes import CauseId
from inspector.analysis.prefix.sums import SumBy
from inspector.app.cache.evidence import Analysed
from inspector.app.docks import DockId
from inspector.app.requests.centre import CentreView
from inspector.gui.docks.cache.tab import CacheTab
from inspector.gui.i18n import Language, switch_language
from inspector.gui.main_window import MainWindow
from inspector.gui.theme import ThemeChoice, manager
from inspector.gui.views.inspector.break_page import BreakPage
from inspector.gui.views.timeline.canvas import Columns
from inspector.model import Problem
from tests.gui.conftest import settle

Dirs = Callable[[str, str], Path]
Make = Callable[..., MainWindow]


def open_tab(window: MainWindow, path: Path, *, title: str = "") -> CacheTab:
    window.session.open(path)
    settle()
    opened = window.session.current
    assert opened is not None
    if title:
        found = next(one for one in opened.summaries if title in one.title)
        window.session.load(found.id)
    window.dock.show()
    window.dock.show_tab(DockId.CACHE)
    settle()
    tab = window.findChild(CacheTab)
    assert tab is not None
    return tab


@pytest.fixture
def bust(window: MainWindow, unpacked: Dirs) -> CacheTab:
    return open_tab(window, unpacked("captures", "v6-cache-bust"))


def breaks(window: MainWindow) -> BreakPage:
    """The page of the inspector that shows a break, on screen."""
    window.inspector.show_page(window.inspector.breaks)
    settle()
    return window.inspector.breaks


def click_bar(tab: CacheTab, position: int) -> None:
    place = tab.chart.layout_now().place(position)
    QTest.mouseClick(tab.chart, Qt.MouseButton.LeftButton, pos=place.center().toPoint())
    settle()


def click_cell(tab: CacheTab, row: int, column: int = 0) -> None:
    index = tab.table.model().index(row, column)
    tab.table.scrollTo(index)
    center = tab.table.visualRect(index).center()
    QTest.mouseClick(tab.table.viewport(), Qt.MouseButton.LeftButton, pos=center)
    settle()


def column_texts(tab: CacheTab, column: int) -> list[str]:
    model = tab.table.model()
    return [str(model.index(row, column).data()) for row in range(model.rowCount())]


def test_the_costliest_break_is_the_first_sight(window: MainWindow, bust: CacheTab) -> None:
    assert bust.chart.count == 29
    assert bust.chart.selected == 22
    assert window.on_screen.selection is not None
    assert window.on_screen.selection.request_index == 22
    assert "10\u202f128 tokens" in breaks(window).facts.texts()["Lost"]
    assert "0.3825" in bust.summary.text()


def test_clicking_a_bar_selects_the_request_everywhere(window: MainWindow, bust: CacheTab) -> None:
    click_bar(bust, 9)
    selection = window.on_screen.selection
    assert selection is not None
    assert selection.request is not None
    assert selection.request.index == 9
    assert bust.table.figures.order[bust.table.currentIndex().row()] == 9
    page = breaks(window)
    assert page.facts.texts()["Request"].startswith("10 of 29")
    assert "09:14:48" in page.view.document.text
    assert page.place.text() == "request 10 › system[0] › char 114"


def test_selecting_in_the_timeline_selects_in_the_tab(window: MainWindow, bust: CacheTab) -> None:
    window.helpers.navigation.go_to_request_index(17)
    settle()
    assert bust.chart.selected == 17
    assert "JSON key order" in breaks(window).headline.text()


def test_the_chip_of_the_timeline_leads_to_the_break(window: MainWindow, bust: CacheTab) -> None:
    window.centre.show_view(CentreView.TURNS)
    window.helpers.navigation.go_to_request_index(9)
    settle()
    tree = window.timeline.tree
    rect = tree.visualRect(tree.currentIndex())
    chip = Columns.of(tree.viewport().width()).chip
    assert chip is not None
    QTest.mouseClick(
        tree.viewport(),
        Qt.MouseButton.LeftButton,
        pos=QPoint(sum(chip) // 2, rect.top() + rect.height() // 3),
    )
    settle()
    assert window.inspector.current_page is window.inspector.breaks
    assert window.inspector.breaks.place.text().startswith("request 10 ›")


def test_keys_walk_from_break_to_break(window: MainWindow, bust: CacheTab) -> None:
    window.helpers.navigation.go_to_request_index(4)
    settle()
    for keys, wanted in (("M", 6), ("M", 8), ("Shift+M", 6)):
        action = next(one for one in window.actions() if keys in [key.toString() for key in one.shortcuts()])
        action.trigger()
        settle()
        assert bust.chart.selected == wanted
    window.helpers.cache.controller.choose(27)
    window.helpers.cache.step(1)
    assert bust.chart.selected == 4


def test_keys_say_so_where_there_is_no_break(window: MainWindow, unpacked: Dirs) -> None:
    window.session.open(unpacked("captures", "v6-schema-400"))
    settle()
    window.helpers.cache.step(1)
    assert "No cache misses" in window.status.texts[1]


def test_table_sorts_by_what_was_lost_and_selects(window: MainWindow, bust: CacheTab) -> None:
    header = bust.table.horizontalHeader()
    lost = [str(bust.table.figures.headerData(c, Qt.Orientation.Horizontal)) for c in range(10)].index("lost")
    for _ in range(2):
        x = header.sectionViewportPosition(lost) + 10
        QTest.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(x, 8))
    settle()
    assert column_texts(bust, 0)[:2] == ["23", "19"]
    click_cell(bust, 1)
    assert bust.chart.selected == 18
    assert window.on_screen.selection is not None
    assert window.on_screen.selection.request is not None
    assert window.on_screen.selection.request.index == 18


def test_arrow_keys_walk_over_bars(bust: CacheTab) -> None:
    click_bar(bust, 5)
    QTest.keyClick(bust.chart, Qt.Key.Key_Right)
    settle()
    assert bust.chart.selected == 6
    assert "Tools reordered" in bust.chart.accessibleDescription()


def test_sums_over_models_turns_and_conversations(bust: CacheTab) -> None:
    for kind, first in ((SumBy.MODEL, "claude-sonnet-4-6"), (SumBy.CONVERSATION, "Review the checkout flow")):
        bust.by.setCurrentIndex(bust.by.findData(kind.value))
        assert column_texts(bust, 0)[0].startswith(first)
    bust.by.setCurrentIndex(bust.by.findData(SumBy.TURN.value))
    assert len(column_texts(bust, 0)) == 29
    click_cell(bust, 4)
    assert bust.chart.selected == 4


def test_report_is_copied(window: MainWindow, bust: CacheTab) -> None:
    click_bar(bust, 9)
    page = breaks(window)
    QTest.mouseClick(page.copy, Qt.MouseButton.LeftButton)
    assert "Prefix cache miss: Time in the system prompt" in QGuiApplication.clipboard().text()
    assert page.copy.text() == "Copied"


def test_link_leads_to_the_request_compared_with(window: MainWindow, bust: CacheTab) -> None:
    click_bar(bust, 9)
    page = breaks(window)
    link = next(button for button in page.facts.findChildren(QPushButton) if button.isVisible())
    QTest.mouseClick(link, Qt.MouseButton.LeftButton, pos=QPoint(8, 8))
    settle()
    assert bust.chart.selected == 8


def test_first_request_says_that_there_is_none_before(window: MainWindow, bust: CacheTab) -> None:
    page = breaks(window)
    click_bar(bust, 0)
    assert page.currentWidget() is not page.body
    click_bar(bust, 1)
    assert page.currentWidget() is page.body


def test_m_goes_from_miss_to_miss_and_fills_the_right_pane(window: MainWindow, bust: CacheTab) -> None:
    click_bar(bust, 0)
    for expected in (4, 6, 8):
        QTest.keyClick(window, Qt.Key.Key_M)
        settle()
        assert bust.chart.selected == expected
        assert window.on_screen.selection is not None
        assert window.on_screen.selection.request_index == expected
        assert window.inspector.current_page is window.inspector.breaks
    page = window.inspector.breaks
    QTest.mouseClick(page.next, Qt.MouseButton.LeftButton)
    settle()
    assert bust.chart.selected == 9
    assert page.place.text().startswith("request 10 ›")


def test_the_break_leads_to_its_bytes_in_the_recorded_json(window: MainWindow, bust: CacheTab) -> None:
    click_bar(bust, 9)
    QTest.mouseClick(breaks(window).wire, Qt.MouseButton.LeftButton)
    settle()
    assert window.inspector.current_page is window.inspector.wire
    wire = window.inspector.wire._wire
    assert wire is not None
    assert wire.json is not None
    assert wire.line is not None
    assert "system[0]" in wire.json.layout.path(wire.line)


def test_the_strip_says_what_matters_most_and_leads_there(window: MainWindow, bust: CacheTab) -> None:
    text = window.strip.text.text()
    assert text == "117\u202f613 tok sent again · 0.3825\u202fUSD · worst: Model changed, #23"
    click_bar(bust, 3)
    QTest.mouseClick(window.strip.button, Qt.MouseButton.LeftButton)
    settle()
    assert bust.chart.selected == 22
    assert window.inspector.current_page is window.inspector.breaks


def test_where_nothing_broke_the_strip_is_calm(window: MainWindow, unpacked: Dirs) -> None:
    window.session.open(unpacked("captures", "v6-long-tool-loop"))
    settle()
    assert window.strip.text.text() == "Nothing that was cached was sent again · hits 90.8\u202f%"
    assert not window.strip.button.isVisible()


def test_database_predictions_are_marked_as_replayed(window: MainWindow, unpacked: Dirs) -> None:
    tab = open_tab(window, unpacked("fixtures", "research"), title="Battery")
    assert tab.chart.count == 24
    heads = [str(tab.table.figures.headerData(c, Qt.Orientation.Horizontal)) for c in range(10)]
    predicted = column_texts(tab, heads.index("predicted"))
    assert all(text.endswith("*") for text in predicted)
    assert column_texts(tab, heads.index("read"))[15:24:8] == ["3\u202f087", "4\u202f604"]
    click_bar(tab, 7)
    assert "as replayed" in breaks(window).facts.texts()["Same prefix"]
    tab.by.setCurrentIndex(tab.by.findData(SumBy.CONVERSATION.value))
    assert len(column_texts(tab, 0)) == 2


def test_replays_a_and_b_are_drawn(window: MainWindow, unpacked: Dirs) -> None:
    tab = open_tab(window, unpacked("captures", "v6-long-tool-loop"))
    replays = window.controllers.replay
    replays.set_active(True)
    replays.toggle_pin()
    replays.change("truncate_threshold", 1000)
    settle()
    window.helpers.cache.controller.set_replayed(replays.pinned, replays.pinned)
    settle()
    reads = [bar.replayed for bar in tab.chart.bars]
    assert any(first is not None for first, _ in reads)
    assert {"replay A", "replay B"} <= set(tab.marks.texts)
    window.helpers.cache.controller.set_replayed(None, None)
    settle()
    assert "replay A" not in tab.marks.texts


def test_nothing_open_and_closing_say_what_to_do(window: MainWindow, unpacked: Dirs) -> None:
    tab = window.findChild(CacheTab)
    assert tab is not None
    assert "Open a capture" in tab._hint.text.text()
    open_tab(window, unpacked("captures", "v6-cache-bust"))
    assert tab._stack.currentIndex() == 1
    window.session.close()
    settle()
    assert tab._stack.currentIndex() == 0
    assert "Open a capture" in tab._hint.text.text()


def test_a_failure_is_said_and_does_not_stay(
    window: MainWindow, unpacked: Dirs, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> Analysed:
        raise Problem("no-such-item", {"path": "x", "what": "conversation", "name": "y", "available": "none"})

    monkeypatch.setattr("inspector.gui.docks.cache.controller.analyse_for", fail)
    tab = open_tab(window, unpacked("captures", "v6-cache-bust"))
    assert tab._stack.currentIndex() == 0
    assert "could not be compared" in tab._hint.title.text()
    monkeypatch.undo()
    window.helpers.cache.controller.start()
    settle()
    assert tab._stack.currentIndex() == 1


def test_work_can_be_stopped_and_begun_again(make_window: Make, unpacked: Dirs, qtbot: QtBot) -> None:
    window = make_window(pooled=True)
    window.session.open(unpacked("captures", "v6-cache-bust"))
    qtbot.waitUntil(lambda: window.session.conversation is not None)
    window.dock.show()
    window.dock.show_tab(DockId.CACHE)
    window.helpers.cache.controller.stop()
    tab = window.findChild(CacheTab)
    assert tab is not None
    assert "Stopped" in tab._hint.title.text()
    assert tab._action.isVisible()
    QTest.mouseClick(tab._action, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: tab.chart.count == 29)


def test_another_conversation_of_a_capture_is_not_judged_again(
    window: MainWindow, unpacked: Dirs, monkeypatch: pytest.MonkeyPatch
) -> None:
    tab = open_tab(window, unpacked("captures", "v7-middleware"))
    first = [bar.verdict.record.index for bar in tab.chart.bars]
    monkeypatch.setattr("inspector.app.cache.evidence.analyse", lambda *a, **k: pytest.fail("judged again"))
    opened = window.session.current
    assert opened is not None
    window.session.load(opened.summaries[4].id)
    settle()
    assert [bar.verdict.record.index for bar in tab.chart.bars] != first
    assert tab.chart.bars[0].number == 1


def test_a_growing_capture_is_judged_again(window: MainWindow, capture_dir: Callable[[str], Path]) -> None:
    folder = capture_dir("v6-cache-bust")
    file = folder / ".devtools" / "generations.json"
    whole = json.loads(file.read_text(encoding="utf-8"))
    file.write_text(json.dumps({**whole, "steps": whole["steps"][:10]}, indent=2), encoding="utf-8")
    tab = open_tab(window, folder)
    assert tab.chart.count == 10
    window.session.follow(True)
    file.write_text(json.dumps(whole, indent=2), encoding="utf-8")
    window.session.look_again()
    settle()
    assert tab.chart.count == 29
    window.session.follow(False)


def test_going_to_another_branch_judges_nothing_again(
    window: MainWindow, unpacked: Dirs, monkeypatch: pytest.MonkeyPatch
) -> None:
    tab = open_tab(window, unpacked("captures", "v6-cache-bust"))
    monkeypatch.setattr(
        "inspector.gui.docks.cache.controller.analyse_for", lambda *_: pytest.fail("judged again")
    )
    for position in (4, 12, 20):
        click_bar(tab, position)
        assert tab.chart.selected == position


@pytest.mark.parametrize("choice", [ThemeChoice.LIGHT, ThemeChoice.DARK])
def test_every_size_language_and_theme_is_painted(
    window: MainWindow, bust: CacheTab, choice: ThemeChoice
) -> None:
    manager().choose(choice)
    for width, height in ((760, 480), (1280, 800), (2560, 1440)):
        window.resize(width, height)
        settle()
        image = bust.grab().toImage()
        assert len({image.pixel(x, image.height() // 2) for x in range(0, image.width(), 7)}) > 3


def test_words_follow_the_language(window: MainWindow, bust: CacheTab) -> None:
    click_bar(bust, 9)
    page = breaks(window)
    english = page.headline.text(), window.strip.text.text()
    switch_language(Language.CHINESE)
    settle()
    assert page.headline.text() != english[0]
    assert window.strip.text.text() != english[1]
    switch_language(Language.ENGLISH)
    settle()
    assert (page.headline.text(), window.strip.text.text()) == english


def test_report_agrees_with_the_bars(bust: CacheTab) -> None:
    analysed = bust._controller.analysed
    assert analysed is not None
    broken = [v.record.index for v in analysed.report.verdicts if v.cause.id is CauseId.SYSTEM_TIME]
    assert [bar.number - 1 for bar in bust.chart.bars if bar.number - 1 in broken] == broken
