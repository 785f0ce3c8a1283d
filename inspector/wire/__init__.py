"""Byte-level truth (PIPELINE §0): UTF-16 lengths and slices, JS-compatible JSON, hashes."""

from __future__ import annotations

from inspector.wire import hashes, js_json, utf16
from inspector.wire.hashes import (
    TextSurvey,
    content_hash,
    content_hash_bytes,
    survey,
    vfs_filename,
    vfs_uri,
)
from inspector.wire.js_json import JsonSyntaxError, dumps, dumps_length, loads, number_text, reorder
from inspector.wire.utf16 import (
    JS_WHITESPACE,
    encode_utf8,
    index_of,
    join,
    js_trim,
    last_index_of,
    length,
    slice_units,
    sort_key,
    utf8_length,
)
from inspector.wire.values import UNDEFINED, JsonValue, JsValue, Undefined

__all__ = [
    "JS_WHITESPACE",
    "UNDEFINED",
    "JsValue",
    "JsonSyntaxError",
    "JsonValue",
    "TextSurvey",
    "Undefined",
    "content_hash",
    "content_hash_bytes",
    "dumps",
    "dumps_length",
    "encode_utf8",
    "hashes",
    "index_of",
    "join",
    "js_json",
    "js_trim",
    "last_index_of",
    "length",
    "loads",
    "number_text",
    "reorder",
    "slice_units",
    "sort_key",
    "survey",
    "utf8_length",
    "utf16",
    "vfs_filename",
    "vfs_uri",
]
