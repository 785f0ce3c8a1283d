"""Tables sort by what cells hold, keep the chosen row and copy as text."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from inspector.app.cells import Cell
from inspector.gui.charts.table import DataTable

HEADS = ["name", "tokens"]
ROWS = [
    [Cell("b", "b"), Cell("900", 900)],
    [Cell("a", "a"), Cell("–")],
    [Cell("c", "c"), Cell("1 000", 1_000, "a tip", "good")],
]


@pytest.fixture
def table(qtbot: QtBot) -> DataTable:
    made = DataTable()
    qtbot.addWidget(made)
    made.show_rows(HEADS, ROWS)
    made.show()
    return made


def column(table: DataTable, number: int) -> list[str]:
    model = table.figures
    return [model.index(row, number).data() for row in range(model.rowCount())]


def test_numbers_sort_as_numbers_and_unknown_ones_come_last(table: DataTable) -> None:
    table.sortByColumn(1, Qt.SortOrder.AscendingOrder)
    assert column(table, 1) == ["900", "1 000", "–"]
    table.sortByColumn(1, Qt.SortOrder.DescendingOrder)
    assert column(table, 1) == ["1 000", "900", "–"]


def test_a_chosen_row_is_told_by_its_original_number(table: DataTable) -> None:
    chosen: list[int] = []
    table.row_chosen.connect(chosen.append)
    table.sortByColumn(0, Qt.SortOrder.AscendingOrder)
    table.selectRow(0)
    assert chosen == [1]
    table.select_row(2)
    assert chosen == [1]
    assert table.currentIndex().data() == "c"


def test_new_figures_keep_order_and_choice(table: DataTable) -> None:
    table.sortByColumn(0, Qt.SortOrder.DescendingOrder)
    table.select_row(1)
    table.show_rows(HEADS, [*ROWS, [Cell("d", "d"), Cell("1", 1)]])
    assert column(table, 0) == ["d", "c", "b", "a"]
    assert table.currentIndex().data() == "a"


def test_ctrl_c_copies_the_table(table: DataTable) -> None:
    QTest.keyClick(table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "name\ttokens\nb\t900\na\t–\nc\t1 000"


def test_cells_carry_tips_and_tones(table: DataTable) -> None:
    index = table.figures.index(2, 1)
    assert index.data(Qt.ItemDataRole.ToolTipRole) == "a tip"
    assert index.data(Qt.ItemDataRole.ForegroundRole) is not None
    assert index.data(Qt.ItemDataRole.TextAlignmentRole) & Qt.AlignmentFlag.AlignRight
    assert table.figures.index(0, 1).data(Qt.ItemDataRole.ForegroundRole) is None


def test_tab_leaves_the_table(table: DataTable) -> None:
    table.setCurrentIndex(table.figures.index(0, 0))
    QTest.keyClick(table, Qt.Key.Key_Tab)
    assert table.currentIndex() == table.figures.index(0, 0)
