"""Looking into JSON of unknown shape: what is not of the kind asked for counts as absent."""

from __future__ import annotations

import math
from typing import Final

from inspector.wire.js_json import JsonSyntaxError, dumps, loads
from inspector.wire.values import JsonValue

DEEPEST: Final = 100
"""Levels of nesting kept as values; what lies deeper is kept as JSON text. Real payloads have a dozen."""


def as_text(value: JsonValue) -> str:
    """A string as it is, anything else as compact JSON."""
    return value if isinstance(value, str) else dumps(value)


def as_list(value: JsonValue) -> list[JsonValue]:
    """The list itself; [] for anything else."""
    return value if isinstance(value, list) else []


def text_member(value: JsonValue, name: str) -> str:
    """A string member of an object; "" when absent or of another kind."""
    member = value.get(name) if isinstance(value, dict) else None
    return member if isinstance(member, str) else ""


def whole(value: JsonValue) -> int | None:
    """A finite number without its fraction; None for anything else (`1e999` is infinite, as in JavaScript)."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        return None
    return int(value)


def decoded(value: JsonValue) -> JsonValue:
    """An object or list written as JSON text as the value it stands for; anything else as it is."""
    if isinstance(value, str) and value[:1] in ("{", "["):
        try:
            return shallow(loads(value))
        except JsonSyntaxError:
            return value
    return value


def shallow(value: JsonValue, deepest: int = DEEPEST) -> JsonValue:
    """The value itself unless it is nested deeper; then a copy in which JSON text stands for what lies deeper."""
    level: list[JsonValue] = [value]
    for _ in range(deepest):
        level = [
            child
            for parent in level
            for child in (
                parent.values() if isinstance(parent, dict) else parent if isinstance(parent, list) else ()
            )
            if isinstance(child, dict | list)
        ]
        if not level:
            return value
    return _flattened(value, deepest)


def _flattened(value: JsonValue, left: int) -> JsonValue:
    if isinstance(value, dict):
        return (
            {name: _flattened(member, left - 1) for name, member in value.items()} if left else dumps(value)
        )
    if isinstance(value, list):
        return [_flattened(item, left - 1) for item in value] if left else dumps(value)
    return value
