"""The rough estimate, counted in numpy and character by character."""

from __future__ import annotations

import pytest
from hypothesis import given

from inspector.tokens import dense_units, rough, rough_of_counts, rough_value
from inspector.wire import UNDEFINED, JsValue, dumps, length
from tests.tokens.naive import naive_rough
from tests.tokens.strategies import TEXTS


@given(TEXTS)
def test_both_ways_of_counting_agree(text: str) -> None:
    assert rough(text) == naive_rough(text)
    long = text * (1 + 300 // max(1, len(text)))
    assert rough(long) == naive_rough(long)


@given(TEXTS, TEXTS)
def test_counts_of_pieces_add_up_to_the_estimate_of_the_whole(first: str, second: str) -> None:
    dense = dense_units(first) + dense_units(second)
    units = length(first) + length(second)
    assert rough_of_counts(dense, units - dense) == rough(first + "" + second)


@pytest.mark.parametrize(
    ("value", "tokens"),
    [
        (UNDEFINED, 0),
        ("", 0),
        ("中文", 3),
        ("hello", 2),
        ({}, 1),
        (None, 2),
        ([1, 2, 3], 3),
        ({"k": "中文"}, 6),
    ],
)
def test_values_count_as_their_json_and_strings_as_they_are(value: JsValue, tokens: int) -> None:
    assert rough_value(value) == tokens
    if value is not UNDEFINED and not isinstance(value, str):
        assert rough_value(value) == rough(dumps(value))
