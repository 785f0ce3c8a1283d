"""Marked ranges are found by where they are; folds hide lines, nested ones too."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from inspector.app.text.folds import FoldState
from inspector.app.text.line_marks import Mark, MarkRole, Marks


@given(st.lists(st.integers(1, 5), max_size=10), st.integers(0, 40), st.integers(0, 20))
def test_marks_within_a_range_are_those_that_touch_it(gaps: list[int], start: int, length: int) -> None:
    ranges, at = [], 0
    for gap in gaps:
        ranges.append((at + gap, at + gap + 2))
        at += gap + 2
    marks = Marks()
    marks.set("test", MarkRole.HIT, reversed(ranges))
    end = start + length
    expected = [Mark(max(a, start), min(b, end), MarkRole.HIT) for a, b in ranges if a < end and b > start]
    assert marks.within(start, end) == expected


def test_later_layers_are_painted_over_earlier_ones() -> None:
    marks = Marks()
    marks.set("hits", MarkRole.HIT, [(0, 3)])
    marks.set("current", MarkRole.CURRENT_HIT, [(0, 3)])
    assert [mark.role for mark in marks.within(0, 9)] == [MarkRole.HIT, MarkRole.CURRENT_HIT]
    marks.clear("current")
    marks.clear("never set")
    assert [mark.role for mark in marks.within(0, 9)] == [MarkRole.HIT]


def folds() -> FoldState:
    return FoldState(10, {0: 9, 2: 5, 3: 4}, lambda head: f"fold {head}")


def test_closed_folds_hide_their_lines_and_open_ones_do_not() -> None:
    state = folds()
    assert state.hidden() is None
    state.toggle(2)
    hidden = state.hidden()
    assert hidden is not None
    assert [line for line in range(10) if hidden[line]] == [3, 4, 5]
    state.toggle(3)
    state.toggle(2)
    hidden = state.hidden()
    assert hidden is not None
    assert [line for line in range(10) if hidden[line]] == [4]


def test_a_line_that_is_no_head_cannot_be_toggled() -> None:
    state = folds()
    state.toggle(7)
    assert not state.closed
    assert not state.is_head(7)


def test_revealing_a_line_opens_every_fold_around_it() -> None:
    state = folds()
    state.closed = {0, 2, 3}
    assert state.reveal(4)
    assert not state.closed
    assert not state.reveal(4)
