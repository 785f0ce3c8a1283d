"""The reason a provider itself gives for a cache miss, where it gives one (`cache_miss_reason`, diagnostics)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from inspector.model.request import RequestPayload
from inspector.wire import js_json
from inspector.wire.values import JsonValue

_KEYS: Final = ("cache_miss_reason", "cacheMissReason", "prompt_cache_diagnostics", "promptCacheDiagnostics")


def provider_reason(payload: RequestPayload) -> str:
    """The provider's reason as a word or JSON; "" when there is none in usage, output or response."""
    for value in (payload.usage, payload.output, payload.raw_response):
        for found in _members(value):
            return found if isinstance(found, str) else js_json.dumps(found)
    return ""


def _members(value: JsonValue) -> Iterator[JsonValue]:
    """Values of the reason keys, depth first; null ones are no reason."""
    if isinstance(value, dict):
        for key, item in value.items():
            if key in _KEYS and item is not None:
                yield item
            elif isinstance(item, dict | list):
                yield from _members(item)
    elif isinstance(value, list):
        for item in value:
            if isinstance(item, dict | list):
                yield from _members(item)
