"""The line index and the cell arithmetic agree with counting one character after the other."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.app.text import document as module
from inspector.app.text import row_map as rows_module
from inspector.app.text.document import TextDocument
from inspector.app.text.row_map import RowMap
from inspector.app.text.widths import TAB_CELLS
from inspector.wire import utf16

TEXTS = st.text(alphabet="ab \n\t中文é\u0301😀👩\u200d👧\ufe0f❤🇩🇪\x00\ud800", max_size=120)


@pytest.fixture(autouse=True)
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that short texts cross every kind of border."""
    monkeypatch.setattr(module, "FIRST_BLOCK", 8)
    monkeypatch.setattr(module, "BLOCK", 16)
    monkeypatch.setattr(module, "CHECKPOINT", 8)
    monkeypatch.setattr(module, "_SHORT", 6)


def indexed(text: str) -> TextDocument:
    made = TextDocument(text)
    made.index_all()
    return made


def columns(document: TextDocument, line: int) -> list[int]:
    """The cell at which each character of a line begins, and the line's cells at the end."""
    start, end = document.line_span(line)
    widths = document.widths(start, end).tolist()
    return [sum(widths[:count]) for count in range(len(widths) + 1)]


@given(TEXTS)
def test_lines_are_those_between_newlines(text: str) -> None:
    document = indexed(text)
    assert [document.line_text(line) for line in range(document.line_count)] == text.split("\n")
    assert all(document.text[: int(s)].count("\n") == line for line, s in enumerate(document.starts))


@given(TEXTS)
def test_chars_are_utf16_code_units(text: str) -> None:
    assert indexed(text).utf16_length == utf16.length(text)


@given(TEXTS)
def test_cells_of_lines_are_the_sums_of_their_characters(text: str) -> None:
    document = indexed(text)
    sums = [columns(document, line)[-1] for line in range(document.line_count)]
    assert document.line_cells.tolist() == sums
    assert document.widest == max(sums)


@given(TEXTS, st.data())
def test_offset_at_is_the_first_character_from_a_cell_on(text: str, data: st.DataObject) -> None:
    document = indexed(text)
    for _ in range(4):
        line = data.draw(st.integers(0, document.line_count - 1))
        cell = data.draw(st.integers(1, 40))
        start, end = document.line_span(line)
        cols = columns(document, line)
        expected = next((i for i, col in enumerate(cols) if col >= cell), len(cols) - 1)
        while start + expected < end and cols[expected + 1] == cols[expected]:
            expected += 1
        assert document.offset_at(line, cell) == start + expected


@given(TEXTS)
def test_column_of_counts_cells_from_the_line_start(text: str) -> None:
    document = indexed(text)
    for line in range(document.line_count):
        start = document.line_span(line)[0]
        for index, column in enumerate(columns(document, line)):
            assert document.column_of(start + index) == column


def wrapped(document: TextDocument, width: int, *, words: bool) -> RowMap:
    """Rows at a width, wrapped at words or by cells."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rows_module, "WORD_WRAP_LIMIT", 10**6 if words else -1)
        rows = RowMap(document)
        rows.set_columns(width)
    return rows


@given(TEXTS, st.integers(3, 12), st.booleans())
def test_wrapped_rows_cover_the_text_once_and_in_order(text: str, width: int, words: bool) -> None:
    document = indexed(text)
    rows = wrapped(document, width, words=words)
    spans = [rows.span(row, 0, 0) for row in range(rows.row_count)]
    for line in range(document.line_count):
        pieces = [(a, b) for owner, a, b in spans if owner == line]
        assert "".join(document.text[a:b] for a, b in pieces) == document.line_text(line)
        assert all(document.cells_in(a, b) < width + TAB_CELLS for a, b in pieces)
        if not words:
            assert len(pieces) == max(1, -(-columns(document, line)[-1] // width))


@given(TEXTS, st.integers(3, 12), st.booleans())
def test_row_of_finds_the_row_that_shows_an_offset(text: str, width: int, words: bool) -> None:
    document = indexed(text)
    rows = wrapped(document, width, words=words)
    for row in range(rows.row_count):
        _, start, end = rows.span(row, 0, 0)
        for offset in range(start, end):
            if document.cells_in(offset, offset + 1):
                assert rows.row_of(offset) == row
                cell = rows.cell_in_row(row, offset)
                assert rows.cell_in_row(row, rows.offset_in_row(row, cell)) == cell


def test_rows_begin_at_words_and_between_wide_characters() -> None:
    text = "the quick brown fox 电池材料，简报 jumps over-the-lazy-dog-and-on"
    document = indexed(text)
    rows = wrapped(document, 10, words=True)
    spans = [rows.span(row, 0, 0) for row in range(rows.row_count)]
    assert [document.text[a:b] for _, a, b in spans] == [
        "the quick ",
        "brown fox ",
        "电池材料，",
        "简报 jumps ",
        "over-the-l",
        "azy-dog-an",
        "d-on",
    ]


def test_hidden_lines_have_no_rows_and_belong_to_the_row_above() -> None:
    document = indexed("head\nin\nside\nafter")
    rows = RowMap(document)
    rows.set_hidden(document.line_cells == 99)
    assert rows.row_count == 4
    hidden = document.line_cells < 0
    hidden[1:3] = True
    rows.set_hidden(hidden)
    assert [rows.locate(row)[0] for row in range(rows.row_count)] == [0, 3]
    assert rows.row_of(document.text.index("side")) == 0
    rows = wrapped(document, 3, words=False)
    rows.set_hidden(hidden)
    assert [rows.locate(row) for row in range(rows.row_count)] == [(0, 0), (0, 1), (3, 0), (3, 1)]
