"""Diffs rebuild both texts, pair changed lines and mark what differs in them."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.analysis import text_diff as module
from inspector.analysis.text_diff import Change, diff_texts, diff_words, hunks

TEXTS = st.lists(st.sampled_from(["a", "b", "the quick fox", "the slow fox", ""]), max_size=12).map("\n".join)


@given(TEXTS, TEXTS)
def test_either_side_can_be_rebuilt(old: str, new: str) -> None:
    diff = diff_texts(old, new)
    left = [line for line in diff.lines if line.change is not Change.ADDED]
    right = [line for line in diff.lines if line.change is not Change.REMOVED]
    assert "\n".join(line.text for line in left) == old
    assert "\n".join(line.text for line in right) == new
    assert [line.old for line in left] == list(range(len(left)))
    assert [line.new for line in right] == list(range(len(right)))
    assert diff.changed == (old != new)


@given(TEXTS, TEXTS)
def test_hunks_hold_every_change_and_do_not_overlap(old: str, new: str) -> None:
    diff = diff_texts(old, new)
    ranges = list(hunks(diff, context=1))
    inside = {index for start, end in ranges for index in range(start, end)}
    changed = {index for index, line in enumerate(diff.lines) if line.change is not Change.SAME}
    assert changed <= inside
    assert all(before[1] < after[0] for before, after in itertools.pairwise(ranges))


def test_a_changed_time_is_marked_as_one_piece_in_either_line() -> None:
    old = "You may call tools.\nCurrent time: 2026-08-15 10:41\nAnswer."
    diff = diff_texts(old, old.replace("10:41", "10:42"))
    changed = [line for line in diff.lines if line.change is not Change.SAME]
    assert [(line.change, [line.text[a:b] for a, b in line.marks]) for line in changed] == [
        (Change.REMOVED, ["2026-08-15 10:41"]),
        (Change.ADDED, ["2026-08-15 10:42"]),
    ]
    assert diff.first_change() == 1


def test_chinese_is_compared_character_by_character() -> None:
    marks = diff_words("电池价格走势图", "电池成本走势图")
    assert marks == (((2, 4),), ((2, 4),))


def test_lines_with_nothing_in_common_get_no_marks() -> None:
    assert diff_words("alpha beta gamma", "1 + 2 = 3; done()") is None


def test_very_long_lines_are_marked_between_their_common_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_WORD_CELLS", 10)
    assert diff_words("start one two three end", "start four end") == (((6, 19),), ((6, 10),))


def test_regions_too_large_to_align_are_replaced_and_said_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_CELLS", 3)
    diff = diff_texts("same\na\nb\nend", "same\nb\nc\nend")
    assert diff.coarse
    assert [line.change.name[0] for line in diff.lines] == ["S", "R", "R", "A", "A", "S"]


def test_long_texts_with_many_changes_are_aligned_line_by_line() -> None:
    lines = [f"line {n} of a prompt with some words in it" for n in range(20_000)]
    other = [line if n % 50 else line + " changed" for n, line in enumerate(lines)]
    diff = diff_texts("\n".join(lines), "\n".join(other))
    assert not diff.coarse
    added = [line for line in diff.lines if line.change is Change.ADDED]
    assert len(added) == 400
    assert all(line.text[line.marks[0][0] :].strip() == "changed" for line in added)
