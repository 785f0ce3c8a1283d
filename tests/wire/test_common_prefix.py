"""How far two texts or lists agree."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.wire.common_prefix import common_prefix


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [
        ("", "", 0),
        ("a", "b", 0),
        ("ab", "ac", 1),
        ("abc", "abc", 3),
        ("abc", "abcd", 3),
        ("x" * 99 + "a", "x" * 99, 99),
    ],
)
def test_common_prefix_of_texts(left: str, right: str, expected: int) -> None:
    assert common_prefix(left, right) == expected


def test_common_prefix_of_lists_finds_the_first_difference() -> None:
    items = [{"n": n} for n in range(9)]
    assert common_prefix(items, list(items)) == 9
    assert common_prefix(items, [*items[:5], {"n": "x"}, *items[6:]]) == 5
    assert common_prefix([], items) == 0


@given(st.text("ab"), st.text("ab"))
def test_common_prefix_is_what_comparing_one_by_one_finds(left: str, right: str) -> None:
    pairs = zip(left, right, strict=False)
    expected = next((at for at, (one, other) in enumerate(pairs) if one != other), min(len(left), len(right)))
    assert common_prefix(left, right) == expected
