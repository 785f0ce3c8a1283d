"""The request list driven by hand: typing a filter, completing it, sorting, choosing columns and requests."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from inspector.analysis.prefix.report import analyse
from inspector.app.requests.columns import COLUMNS
from inspector.app.requests.details import all_details
from inspector.app.requests.rows import RequestRow, request_rows
from inspector.gui.theme import LIGHT
from inspector.gui.views.requests import RequestsPane
from inspector.gui.views.requests.delegate import cause_color
from inspector.sources.base import Progress
from inspector.sources.open import open_source
from tests.gui.conftest import settle


@pytest.fixture(scope="module")
def rows(unpacked: Callable[[str, str], Path]) -> list[RequestRow]:
    source = open_source(unpacked("captures", "v6-cache-bust"))
    records = source.requests()
    return request_rows(
        records,
        verdicts=analyse(source).by_index,
        details=dict(all_details(source, records, Progress())),
    )


@pytest.fixture
def pane(rows: list[RequestRow]) -> Iterator[RequestsPane]:
    pane = RequestsPane()
    pane.resize(1250, 500)
    pane.show()
    pane.show_rows(rows)
    settle()
    yield pane
    pane.close()
    pane.deleteLater()
    settle()


def shown(pane: RequestsPane) -> list[int]:
    return [row.number for row in pane.model.shown()]


def visible(pane: RequestsPane) -> list[str]:
    return [column.id for n, column in enumerate(COLUMNS) if not pane.table.isColumnHidden(n)]


def click(pane: RequestsPane, place: int) -> None:
    index = pane.model.index(place, 0)
    QTest.mouseClick(
        pane.table.viewport(), Qt.MouseButton.LeftButton, pos=pane.table.visualRect(index).center()
    )


def test_every_request_is_a_row_in_order_of_sending(pane: RequestsPane) -> None:
    assert shown(pane) == list(range(1, 30))
    assert pane.model.index(3, 0).data() == "4"


def test_typing_filters_and_escape_shows_all_again(pane: RequestsPane, qtbot: QtBot) -> None:
    told: list[object] = []
    pane.shown_changed.connect(told.append)
    QTest.keyClicks(pane.filter.field, "cause:system-time tokens>9k")
    qtbot.waitUntil(lambda: shown(pane) == [10, 11], timeout=5000)
    assert told[-1] == {9, 10}
    QTest.keyClick(pane.filter.field, Qt.Key.Key_Escape)  # closes the completion, if there is one
    if pane.filter.text:
        QTest.keyClick(pane.filter.field, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: len(shown(pane)) == 29, timeout=5000)
    assert told[-1] is None


def test_a_text_that_cannot_be_read_is_red_says_why_and_hides_nothing(
    pane: RequestsPane, qtbot: QtBot
) -> None:
    QTest.keyClicks(pane.filter.field, "colour:red")
    qtbot.waitUntil(lambda: bool(pane.filter.field.property("invalid")), timeout=5000)
    assert pane.filter._state.text() == "colour:red: there is no such field"
    assert len(shown(pane)) == 29


def test_values_are_offered_and_taken_by_key(pane: RequestsPane, qtbot: QtBot) -> None:
    QTest.keyClicks(pane.filter.field, "cause:system-t")
    popup = pane.filter._completer.popup()
    qtbot.waitUntil(popup.isVisible, timeout=5000)
    QTest.keyClick(popup, Qt.Key.Key_Down)
    QTest.keyClick(popup, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: pane.filter.text == "cause:system-time", timeout=5000)
    qtbot.waitUntil(lambda: shown(pane) == [9, 10, 11], timeout=5000)


def test_a_chip_puts_its_expression_in_and_takes_it_out(pane: RequestsPane) -> None:
    chip = next(chip for chip in pane.filter.chips if chip.text() == "has:miss")
    QTest.mouseClick(chip, Qt.MouseButton.LeftButton)
    assert pane.filter.text == "has:miss"
    assert 0 < len(shown(pane)) < 29
    assert chip.isChecked()
    QTest.mouseClick(chip, Qt.MouseButton.LeftButton)
    assert pane.filter.text == ""
    assert len(shown(pane)) == 29


def test_a_filter_that_nothing_fits_says_so(pane: RequestsPane) -> None:
    pane.filter.set_text("nothing-like-it")
    assert shown(pane) == []
    assert pane.table.isHidden()


def test_a_click_tells_of_the_request_and_keys_go_on(pane: RequestsPane) -> None:
    chosen: list[int] = []
    pane.request_chosen.connect(chosen.append)
    click(pane, 4)
    QTest.keyClick(pane.table, Qt.Key.Key_Down)
    assert chosen == [4, 5]
    assert pane.current == 5


def test_selecting_from_elsewhere_is_not_told_again(pane: RequestsPane) -> None:
    chosen: list[int] = []
    pane.request_chosen.connect(chosen.append)
    assert pane.select_request(27)
    assert chosen == []
    assert pane.current == 27
    pane.filter.set_text("number<5")
    assert not pane.select_request(27)


def test_the_selection_stays_while_rows_are_renewed_and_sorted(
    pane: RequestsPane, rows: list[RequestRow]
) -> None:
    pane.select_request(10)
    pane.show_rows(list(rows))
    assert pane.current == 10
    head = pane.table.horizontalHeader()
    prompt = next(n for n, column in enumerate(COLUMNS) if column.id == "prompt")
    place = QPoint(head.sectionViewportPosition(prompt) + 10, head.height() // 2)
    QTest.mouseClick(head.viewport(), Qt.MouseButton.LeftButton, pos=place)
    sizes = [row.usage.input or 0 for row in pane.model.shown()]
    assert sizes == sorted(sizes)
    assert pane.current == 10


def test_columns_give_way_from_the_least_needed_on(pane: RequestsPane) -> None:
    wide = visible(pane)
    pane.resize(480, 500)
    settle()
    narrow = visible(pane)
    assert narrow == ["number", "composition", "prompt", "cause"]
    assert set(narrow) < set(wide)
    used = sum(pane.table.columnWidth(n) for n, column in enumerate(COLUMNS) if column.id in narrow)
    assert used <= pane.width()


def test_the_menu_of_the_heads_brings_a_hidden_column(pane: RequestsPane) -> None:
    pane.resize(2400, 500)
    settle()
    assert "hit" not in visible(pane)
    pane.table.horizontalHeader().customContextMenuRequested.emit(QPoint(5, 5))
    menu = pane.findChild(QMenu)
    assert menu is not None
    action = next(one for one in menu.actions() if one.data() == "hit")
    menu.setActiveAction(action)
    QTest.keyClick(menu, Qt.Key.Key_Return)
    settle()
    assert "hit" in visible(pane)


def test_marks_are_red_for_a_loss_green_for_a_hit_and_grey_else(rows: list[RequestRow]) -> None:
    colors = [cause_color(row, LIGHT) for row in rows[:5]]
    assert colors == [LIGHT.faint, LIGHT.good, LIGHT.good, LIGHT.good, LIGHT.error]
