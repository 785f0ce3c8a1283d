"""Values from files are made valid where they are read, and what is in order stays the same object."""

from __future__ import annotations

import json
from typing import Any

import pytest

from inspector.sources.normal import (
    duration_or_none,
    normal_message,
    normal_parts,
    normal_tools,
    time_or_none,
)
from inspector.wire import loads
from inspector.wire.reading import DEEPEST, shallow


@pytest.mark.parametrize(
    "message",
    [
        {"role": "user", "content": "a"},
        {
            "role": "assistant",
            "content": [{"type": "text", "text": "a"}, {"type": "tool-call", "toolCallId": "1"}],
        },
        {"role": "tool", "content": []},
    ],
)
def test_what_is_in_order_is_the_same_object(message: Any) -> None:
    told: list[str] = []
    assert normal_message(message, told.append) is message
    assert told == []


@pytest.mark.parametrize(
    "message",
    [None, 1, "text", [], {}, {"role": None}, {"role": []}, {"role": "user"}, {"role": "user", "content": 5},
     {"role": "user", "content": {"type": "text", "text": "a"}}, {"role": "x", "content": [None, 1, "a", []]},
     {"role": "user", "content": [{}]}, {"role": "user", "content": [{"type": [], "toolCallId": {}, "toolName": 4}]},
     {"role": "user", "content": [{"type": "text", "text": {"a": 1}}]}],
)  # fmt: skip
def test_what_is_odd_becomes_valid_and_is_told(message: Any) -> None:
    told: list[str] = []
    made: Any = normal_message(message, told.append)
    assert isinstance(made["role"], str)
    assert isinstance(made["content"], str | list)
    for part in made["content"] if isinstance(made["content"], list) else []:
        assert all(isinstance(part.get(name, ""), str) for name in ("type", "toolCallId", "toolName"))
        assert "type" in part
    assert told or message == {"role": "user"}
    assert normal_message(made) == made


def test_texts_of_odd_values_can_still_be_read() -> None:
    (part,) = normal_parts([{"type": "tool-call", "toolCallId": ["a"], "toolName": 5}])
    assert part == {"type": "tool-call", "toolCallId": '["a"]', "toolName": "5"}
    assert normal_tools([3, {"name": None, "type": {}}]) == [
        {"type": "function", "name": "3"},
        {"name": None, "type": "{}"},
    ]
    assert normal_tools("x") is None


@pytest.mark.parametrize("levels", [1, DEEPEST - 1, DEEPEST, DEEPEST + 1, 1000, 100_000])
@pytest.mark.parametrize("brackets", ["[]", "{}"])
def test_nesting_has_an_end_and_loses_nothing(levels: int, brackets: str) -> None:
    opening, closing = ("[", "]") if brackets == "[]" else ('{"a":', "}")
    text = opening * levels + "1" + closing * levels
    value = shallow(loads(text))
    depth, inner = 0, value
    while isinstance(inner, dict | list):
        inner = inner[0] if isinstance(inner, list) else inner["a"]
        depth += 1
    assert depth == min(levels, DEEPEST)
    if levels <= DEEPEST:
        assert value == loads(text)
    else:
        assert inner == opening * (levels - DEEPEST) + "1" + closing * (levels - DEEPEST)
    json.dumps(value)


@pytest.mark.parametrize(
    "value", [None, True, "1", -1, float("nan"), float("inf"), 1e300, 10**30, [], 8.64e15]
)
def test_no_time(value: object) -> None:
    assert time_or_none(value) is None
    assert duration_or_none(value) is None


def test_times() -> None:
    assert (time_or_none(0), time_or_none(1.7e12)) == (0, 1_700_000_000_000)
    assert (duration_or_none(0), duration_or_none(12.9)) == (0, 12)
