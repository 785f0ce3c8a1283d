"""The reason a provider itself gives for a cache miss, where it gives one (`cache_miss_reason`, diagnostics)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from inspector.analysis.prefix.causes import CauseId
from inspector.model.request import RequestPayload
from inspector.wire import js_json
from inspector.wire.values import JsonValue

_KEYS: Final = ("cache_miss_reason", "cacheMissReason", "prompt_cache_diagnostics", "promptCacheDiagnostics")

_LEVELS: Final[dict[str, tuple[tuple[str, ...], frozenset[CauseId]]]] = {
    "tools": (
        ("tool",),
        frozenset(
            {
                CauseId.TOOL_ADDED,
                CauseId.TOOL_REMOVED,
                CauseId.TOOL_CHANGED,
                CauseId.TOOLS_REORDERED,
                CauseId.TOOLS_EMPTY,
                CauseId.TOOL_CHOICE_CHANGED,
            }
        ),
    ),
    "system": (("system",), frozenset({CauseId.SYSTEM_TIME, CauseId.SYSTEM_CHANGED})),
    "messages": (
        ("message", "history", "prefix", "content"),
        frozenset(
            {
                CauseId.COMPACTED,
                CauseId.MESSAGE_CHANGED,
                CauseId.MESSAGE_REMOVED,
                CauseId.BRANCH_SWITCHED,
                CauseId.TOOL_RESULT_CHANGED,
                CauseId.MARKER_CHANGED,
                CauseId.BLOCK_MOVED,
                CauseId.BLOCK_SHAPE_CHANGED,
            }
        ),
    ),
    "model": (("model",), frozenset({CauseId.MODEL_CHANGED})),
    "thinking": (("thinking", "effort", "reasoning"), frozenset({CauseId.THINKING_CHANGED})),
    "images": (("image",), frozenset({CauseId.IMAGE_CHANGED, CauseId.ATTACHMENT_CHANGED})),
    "lifetime": (("ttl", "expired", "evict"), frozenset({CauseId.TTL_EXPIRED})),
    "minimum": (("too_short", "minimum", "too short"), frozenset({CauseId.BELOW_MINIMUM})),
    "marks": (("breakpoint", "cache_control"), frozenset({CauseId.NO_BREAKPOINT, CauseId.LOOKBACK_EXCEEDED})),
}
"""Words a provider may use and the causes of ours that say the same."""
_ANYWHERE: Final = frozenset({CauseId.WHITESPACE, CauseId.KEY_ORDER})


def provider_reason(payload: RequestPayload) -> str:
    """The provider's reason as a word or JSON; "" when there is none in usage, output or response."""
    for value in (payload.usage, payload.output, payload.raw_response):
        for found in _members(value):
            return found if isinstance(found, str) else js_json.dumps(found)
    return ""


def agrees(reason: str, cause: CauseId) -> bool | None:
    """Whether the provider's word names the level of our cause; None when it names none we know."""
    named = {level for level, (words, _) in _LEVELS.items() if any(word in reason.lower() for word in words)}
    if not named or cause in _ANYWHERE:
        return None
    return any(cause in _LEVELS[level][1] for level in named)


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
