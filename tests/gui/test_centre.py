"""Turns and requests: the switch, selecting both ways, what is remembered, the chart behind the filter."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QToolButton

from inspector.app.requests.centre import CentreView, first_view
from inspector.app.requests.columns import COLUMNS
from inspector.gui.main_window import MainWindow, first_size
from inspector.gui.settings import Settings
from inspector.model.conversation import (
    Branch,
    Conversation,
    ConversationSummary,
    RunRecord,
)
from inspector.model.request import RequestRecord
from tests.gui.conftest import settle


def press(window: MainWindow, view: CentreView) -> None:
    button = window.centre.findChild(QToolButton, f"centre-{view}")
    assert isinstance(button, QToolButton)
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    settle()


def opened(window: MainWindow, path: Path) -> MainWindow:
    window.session.open(path)
    settle()
    return window


@pytest.fixture
def loop(window: MainWindow, unpacked: Callable[[str, str], Path]) -> MainWindow:
    return opened(window, unpacked("captures", "v6-long-tool-loop"))


@pytest.fixture
def bust(window: MainWindow, unpacked: Callable[[str, str], Path]) -> MainWindow:
    return opened(window, unpacked("captures", "v6-cache-bust"))


def click_request(window: MainWindow, number: int) -> None:
    pane = window.centre.requests
    place = pane.model.place_of(number - 1)
    pane.table.scrollTo(pane.model.index(place, 0))
    rect = pane.table.visualRect(pane.model.index(place, 0))
    QTest.mouseClick(pane.table.viewport(), Qt.MouseButton.LeftButton, pos=rect.center())
    settle()


def test_one_turn_of_many_steps_opens_with_turns_and_one_step_runs_with_requests(
    loop: MainWindow, unpacked: Callable[[str, str], Path]
) -> None:
    assert loop.centre.view is CentreView.TURNS
    opened(loop, unpacked("captures", "v6-cache-bust"))
    assert loop.centre.view is CentreView.REQUESTS
    assert loop.centre.requests.model.rowCount() == 29


def test_a_request_chosen_in_the_list_is_selected_in_the_timeline_and_shown(bust: MainWindow) -> None:
    click_request(bust, 9)
    selection = bust.on_screen.selection
    assert selection is not None
    assert selection.request_index == 8
    press(bust, CentreView.TURNS)
    row = bust.timeline.current_row
    assert row is not None
    assert bust.centre.view is CentreView.TURNS


def test_what_is_selected_in_the_timeline_is_selected_in_the_list(loop: MainWindow) -> None:
    loop.helpers.navigation.go_to_request_index(7)
    press(loop, CentreView.REQUESTS)
    assert loop.centre.requests.current == 7
    loop.helpers.navigation.go_to_request_index(12)
    assert loop.centre.requests.current == 12


def test_the_list_shows_what_payloads_and_the_analysis_tell(loop: MainWindow) -> None:
    press(loop, CentreView.REQUESTS)
    rows = loop.centre.requests.model.rows
    assert [row.number for row in rows] == list(range(1, 22))
    last = rows[-1]
    assert last.details is not None
    assert last.details.words == "↳ read_file"
    assert last.verdict is not None
    assert last.cost is not None
    assert last.cost.currency == "USD"


def test_the_chosen_view_is_remembered_per_kind_of_source(
    make_window: Callable[..., MainWindow], settings: Settings, unpacked: Callable[[str, str], Path]
) -> None:
    first = opened(make_window(), unpacked("captures", "v6-long-tool-loop"))
    press(first, CentreView.REQUESTS)
    first.close()
    again = opened(make_window(), unpacked("captures", "v6-long-tool-loop"))
    assert again.centre.view is CentreView.REQUESTS
    opened(again, unpacked("fixtures", "toolloop"))
    assert again.centre.view is CentreView.TURNS


def test_the_cache_chart_shows_what_the_filter_leaves(bust: MainWindow) -> None:
    bars = bust.shell.cache
    whole = len(bars.bars)
    assert whole == 29
    bust.centre.requests.filter.set_text("cause:system-time")
    assert [bar.number for bar in bars.bars] == [9, 10, 11]
    bust.centre.requests.filter.set_text("")
    assert len(bars.bars) == whole


def test_the_key_switches_and_puts_the_keyboard_there(loop: MainWindow) -> None:
    QTest.keyClick(loop, Qt.Key.Key_T, Qt.KeyboardModifier.ControlModifier)
    settle()
    assert loop.centre.view is CentreView.REQUESTS
    assert loop.centre.requests.table.hasFocus()
    QTest.keyClick(loop, Qt.Key.Key_T, Qt.KeyboardModifier.ControlModifier)
    settle()
    assert loop.centre.view is CentreView.TURNS


def test_closing_the_source_empties_the_list(bust: MainWindow) -> None:
    bust.session.close()
    settle()
    assert bust.centre.requests.model.rowCount() == 0


def conversation(requests: int, branches: int = 1) -> Conversation:
    records = tuple(RequestRecord(index=n, id=str(n), conversation_id="c") for n in range(requests))
    return Conversation(
        summary=ConversationSummary(id="c", by_request=True, title=""),
        messages={},
        branches=tuple(Branch(leaf_id=str(n), message_ids=()) for n in range(branches)),
        requests=records,
    )


def runs(*sizes: int) -> list[RunRecord]:
    found, at = [], 0
    for number, size in enumerate(sizes):
        found.append(RunRecord(id=str(number), request_indexes=tuple(range(at, at + size))))
        at += size
    return found


@pytest.mark.parametrize(
    ("made", "branches", "expected"),
    [
        (runs(1, 1, 1, 1), 1, CentreView.REQUESTS),
        (runs(1, 1, 1), 1, CentreView.TURNS),
        (runs(1, 1, 1, 2), 1, CentreView.TURNS),
        (runs(4), 2, CentreView.REQUESTS),
        ([], 2, CentreView.TURNS),
    ],
    ids=["one-step runs", "few runs", "a longer run", "branches", "a database"],
)
def test_the_first_view(made: list[RunRecord], branches: int, expected: CentreView) -> None:
    count = sum(len(run.request_indexes) for run in made)
    assert first_view(conversation(count, branches), made) is expected


def test_columns_come_back_as_they_were_left(
    make_window: Callable[..., MainWindow], unpacked: Callable[[str, str], Path]
) -> None:
    first = opened(make_window(size=(2400, 900)), unpacked("captures", "v6-cache-bust"))
    pane = first.centre.requests
    pane._toggle_column("hit")
    pane._toggle_column("kind")
    head = pane.table.horizontalHeader()
    head.moveSection(head.visualIndex(7), 1)
    left = pane.state()
    first.close()
    again = opened(make_window(size=(2400, 900)), unpacked("captures", "v6-cache-bust"))
    pane = again.centre.requests
    assert pane.state() == left
    shown = [column.id for n, column in enumerate(COLUMNS) if not pane.table.isColumnHidden(n)]
    assert "kind" not in shown
    assert pane.table.horizontalHeader().visualIndex(7) == 1


def test_a_pane_is_maximised_by_key_and_by_double_click_and_comes_back(loop: MainWindow) -> None:
    window = loop
    window.inspector.tabs.setFocus()
    QTest.keyClick(
        window, Qt.Key.Key_M, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    )
    settle()
    assert window.inspector.isVisible()
    assert not window.centre.isVisible()
    assert not window.navigator.isVisible()
    assert not window.dock.isVisible()
    tabs = window.inspector.tabs
    QTest.mouseDClick(tabs, Qt.MouseButton.LeftButton, pos=tabs.tabRect(1).center())
    settle()
    assert window.centre.isVisible()
    assert window.navigator.isVisible()
    assert window.dock.isVisible()


def test_the_first_size_leaves_a_tenth_of_a_small_screen() -> None:
    assert first_size(QSize(1280, 853)) == QSize(1152, 768)
    assert first_size(QSize(2560, 1440)) == QSize(1440, 900)
