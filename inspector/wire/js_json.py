"""`JSON.stringify` and `JSON.parse`, character for character (PIPELINE §0).

Both try orjson first and keep its answer only when `js_scan` proves it equal to JavaScript's; the slow
paths follow ECMAScript directly.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import lru_cache
from json.encoder import encode_basestring
from types import NoneType
from typing import Any, Final

import orjson

from inspector.wire import utf16
from inspector.wire.js_deep import dumps_deep, loads_deep
from inspector.wire.js_numbers import MAX_EXACT, has_index_key, number_text, reorder
from inspector.wire.js_scan import reads_alike, writes_alike
from inspector.wire.values import UNDEFINED, JsonValue, JsValue, Undefined

__all__ = ["JsonSyntaxError", "dumps", "dumps_length", "loads", "number_text", "reorder"]

_STRICT: Final = (
    orjson.OPT_STRICT_INTEGER
    | orjson.OPT_PASSTHROUGH_SUBCLASS
    | orjson.OPT_PASSTHROUGH_DATACLASS
    | orjson.OPT_PASSTHROUGH_DATETIME
)
_SURROGATE: Final = re.compile("[\ud800-\udfff]")


class JsonSyntaxError(ValueError):
    """The text is no JSON.

    Attributes:
        position: offset of the fault, in code points of the text.
    """

    def __init__(self, message: str, position: int) -> None:
        super().__init__(f"{message} at position {position}")
        self.position = position


def dumps(value: JsValue) -> str:
    """`JSON.stringify(value)`; `UNDEFINED`, which has no text, gives "".

    bytes are written as JavaScript writes a Uint8Array: `{"0":137,"1":80}`. Raises TypeError for other types.
    """
    try:
        data = orjson.dumps(value, option=_STRICT)
    except TypeError:
        return dumps_slowly(value)
    return data.decode() if writes_alike(value, data) else dumps_slowly(value)


def dumps_length(value: JsValue) -> int:
    """`JSON.stringify(value).length`, in UTF-16 units."""
    return utf16.length(dumps(value))


def dumps_slowly(value: JsValue) -> str:
    """`dumps` by the letter of ECMAScript, without orjson."""
    if isinstance(value, Undefined):
        return ""
    try:
        return _written(value)
    except RecursionError:
        return dumps_deep(value, write_leaf=_written)


def _written(value: object) -> str:
    writer: Callable[[Any], str] | None = _WRITERS.get(type(value))
    if writer is None:
        # A subclass is written as what it is a kind of; orjson does not know the typed array.
        writer = next((_WRITERS[kind] for kind in _WRITERS if isinstance(value, kind)), None)
    if writer is None:
        raise TypeError(f"{type(value).__name__} is no JSON value")
    return writer(value)


def _object_text(mapping: dict[str, object]) -> str:
    ordered = reorder(mapping) if has_index_key(mapping) else mapping
    members = [
        f"{_quoted_key(key)}:{_written(item)}" for key, item in ordered.items() if item is not UNDEFINED
    ]
    return f"{{{','.join(members)}}}"


def _array_text(items: list[object] | tuple[object, ...]) -> str:
    return f"[{','.join(map(_written, items))}]"


def _number_text(number: int | float) -> str:
    text = number_text(number)
    return text if text[-1].isdigit() else "null"


def _bytes_text(data: bytes) -> str:
    return _object_text({str(index): byte for index, byte in enumerate(data)})


def _quote(text: str) -> str:
    quoted = encode_basestring(text)
    if quoted.isascii() or not utf16.has_surrogate(quoted):
        return quoted
    return _SURROGATE.sub(lambda match: f"\\u{ord(match[0]):04x}", quoted)


_quoted_key: Final = lru_cache(maxsize=4096)(_quote)
_WRITERS: Final[dict[type, Callable[[Any], str]]] = {
    str: _quote,
    bool: lambda truth: "true" if truth else "false",
    int: _number_text,
    float: _number_text,
    dict: _object_text,
    list: _array_text,
    tuple: _array_text,
    NoneType: lambda _: "null",
    Undefined: lambda _: "null",
    bytes: _bytes_text,
    bytearray: _bytes_text,
}


def loads(text: str | bytes) -> JsonValue:
    """`JSON.parse(text)`; bytes are decoded as UTF-8, with U+FFFD for what is invalid.

    Keys stand in JavaScript's order, a duplicate key has its first position and last value, integers
    beyond 2^53 are doubles, `__proto__` is an ordinary key, -0 reads as 0. Raises JsonSyntaxError.
    """
    try:
        value: JsonValue = orjson.loads(text)
    except ValueError:
        return loads_slowly(text)
    return value if reads_alike(value) else loads_slowly(text)


def loads_slowly(text: str | bytes) -> JsonValue:
    """`loads` without orjson."""
    source = text.decode(errors="replace") if isinstance(text, bytes) else text
    if utf16.has_surrogate(source):
        # As escapes, raw halves join with escaped ones beside them.
        source = _SURROGATE.sub(lambda match: f"\\u{ord(match[0]):04x}", source)
    try:
        return _decoded(source)
    except json.JSONDecodeError as error:
        raise JsonSyntaxError(error.msg, error.pos) from None


def _decoded(source: str) -> JsonValue:
    try:
        value: JsonValue = _DECODER.decode(source)
    except RecursionError:
        return loads_deep(source, make_object=_object, make_integer=_integer)
    return value


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    mapping = dict(pairs)
    return reorder(mapping) if has_index_key(mapping) else mapping


def _integer(text: str) -> int | float:
    if len(text) > 17:
        return float(text)
    number = int(text)
    return number if -MAX_EXACT <= number <= MAX_EXACT else float(number)


def _refuse(name: str) -> None:
    raise json.JSONDecodeError(f"{name} is no JSON", name, 0)


_DECODER: Final = json.JSONDecoder(object_pairs_hook=_object, parse_int=_integer, parse_constant=_refuse)
