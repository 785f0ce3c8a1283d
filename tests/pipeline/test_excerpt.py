"""Excerpts against their definition on the list of UTF-16 units."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.pipeline.excerpt import excerpt
from inspector.wire import join, length
from tests.pipeline.texts import LONG_TEXTS, numbered_lines
from tests.wire.test_utf16 import units


def naive_head(all_units: list[str], chars: int) -> str:
    if chars <= 0 or chars >= len(all_units):
        return "" if chars <= 0 else join(all_units)
    newlines = [at for at in range(chars + 1) if all_units[at] == "\n"]
    return join(all_units[: newlines[-1] + 1 if newlines else chars])


def naive_tail(all_units: list[str], chars: int) -> str:
    start = len(all_units) - chars
    if chars <= 0 or start <= 0:
        return "" if chars <= 0 else join(all_units)
    newlines = [at for at in range(start, len(all_units)) if all_units[at] == "\n"]
    return join(all_units[newlines[0] + 1 if newlines else start :])


SIZES = st.integers(min_value=-3, max_value=300)


@given(LONG_TEXTS, SIZES, SIZES)
def test_ends_are_cut_at_lines_in_units(text: str, head: int, tail: int) -> None:
    all_units = units(text)
    shown = excerpt(text, head, tail)
    assert shown.head == naive_head(all_units, head)
    assert shown.tail == naive_tail(all_units, tail)
    assert shown.total_chars == len(all_units)
    assert shown.total_lines == text.count("\n") + 1


@given(LONG_TEXTS, SIZES)
def test_a_head_is_at_most_one_unit_longer_than_asked(text: str, head: int) -> None:
    assert length(excerpt(text, head, 0).head) <= max(0, head) + 1


def test_defaults_are_500_and_1000() -> None:
    text = numbered_lines(300)
    assert excerpt(text) == excerpt(text, 500, 1000)


@pytest.mark.parametrize(
    ("head", "tail", "shown"),
    [
        (2.5, 2.5, ("li", "ne4")),
        (1.9, 0.5, ("l", "4")),
        (math.nan, 2, ("", "e4")),
        (math.inf, -5, ("line1\nline4", "")),
    ],
)
def test_odd_sizes(head: float, tail: float, shown: tuple[str, str]) -> None:
    found = excerpt("line1\nline4", head, tail)
    assert (found.head, found.tail) == shown


def test_a_newline_at_the_index_is_kept_and_one_at_the_end_leaves_no_tail() -> None:
    assert excerpt("ab\ncd", 2, 0).head == "ab\n"
    assert excerpt("abcd\n", 0, 2).tail == ""
