"""The reason a provider itself gives for a cache miss, where it gives one (`cache_miss_reason`, diagnostics)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from inspector.analysis.prefix.causes import CauseId
from inspector.analysis.prefix.json_text import member_at
from inspector.model.request import RequestPayload
from inspector.wire import js_json
from inspector.wire.reading import decoded, text_member
from inspector.wire.values import JsonValue

_KEYS: Final = ("cache_miss_reason", "cacheMissReason", "prompt_cache_diagnostics", "promptCacheDiagnostics")

_TOOLS: Final = frozenset(
    {
        CauseId.TOOL_ADDED,
        CauseId.TOOL_REMOVED,
        CauseId.TOOL_CHANGED,
        CauseId.TOOLS_REORDERED,
        CauseId.TOOLS_EMPTY,
        CauseId.TOOL_CHOICE_CHANGED,
    }
)
_SYSTEM: Final = frozenset({CauseId.SYSTEM_TIME, CauseId.SYSTEM_CHANGED})
_MESSAGES: Final = frozenset(
    {
        CauseId.COMPACTED,
        CauseId.MESSAGE_CHANGED,
        CauseId.MESSAGE_REMOVED,
        CauseId.BRANCH_SWITCHED,
        CauseId.TOOL_RESULT_CHANGED,
        CauseId.MARKER_CHANGED,
        CauseId.BLOCK_MOVED,
        CauseId.BLOCK_SHAPE_CHANGED,
        CauseId.IMAGE_CHANGED,
        CauseId.ATTACHMENT_CHANGED,
        CauseId.THINKING_CHANGED,
    }
)
_REASONS: Final[dict[str, frozenset[CauseId]]] = {
    "model_changed": frozenset({CauseId.MODEL_CHANGED}),
    "system_changed": _SYSTEM,
    "tools_changed": _TOOLS,
    "messages_changed": _MESSAGES,
    "input_changed": _MESSAGES | _SYSTEM,
    "context_compacted": frozenset({CauseId.COMPACTED}),
    "prompt_cache_key_changed": frozenset({CauseId.CACHE_KEY_CHANGED}),
    "service_tier_changed": frozenset({CauseId.SERVICE_TIER_CHANGED}),
    "text_format_changed": frozenset({CauseId.TEXT_FORMAT_CHANGED}),
    "reasoning_effort_changed": frozenset({CauseId.EFFORT_CHANGED, CauseId.THINKING_CHANGED}),
    "verbosity_changed": frozenset({CauseId.VERBOSITY_CHANGED}),
}
"""The providers' reasons and the causes of ours that say the same (PROVIDER_CACHE §6.8)."""
_SAYS_NOTHING: Final = ("not_found", "unavailable", "pending")
"""Reasons that tell why nothing was compared: they confirm nothing and contradict nothing."""
_WORDS: Final[tuple[tuple[tuple[str, ...], frozenset[CauseId]], ...]] = (
    (("tool",), _TOOLS),
    (("system",), _SYSTEM),
    (("message", "history", "prefix", "content"), _MESSAGES),
    (("model",), frozenset({CauseId.MODEL_CHANGED})),
    (("thinking", "effort", "reasoning"), frozenset({CauseId.THINKING_CHANGED, CauseId.EFFORT_CHANGED})),
    (("image",), frozenset({CauseId.IMAGE_CHANGED, CauseId.ATTACHMENT_CHANGED})),
    (("ttl", "expired", "evict"), frozenset({CauseId.TTL_EXPIRED})),
    (("too_short", "minimum", "too short"), frozenset({CauseId.BELOW_MINIMUM})),
    (("breakpoint", "cache_control"), frozenset({CauseId.NO_BREAKPOINT, CauseId.LOOKBACK_EXCEEDED})),
)
"""Words that gateways and others may use, and the causes that say the same."""
_ANYWHERE: Final = frozenset({CauseId.WHITESPACE, CauseId.KEY_ORDER})
_NOT_COMPARED: Final = frozenset({CauseId.FIRST, CauseId.UNKNOWN, CauseId.NOT_COMPARABLE, CauseId.SIDE_CALL})


def provider_reason(payload: RequestPayload) -> str:
    """The provider's reason as a word or JSON; "" when there is none in usage, output or response, or it hit."""
    for value in (payload.usage, payload.output, payload.raw_response):
        for found in _members(value):
            if reason_word(found) != "cache_hit":
                return found if isinstance(found, str) else js_json.dumps(found)
    return ""


def reason_word(reason: JsonValue) -> str:
    """The word of a reason, given as recorded or as `provider_reason` returns it."""
    value = decoded(reason)
    if isinstance(value, dict):
        return text_member(value, "reason") or text_member(value, "type")
    return value if isinstance(value, str) else ""


def agrees(reason: str, cause: CauseId) -> bool | None:
    """Whether the provider's word names our cause; None when it compared nothing or names none we know."""
    word = reason_word(reason) or reason.lower()
    if not word or any(nothing in word for nothing in _SAYS_NOTHING):
        return None
    if cause in _ANYWHERE or cause in _NOT_COMPARED:
        return None
    if word in _REASONS:
        return cause in _REASONS[word]
    named = [causes for words, causes in _WORDS if any(known in word for known in words)]
    return any(cause in causes for causes in named) if named else None


def served_by(payload: RequestPayload) -> str:
    """Who answered behind a gateway, as it says in its metadata or answer; "" when it does not."""
    for value in (payload.output, payload.raw_response):
        for holder in reversed(value) if isinstance(value, list) else (value,):
            routing = member_at(holder, "providerMetadata", "gateway", "routing", "finalProvider")
            router = member_at(holder, "providerMetadata", "openrouter", "provider")
            for found in (routing, router, member_at(holder, "provider")):
                if isinstance(found, str) and found:
                    return found
    return ""


def _members(value: JsonValue) -> Iterator[JsonValue]:
    """Values of the reason keys, depth first; null ones are no reason. Any depth."""
    waiting: list[tuple[str, JsonValue]] = [("", value)]
    while waiting:
        key, item = waiting.pop()
        if key in _KEYS and item is not None:
            yield item
        elif isinstance(item, dict):
            waiting += reversed(item.items())
        elif isinstance(item, list):
            waiting += (("", member) for member in reversed(item))
