"""Looking into JSON of unknown shape."""

from __future__ import annotations

import pytest

from inspector.wire import JsonValue, loads
from inspector.wire.reading import as_list, as_text, decoded, text_member, whole


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("7", 7),
        ("7.9", 7),
        ("-0.5", 0),
        ("1e999", None),
        ("-1e999", None),
        ("9" * 5000, None),
        ("true", None),
        ('"7"', None),
        ("null", None),
    ],
)
def test_whole_numbers_are_finite_numbers(written: str, expected: int | None) -> None:
    assert whole(loads(written)) == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [('{"a":[1]}', {"a": [1]}), ("[1]", [1]), ("[1", "[1"), ("7", "7"), (7, 7), (None, None)],
)
def test_only_objects_and_lists_are_decoded(value: JsonValue, expected: JsonValue) -> None:
    assert decoded(value) == expected


def test_what_is_of_another_kind_counts_as_absent() -> None:
    assert (text_member({"a": "b"}, "a"), text_member({"a": 1}, "a"), text_member("a", "a")) == ("b", "", "")
    assert (as_list([1]), as_list({"0": 1})) == ([1], [])
    assert (as_text("x"), as_text(["x"])) == ("x", '["x"]')
