"""Both proofs that orjson may be trusted hold wherever orjson and JavaScript differ."""

from __future__ import annotations

import orjson
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from inspector.wire import js_json, js_scan
from inspector.wire.js_scan_text import might_differ
from inspector.wire.values import JsonValue
from tests.wire.strategies import JSON_VALUES

PADDING = "x" * 2000
"""Makes a text too long for the quick look at short ones."""


def written_by_orjson(value: JsonValue) -> bytes:
    """orjson's text, if it accepts the value."""
    try:
        return orjson.dumps(value, option=orjson.OPT_STRICT_INTEGER)
    except TypeError:
        assume(False)
        raise


@given(JSON_VALUES)
@example([1.0])
@example([[1e16], {"a": 1e-7}, -0.0, 1e300, 12345678901234567890.0])
@example({"7": 1})
@example({"a": {"4294967294": [], "b": 1}})
def test_no_difference_is_overlooked(value: JsonValue) -> None:
    padded = [value, PADDING]
    written = written_by_orjson(padded)
    if written.decode() != js_json.dumps_slowly(padded):
        assert might_differ(written)
        assert not js_scan.writes_alike(padded, written)
    short = written_by_orjson(value)
    if short.decode() != js_json.dumps_slowly(value):
        assert not js_scan.writes_alike(value, short)


@given(st.integers(min_value=0, max_value=40), st.sampled_from(["1.0", "1e+16", "1e-7", '{"12":0}']))
def test_nothing_is_overlooked_where_two_chunks_meet(shift: int, odd: str) -> None:
    filler = "y" * ((1 << 17) - 25 + shift)
    assert might_differ(f'["{filler}",{odd}]'.encode())


@pytest.mark.parametrize(
    "text",
    [
        '["1.0,","v1.0 of 3e4","2e1"]',
        '[1.5,0.25,10,"0a","x1",{"h1":2,"a-1":3}]',
        '["3f2a1b9c-2e11-4e5f-8e10-c0ffee1e1e10"]',
    ],
)
def test_ordinary_digits_raise_no_suspicion(text: str) -> None:
    assert might_differ(text.encode()) is text.startswith('["1.0,"')


def test_many_small_values_are_proven_by_their_text(monkeypatch: pytest.MonkeyPatch) -> None:
    rows: JsonValue = [{"id": index, "name": f"row {index}"} for index in range(2000)]
    walks: list[object] = []
    walk = js_scan._walk_agrees
    monkeypatch.setattr(js_scan, "_walk_agrees", lambda value, most: walks.append(most) or walk(value, most))
    assert js_json.dumps(rows) == js_json.dumps_slowly(rows)
    assert None not in walks
