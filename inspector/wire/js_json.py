"""`JSON.stringify` and `JSON.parse`, character for character (PIPELINE §0).

Both try orjson first and keep its answer only when `js_scan` proves it equal to JavaScript's; the slow
paths follow ECMAScript directly.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from json.encoder import encode_basestring
from typing import Any, Final

import orjson

from inspector.wire import utf16
from inspector.wire.js_deep import dumps_deep, loads_deep
from inspector.wire.js_numbers import MAX_EXACT, is_index_key, number_text, reorder
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
    return data.decode() if writes_alike(value) else dumps_slowly(value)


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
    pieces: list[str] = []
    _write(value, pieces.append)
    return "".join(pieces)


def _write(value: object, put: Callable[[str], None]) -> None:
    if value is None or isinstance(value, Undefined):
        put("null")
    elif isinstance(value, str):
        put(_quote(value))
    elif isinstance(value, bool):
        put("true" if value else "false")
    elif isinstance(value, int | float):
        text = number_text(value)
        put(text if text[-1].isdigit() else "null")
    elif isinstance(value, dict):
        _write_object(value, put)
    elif isinstance(value, list | tuple):
        _write_array(value, put)
    elif isinstance(value, bytes | bytearray):
        _write_object({str(index): byte for index, byte in enumerate(value)}, put)
    else:
        raise TypeError(f"{type(value).__name__} is no JSON value")


def _write_object(mapping: dict[str, object], put: Callable[[str], None]) -> None:
    separator = "{"
    for key, item in reorder(mapping).items():
        if item is not UNDEFINED:
            put(f"{separator}{_quote(key)}:")
            _write(item, put)
            separator = ","
    put("{}" if separator == "{" else "}")


def _write_array(items: list[object] | tuple[object, ...], put: Callable[[str], None]) -> None:
    separator = "["
    for item in items:
        put(separator)
        _write(item, put)
        separator = ","
    put("]" if items else "[]")


def _quote(text: str) -> str:
    quoted = encode_basestring(text)
    if quoted.isascii() or not utf16.has_surrogate(quoted):
        return quoted
    return _SURROGATE.sub(lambda match: f"\\u{ord(match[0]):04x}", quoted)


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
    return reorder(mapping) if any(map(is_index_key, mapping)) else mapping


def _integer(text: str) -> int | float:
    if len(text) > 17:
        return float(text)
    number = int(text)
    return number if -MAX_EXACT <= number <= MAX_EXACT else float(number)


def _refuse(name: str) -> None:
    raise json.JSONDecodeError(f"{name} is no JSON", name, 0)


_DECODER: Final = json.JSONDecoder(object_pairs_hook=_object, parse_int=_integer, parse_constant=_refuse)
