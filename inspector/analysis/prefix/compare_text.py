"""Comparing two texts of one block: JSON with keys in another order, whitespace only."""

from __future__ import annotations

import re
from typing import Final

from inspector.wire import js_json
from inspector.wire.reading import DEEPEST, decoded
from inspector.wire.values import JsonValue

_SPACE: Final = re.compile(r"(?:\\+[nrtfb]|\s)+")
"""Whitespace, bare or escaped once or several times (JSON within JSON)."""
_WORD: Final = re.compile(r"[^\W_]+")
_FRAME_WORDS: Final = frozenset({"type", "text", "content", "value", "json"})


def only_whitespace(left: str, right: str) -> bool:
    """Whether both are the same once whitespace (escaped or not) is left out."""
    return _SPACE.sub("", left) == _SPACE.sub("", right)


def canonical(text: str) -> str:
    """JSON with keys sorted, JSON texts inside strings included; the text itself when it is no JSON."""
    return js_json.dumps(_sorted(decoded(text)))


def first_key_order_path(left: str, right: str) -> str | None:
    """Path (`.input`, `.inputSchema.properties`, "" = the whole) of the first object whose key order differs.

    None when no order differs.
    """
    return _key_order(decoded(left), decoded(right), "")


def same_words(left: str, right: str) -> bool:
    """Whether the words agree although the JSON around them does not (string against parts)."""
    words = ([w for w in _WORD.findall(text) if w not in _FRAME_WORDS] for text in (left, right))
    before, after = words
    return bool(before) and before == after


def _sorted(value: JsonValue, levels: int = DEEPEST) -> JsonValue:
    """Keys in order; JSON inside texts counts, and a text may hold JSON that holds a text, so there is an end."""
    value = decoded(value)
    if not levels:
        return value
    if isinstance(value, dict):
        return {key: _sorted(value[key], levels - 1) for key in sorted(value)}
    if isinstance(value, list):
        return [_sorted(item, levels - 1) for item in value]
    return value


def _key_order(left: JsonValue, right: JsonValue, path: str, levels: int = DEEPEST) -> str | None:
    if not levels:
        return None
    left, right = decoded(left), decoded(right)
    if isinstance(left, dict) and isinstance(right, dict):
        if list(left) != list(right):
            return path
        pairs = [(f"{path}.{key}", left[key], right[key]) for key in left]
    elif isinstance(left, list) and isinstance(right, list):
        pairs = [(f"{path}[{index}]", a, b) for index, (a, b) in enumerate(zip(left, right, strict=False))]
    else:
        return None
    for inner, a, b in pairs:
        found = _key_order(a, b, inner, levels - 1)
        if found is not None:
            return found
    return None
