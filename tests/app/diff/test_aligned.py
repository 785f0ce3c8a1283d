"""Two texts beside each other: as many lines on both sides, changes next to what they replace."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from inspector.analysis.text_diff import diff_texts
from inspector.app.diff.aligned import Side, align
from inspector.app.text.line_marks import LineTone

LINES = st.lists(st.sampled_from(["a", "b", "c", "long line here", ""]), max_size=12).map("\n".join)


def own_lines(side: Side) -> list[str]:
    """The lines of the original text, without those that fill up."""
    return [text for text, number in zip(side.lines, side.numbers, strict=True) if number]


@given(LINES, LINES)
def test_both_sides_keep_their_text_and_stay_level(old: str, new: str) -> None:
    found = align(diff_texts(old, new))
    assert own_lines(found.left) == old.split("\n")
    assert own_lines(found.right) == new.split("\n")
    assert len(found.left.lines) == len(found.right.lines) == len(found.left.tones)


@given(LINES, LINES)
def test_lines_without_a_tone_are_the_same_on_both_sides(old: str, new: str) -> None:
    found = align(diff_texts(old, new))
    for n, tone in enumerate(found.left.tones):
        if tone == found.right.tones[n] == LineTone.PLAIN:
            assert found.left.lines[n] == found.right.lines[n]


@given(LINES, LINES)
def test_folds_hide_only_what_is_the_same(old: str, new: str) -> None:
    found = align(diff_texts(old, new))
    for head, last in found.folds(context=1).items():
        hidden = range(head + 1, last + 1)
        assert not any(found.left.tones[n] or found.right.tones[n] for n in hidden)


def test_a_changed_line_stands_beside_the_one_it_replaces() -> None:
    found = align(diff_texts("same\nthe time is 10:41\nend", "same\nthe time is 10:42\nend"))
    assert found.left.lines[1] == "the time is 10:41"
    assert found.right.lines[1] == "the time is 10:42"
    assert found.changes == (1,)
    start, end = found.right.marks[0]
    assert found.right.text[start:end] == "10:42"


def test_long_texts_that_are_the_same_fold_away() -> None:
    text = "\n".join(map(str, range(100)))
    assert align(diff_texts(text, text)).folds(context=3) == {0: 99}
    changed = align(diff_texts(text, text.replace("\n50\n", "\nfifty\n")))
    assert changed.folds(context=3) == {0: 46, 53: 99}
