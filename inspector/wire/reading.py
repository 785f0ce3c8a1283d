"""Looking into JSON of unknown shape: what is not of the kind asked for counts as absent."""

from __future__ import annotations

import math

from inspector.wire.js_json import JsonSyntaxError, dumps, loads
from inspector.wire.values import JsonValue


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
            return loads(value)
        except JsonSyntaxError:
            return value
    return value
