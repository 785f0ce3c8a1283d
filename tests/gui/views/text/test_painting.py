"""Rows are cut into runs that lie on the grid: wide characters, emoji sequences, controls, syntax."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import QFontInfo, QFontMetricsF
from pytestqt.qtbot import QtBot

from inspector.app.text.document import TextDocument
from inspector.app.text.highlight import TokenKind
from inspector.app.text.line_marks import MarkRole
from inspector.app.text.widths import VISIBLE
from inspector.gui import theme
from inspector.gui.views.text.painting import Grid, mark_colour, token_colour

TEXTS = st.text(alphabet="ab \t中文é\u0301😀👩\u200d👧\ufe0f❤🇩🇪\x00\u202e", min_size=1, max_size=30)


@pytest.fixture
def grid(qtbot: QtBot) -> Grid:
    return Grid(theme.code_font())


def test_the_font_is_fixed(grid: Grid) -> None:
    assert QFontInfo(grid.font).fixedPitch()
    metrics = QFontMetricsF(grid.font)
    assert metrics.horizontalAdvance("iiii") == pytest.approx(metrics.horizontalAdvance("WWWW"))


def test_emoji_sequences_are_painted_as_one(grid: Grid) -> None:
    runs = grid.layout("x👩\u200d👧y❤\ufe0fz🇩🇪", 0, [])
    assert [run.text for run in runs] == ["x", "👩\u200d👧", "y", "❤\ufe0f", "z", "🇩🇪"]
    assert [run.cell for run in runs] == [0, 1, 3, 4, 6, 7]


def test_wide_characters_fill_two_cells_each(grid: Grid) -> None:
    run = grid.layout("电池材料", 0, [])[0]
    assert QFontMetricsF(run.font).horizontalAdvance(run.text) == pytest.approx(8 * grid.cell, abs=0.5)


def test_controls_are_runs_of_their_own_and_keep_their_cells(grid: Grid) -> None:
    runs = grid.layout("a\x00\x1bb\u202ec", 0, [])
    assert [(run.text, run.control, run.cell) for run in runs] == [
        ("a", False, 0),
        ("@[", True, 1),
        ("b", False, 3),
        ("•", True, 4),
        ("c", False, 5),
    ]


def test_blanks_before_a_token_are_painted_with_it(grid: Grid) -> None:
    spans = [(10, 11, TokenKind.PUNCTUATION), (12, 14, TokenKind.NUMBER)]
    runs = grid.layout(": 12 x", 10, spans)
    assert [(run.text, run.kind) for run in runs] == [
        (":", TokenKind.PUNCTUATION),
        (" 12", TokenKind.NUMBER),
        (" x", None),
    ]


@given(TEXTS)
def test_runs_cover_the_text_cell_by_cell(text: str) -> None:
    grid = Grid(theme.code_font())
    runs = grid.layout(text, 0, [])
    assert "".join(run.text for run in runs) == text.translate(VISIBLE)
    cells = [run.cell for run in runs]
    assert cells == sorted(cells)
    assert cells[0] == 0
    assert cells[-1] <= TextDocument(text).widest


def test_every_role_has_a_colour_that_differs_from_the_background(grid: Grid) -> None:
    for table in (theme.LIGHT, theme.DARK):
        assert all(token_colour(kind, table) != table.surface for kind in (None, *TokenKind))
        assert len({mark_colour(role, table).name() for role in MarkRole}) == len(MarkRole)
