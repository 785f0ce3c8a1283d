"""Providers' own token accounts: every vendor's names, whole answers and streams of events (FORMATS B).

Absent figures stay None. Only Gemini leaves zeros out of its answers, so there the SDK's zero may stand.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from inspector.model.usage import UNKNOWN_USAGE, ModelPass, Usage
from inspector.wire.reading import as_list, text_member, whole
from inspector.wire.values import JsonValue

_Object = Mapping[str, JsonValue]

_MARKS: Final = frozenset(
    {
        "input_tokens",
        "prompt_tokens",
        "promptTokenCount",
        "cachedContentTokenCount",
        "cache_read_input_tokens",
        "cache_creation_input_tokens",
        "cacheReadInputTokens",
        "cacheWriteInputTokens",
        "prompt_cache_hit_tokens",
        "total_input_tokens",
    }
)
"""Names by which a provider's own account is known, whatever it lies in."""
_HOLDERS: Final = ("usage", "usageMetadata", "message", "response", "metadata", "rawValue", "raw")
"""Members of answers and stream events in which an account may lie."""
_CACHE_WORDS: Final = ("cache", "cached")


def usage_from_raw(raw: JsonValue) -> Usage:
    """Read a provider's own usage object: Anthropic, Bedrock, OpenAI (chat, responses), DeepSeek, Kimi, Gemini."""
    if not isinstance(raw, dict):
        return UNKNOWN_USAGE
    iterations = _iterations(raw)
    answer = _last_message(iterations)
    usage = _by_vendor(raw)
    if answer is None:
        return usage
    return _answering_pass(usage, answer, alone=_count_messages(iterations) == 1)


def passes_from_raw(raw: JsonValue) -> tuple[ModelPass, ...]:
    """What the provider did besides the answer (`usage.iterations`): folds, and passes before the answering one."""
    iterations = _iterations(raw) if isinstance(raw, dict) else []
    answer = _last_message(iterations)
    others = (one for one in iterations if one is not answer)
    return tuple(ModelPass(str(one.get("type") or ""), _from_anthropic(one)) for one in others)


def account_in(answer: JsonValue) -> JsonValue:
    """The provider's usage object within an answer or its stream of events; None when there is none.

    Events of one stream add to each other: the prompt is accounted at its start, the answer at its end. A stream that
    broke off before its end was never accounted.
    """
    merged: dict[str, JsonValue] = {}
    ended = not isinstance(answer, list)
    for event in [answer] if ended else as_list(answer):
        started = text_member(event, "type") == "message_start"
        for found in _accounts(event):
            merged.update({name: value for name, value in found.items() if value is not None})
            ended = ended or not started
    return merged if merged and ended else None


def tells_cache(raw: JsonValue) -> bool:
    """Whether an account says anything of the cache, or is of a vendor that leaves zeros out."""
    if not isinstance(raw, dict):
        return False
    if "promptTokenCount" in raw:
        return True
    details = (_object(raw, name) for name in ("prompt_tokens_details", "input_tokens_details"))
    names = [*raw, *(name for one in details for name, value in one.items() if value is not None)]
    return any(word in name.lower() for name in names for word in _CACHE_WORDS)


def written_lifetime(raw: JsonValue) -> str:
    """Lifetime of what a request wrote (`cache_creation`, SOURCES A); "" when the account does not say."""
    written = raw.get("cache_creation") if isinstance(raw, dict) else None
    if not isinstance(written, dict):
        return ""
    if whole(written.get("ephemeral_1h_input_tokens")):
        return "1h"
    return "5m" if whole(written.get("ephemeral_5m_input_tokens")) else ""


def cost_in(raw: JsonValue) -> float | None:
    """What the account itself says was charged, in USD (`usage.cost` of OpenRouter and its like)."""
    value = raw.get("cost") if isinstance(raw, dict) else None
    return amount(value)


def gateway_cost(metadata: JsonValue) -> float | None:
    """What a gateway says it charged, in USD (`providerMetadata.gateway.cost`, `marketCost`)."""
    gateway = metadata.get("gateway") if isinstance(metadata, dict) else None
    return amount(gateway.get("cost")) if isinstance(gateway, dict) else None


def amount(value: JsonValue) -> float | None:
    """A sum of money, a number or its text; None when it is none or below zero."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        number = float(value)
    except ValueError:
        return None
    return number if 0 <= number < float("inf") else None


def _by_vendor(raw: _Object) -> Usage:
    if "promptTokenCount" in raw or "cachedContentTokenCount" in raw:
        return _from_gemini(raw)
    if "total_input_tokens" in raw or "total_cached_tokens" in raw:
        return _from_interactions(raw)
    if "cacheReadInputTokens" in raw or "cacheWriteInputTokens" in raw:
        return _apart(raw, "inputTokens", "cacheReadInputTokens", "cacheWriteInputTokens", "outputTokens")
    if "cache_read_input_tokens" in raw or "cache_creation_input_tokens" in raw:
        # LiteLLM and gateways hand both families on at once; then the prompt's own total includes the cached ones.
        return _from_openai(raw) if "prompt_tokens" in raw else _from_anthropic(raw)
    if "input_tokens_details" in raw or "prompt_tokens" in raw or "prompt_cache_hit_tokens" in raw:
        return _from_openai(raw)
    # `input_tokens` alone could be either family; the cache figures that would tell are missing.
    return Usage(
        input=_first(_count(raw, "input_tokens"), _count(raw, "inputTokens")),
        output=_first(_count(raw, "output_tokens"), _count(raw, "outputTokens")),
    )


def _from_anthropic(raw: _Object) -> Usage:
    return _apart(
        raw, "input_tokens", "cache_read_input_tokens", "cache_creation_input_tokens", "output_tokens"
    )


def _apart(raw: _Object, plain_name: str, read_name: str, write_name: str, output_name: str) -> Usage:
    """Vendors whose plain input figure leaves cached tokens out."""
    plain, read, written = _count(raw, plain_name), _count(raw, read_name), _count(raw, write_name)
    return Usage(
        input=None if plain is None else plain + (read or 0) + (written or 0),
        no_cache=plain,
        cache_read=read,
        cache_write=written,
        output=_count(raw, output_name),
    )


def _from_openai(raw: _Object) -> Usage:
    """Vendors whose prompt figure includes cached tokens; what was written is part of the rest."""
    prompt, answer = ("prompt", "completion") if "prompt_tokens" in raw else ("input", "output")
    details, told = _object(raw, f"{prompt}_tokens_details"), _object(raw, f"{answer}_tokens_details")
    hit, missed = _count(raw, "prompt_cache_hit_tokens"), _count(raw, "prompt_cache_miss_tokens")
    total = _first(_count(raw, f"{prompt}_tokens"), None if hit is None or missed is None else hit + missed)
    read = _first(
        _count(details, "cached_tokens"),
        hit,
        _count(raw, "cached_tokens"),
        _count(raw, "cache_read_input_tokens"),
        _count(raw, "num_cached_tokens"),
    )
    written = _first(
        _count(details, "cache_write_tokens"),
        _count(details, "cache_creation_tokens"),
        _count(raw, "cache_write_tokens"),
        _count(raw, "cache_creation_input_tokens"),
    )
    usage = Usage(
        input=total,
        cache_read=read,
        cache_write=written,
        output=_count(raw, f"{answer}_tokens"),
        reasoning=_count(told, "reasoning_tokens"),
    )
    return replace(usage, no_cache=usage.new)


def _from_gemini(raw: _Object) -> Usage:
    total, read = _count(raw, "promptTokenCount"), _count(raw, "cachedContentTokenCount")
    text, thoughts = _count(raw, "candidatesTokenCount"), _count(raw, "thoughtsTokenCount")
    return Usage(
        input=total,
        no_cache=None if total is None or read is None else total - read,
        cache_read=read,
        output=None if text is None else text + (thoughts or 0),
        reasoning=thoughts,
    )


def _from_interactions(raw: _Object) -> Usage:
    """Gemini's Interactions API."""
    total, read = _count(raw, "total_input_tokens"), _count(raw, "total_cached_tokens")
    usage = Usage(input=total, cache_read=read, output=_count(raw, "total_output_tokens"))
    return replace(usage, no_cache=usage.new)


def _iterations(raw: _Object) -> list[_Object]:
    found = raw.get("iterations")
    return [one for one in found if isinstance(one, dict)] if isinstance(found, list) else []


def _count_messages(iterations: list[_Object]) -> int:
    return sum(one.get("type") == "message" for one in iterations)


def _last_message(iterations: list[_Object]) -> _Object | None:
    return next((one for one in reversed(iterations) if one.get("type") == "message"), None)


def _answering_pass(whole_answer: Usage, iteration: _Object, *, alone: bool) -> Usage:
    """The last message pass; a lone one that leaves its cache figures out has those of the whole answer."""
    own = _from_anthropic(iteration)
    if not alone or own.cache_read is not None:
        return own
    read, written = whole_answer.cache_read, whole_answer.cache_write
    plain = own.no_cache
    total = None if plain is None else plain + (read or 0) + (written or 0)
    return replace(own, input=total, cache_read=read, cache_write=written)


def _accounts(value: JsonValue) -> Iterator[_Object]:
    """Usage objects in an answer or in one event of a stream."""
    if isinstance(value, dict):
        if not _MARKS.isdisjoint(value):
            yield value
            return
        usage = value.get("usage")
        if text_member(value, "type") == "message_delta" and isinstance(usage, dict):
            yield usage  # the end of a stream may account the answer alone
            return
        for name in _HOLDERS:
            inner = value.get(name)
            if isinstance(inner, dict):
                yield from _accounts(inner)


def _first(*values: int | None) -> int | None:
    return next((value for value in values if value is not None), None)


def _object(holder: _Object, name: str) -> _Object:
    value = holder.get(name)
    return value if isinstance(value, dict) else {}


def _count(holder: _Object, name: str) -> int | None:
    return whole(holder.get(name))
