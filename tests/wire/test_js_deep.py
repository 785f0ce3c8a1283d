"""The forms without recursion read and write what the recursive ones do, and go on where those give up."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from inspector.wire import JsonSyntaxError, js_json
from inspector.wire.js_deep import dumps_deep, loads_deep
from inspector.wire.values import JsonValue, JsValue
from tests.wire.strategies import JS_VALUES, JSON_VALUES


def read_deep(text: str) -> JsonValue:
    return loads_deep(text, make_object=js_json._object, make_integer=js_json._integer)


def write_deep(value: object) -> str:
    return dumps_deep(value, write_leaf=js_json._written)


def outcome(parse: Any, text: str) -> str:
    try:
        return repr(parse(text))
    except (json.JSONDecodeError, JsonSyntaxError):
        return "syntax error"


@given(JSON_VALUES)
def test_every_value_reads_as_the_recursive_parser_reads_it(value: JsonValue) -> None:
    text = json.dumps(value)
    assert outcome(read_deep, text) == outcome(js_json.loads_slowly, text)


@given(st.text(alphabet='01.eE+-{}[]":, \\\nantrufls', max_size=12))
@example('{"a":1,}')
@example('{"a" 1}')
@example("{1:2}")
@example("[1,]")
@example("[,1]")
@example("[1 2]")
@example("[}")
@example('{"a"}')
@example("]")
@example("1 2")
@example('{"a":[}')
@example("{[]:1}")
def test_the_same_texts_are_refused(text: str) -> None:
    assert outcome(read_deep, text) == outcome(js_json.loads_slowly, text)


@given(JS_VALUES)
def test_every_value_is_written_as_the_recursive_writer_writes_it(value: JsValue) -> None:
    if value is not js_json.UNDEFINED:
        assert write_deep(value) == js_json.dumps_slowly(value)


@pytest.mark.parametrize(
    ("opening", "closing", "written_opening", "written_closing"),
    [
        ("[", "]", "[", "]"),
        ('{"a":', "}", '{"a":', "}"),
        ('[ {"7":1, "6":', "}]", '[{"6":', ',"7":1}]'),
    ],
)
def test_deep_nesting_survives_reading_and_writing(
    opening: str, closing: str, written_opening: str, written_closing: str
) -> None:
    depth = 20_000
    value = js_json.loads(opening * depth + "1" + closing * depth)
    assert js_json.dumps(value) == written_opening * depth + "1" + written_closing * depth


def test_a_deep_text_that_breaks_off_is_refused() -> None:
    with pytest.raises(JsonSyntaxError):
        js_json.loads("[" * 20_000)
