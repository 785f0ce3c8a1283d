"""JSON helpers of the renderers: stringifying without cache marks and finding those marks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from inspector.analysis.prefix.blocks import LONG_MARK, SHORT_MARK
from inspector.wire import js_json
from inspector.wire.values import JsonValue

NOT_HASHED: Final = frozenset(
    {"cache_control", "eager_input_streaming", "prompt_cache_breakpoint", "cachePoint"}
)
"""Members that steer the provider's cache or transport and are not prompt content."""


def hashed_text(value: JsonValue) -> str:
    """JSON text of a body part as the provider hashes it: cache marks left out at the top level."""
    if isinstance(value, dict) and not NOT_HASHED.isdisjoint(value):
        value = {key: item for key, item in value.items() if key not in NOT_HASHED}
    return js_json.dumps(value)


def mark_of(value: JsonValue) -> str:
    """ "5m" or "1h" when the part carries a cache breakpoint, else ""."""
    if not isinstance(value, dict):
        return ""
    control = value.get("cache_control") or value.get("cacheControl")
    point = value.get("cachePoint") or value.get("prompt_cache_breakpoint")
    if isinstance(control, dict):
        return lifetime_of(control)
    return lifetime_of(point) if point else ""


def lifetime_of(mark: JsonValue) -> str:
    """The lifetime a mark asks for."""
    return LONG_MARK if isinstance(mark, dict) and mark.get("ttl") == LONG_MARK else SHORT_MARK


def lone_text(content: JsonValue) -> str | None:
    """The text of a content list that holds one plain text part and at most a mark on it; None = it is not so."""
    if not isinstance(content, list) or len(content) != 1 or not isinstance(content[0], dict):
        return None
    part = content[0]
    text = part.get("text")
    return text if isinstance(text, str) and set(part) <= {"type", "text", *NOT_HASHED} else None


def settings_from(values: Mapping[str, JsonValue]) -> dict[str, str]:
    """JSON texts of the settings that were sent, by name."""
    return {name: js_json.dumps(value) for name, value in values.items() if value is not None}


def member_at(value: JsonValue, *path: str) -> JsonValue:
    """A member of nested objects; None when there is none."""
    for name in path:
        value = value.get(name) if isinstance(value, dict) else None
    return value
