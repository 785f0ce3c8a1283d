"""The JSON writer and parser: ECMAScript's rules, and that the fast paths never differ from the slow ones."""

from __future__ import annotations

import json
import math
from collections.abc import Callable

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from inspector.wire import UNDEFINED, JsonSyntaxError, js_json
from inspector.wire.js_json import dumps, dumps_length, dumps_slowly, loads, loads_slowly
from inspector.wire.utf16 import length
from inspector.wire.values import JsonValue, JsValue
from tests.wire.strategies import JS_VALUES, JSON_VALUES


@given(JS_VALUES)
@example({"b": {"10": 1, "9": 2}})
@example([1.0, 1e16, 1e-6, 123456789012345680.0, 0.5])
@example(["1.0,", "1e-7", '"0":', "\u2028\x7f\x1b"])
def test_fast_writer_agrees_with_slow_writer(value: JsValue) -> None:
    assert dumps(value) == dumps_slowly(value)
    assert dumps_length(value) == length(dumps(value))


@given(JS_VALUES)
def test_written_text_is_json_of_the_same_value(value: JsValue) -> None:
    if value is not UNDEFINED:
        assert dumps(loads(dumps(value))) == dumps(value)


def outcome(parse: Callable[[str | bytes], JsonValue], text: str | bytes) -> str:
    """What a parser makes of a text, in a form that shows types and key order."""
    try:
        return repr(parse(text))
    except JsonSyntaxError:
        return "syntax error"


@given(JSON_VALUES)
@example('"\ud83d\ude00"')
def test_fast_parser_agrees_with_slow_parser(value: JsonValue) -> None:
    for text in (json.dumps(value), json.dumps(value, ensure_ascii=False), dumps(value)):
        assert outcome(loads, text) == outcome(loads_slowly, text)


@given(st.text(alphabet='0123456789.eE+-{}[]":, \\\nantrufls\ud83d\ude00\t\x00', max_size=12))
def test_parsers_accept_and_refuse_the_same_texts(text: str) -> None:
    assert outcome(loads, text) == outcome(loads_slowly, text)


@given(st.binary(max_size=6))
def test_bytes_are_read_as_utf8_with_replacement(data: bytes) -> None:
    quoted = b'"' + data.replace(b'"', b"").replace(b"\\", b"") + b'"'
    assert outcome(loads, quoted) == outcome(loads_slowly, quoted.decode(errors="replace"))


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (1.0, "1"),
        (-0.0, "0"),
        (1e21, "1e+21"),
        (1e20, "100000000000000000000"),
        (1.5e300, "1.5e+300"),
        (1e-7, "1e-7"),
        (-1.25e-7, "-1.25e-7"),
        (0.000001, "0.000001"),
        (0.00001234, "0.00001234"),
        (123456789012345680.0, "123456789012345680"),
        (12345678901234567890, "12345678901234567000"),
        (2**53 + 1, "9007199254740992"),
        (5e-324, "5e-324"),
        (10**400, "Infinity"),
        (math.nan, "NaN"),
        (-math.inf, "-Infinity"),
    ],
)
def test_numbers_print_as_ecmascript_prints_doubles(number: float, text: str) -> None:
    assert js_json.number_text(number) == text
    assert dumps([number]) == f"[{text if text[-1].isdigit() else 'null'}]"


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_printed_doubles_read_back(number: float) -> None:
    assert float(js_json.number_text(number)) == number


def test_undefined_vanishes_from_objects_and_is_null_in_arrays() -> None:
    assert dumps({"a": UNDEFINED, "b": [UNDEFINED, 1]}) == '{"b":[null,1]}'
    assert dumps(UNDEFINED) == ""


def test_controls_and_lone_halves_are_escaped_and_nothing_else() -> None:
    text = '"\\\b\f\n\r\t\x00\x1f\x7f\u2028é\ud83d'
    assert dumps(text) == '"\\"\\\\\\b\\f\\n\\r\\t\\u0000\\u001f\x7f\u2028é\\ud83d"'


def test_array_index_keys_come_first_in_order() -> None:
    value: JsonValue = {"b": 1, "10": 2, "9": 3, "01": 4, "4294967295": 5, "4294967294": 6, "-1": 7}
    order = ["9", "10", "4294967294", "b", "01", "4294967295", "-1"]
    assert list(js_json.reorder(value)) == order
    assert list(loads(json.dumps({"x": value}))["x"]) == order
    assert dumps(value) == dumps(js_json.reorder(value))


def test_duplicate_keys_keep_first_place_and_last_value() -> None:
    assert list(loads('{"a":1,"b":2,"a":3,"__proto__":4}').items()) == [("a", 3), ("b", 2), ("__proto__", 4)]
    assert list(loads('{"a":1,"7":2,"a":"\\ud83d"}').items()) == [("7", 2), ("a", "\ud83d")]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("9007199254740993", 9007199254740992.0),
        ("1e400", math.inf),
        ("-0", 0),
        ("9" * 400, math.inf),
        ('"\\ud83d\\ude00"', "😀"),
        ('"\\ud83d\ude00"', "😀"),
        ('"\ud83d"', "\ud83d"),
    ],
)
def test_values_read_as_javascript_reads_them(text: str, value: JsonValue) -> None:
    assert repr(loads(text)) == repr(value)


@pytest.mark.parametrize(
    "text", ["", "NaN", "[1,]", "{a:1}", "\ufeff1", '"\t"', "01", "[Infinity]", "[" * 5000]
)
def test_what_is_no_json_is_refused(text: str) -> None:
    with pytest.raises(JsonSyntaxError):
        loads(text)


def test_bytes_are_written_as_a_typed_array() -> None:
    assert dumps({"data": b"\x89P"}) == '{"data":{"0":137,"1":80}}'


def test_foreign_types_are_refused() -> None:
    with pytest.raises(TypeError, match="set is no JSON value"):
        dumps([{1}])  # type: ignore[list-item]
