"""Reading single column values that may be anything: SQLite does not enforce types, and rows get damaged."""

from __future__ import annotations

from inspector.wire import JsonSyntaxError, JsonValue, loads


def text_or_none(value: object) -> str | None:
    """A text column; a blob is read as UTF-8, a number as its digits."""
    if value is None or isinstance(value, str):
        return value
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)


def text(value: object) -> str:
    """A text column, "" for NULL."""
    return text_or_none(value) or ""


def count_or_none(value: object) -> int | None:
    """A non-negative whole number; anything else is unknown."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not value >= 0:
        return None
    return int(value) if value < 2**63 else None


def json_or_text(value: object) -> JsonValue:
    """A JSON column; the text itself when it is no JSON, None for NULL."""
    stored = text_or_none(value)
    if stored is None:
        return None
    try:
        return loads(stored)
    except JsonSyntaxError:
        return stored


def json_object(value: object) -> dict[str, JsonValue]:
    """A JSON column that should hold an object; empty when it does not."""
    found = json_or_text(value)
    return found if isinstance(found, dict) else {}


def names_or_none(value: object) -> frozenset[str] | None:
    """A JSON column that should hold a list of names; None when it does not."""
    found = json_or_text(value)
    return frozenset(name for name in found if isinstance(name, str)) if isinstance(found, list) else None
