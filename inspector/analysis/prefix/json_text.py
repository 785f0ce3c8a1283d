"""JSON helpers of the renderers: stringifying without cache marks and finding those marks."""

from __future__ import annotations

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
    control = value.get("cache_control")
    if isinstance(control, dict):
        return LONG_MARK if control.get("ttl") == LONG_MARK else SHORT_MARK
    if value.get("prompt_cache_breakpoint") or value.get("cachePoint"):
        return SHORT_MARK
    return ""


def setting_text(value: JsonValue) -> str:
    """JSON text of a setting; "" when it was not sent."""
    return "" if value is None else js_json.dumps(value)
