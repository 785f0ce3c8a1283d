"""Every recorded shape of token usage, normalised to one `model.Usage` (FORMATS B, "Traps").

Three shapes are told apart by the type of `inputTokens`: an object (middleware), a number with
`inputTokenDetails` (telemetry), a number with `cachedInputTokens` (before AI SDK 6.0.0-beta.139). Gaps are filled
from the provider's own account under `raw`. What nobody reported stays None.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields

from inspector.model.usage import UNKNOWN_USAGE, Usage
from inspector.wire.reading import whole
from inspector.wire.values import JsonValue

_Object = Mapping[str, JsonValue]


def normalise_usage(recorded: JsonValue, *, provider: str = "", raw: JsonValue = None) -> Usage:
    """Read a recorded usage object.

    Args:
        recorded: the parsed `usage` field; anything but an object means nothing was reported.
        provider: the step's provider (`anthropic.messages`); it decides whether the oldest flat shape counts
            cached tokens inside `inputTokens`.
        raw: the provider's own account, when it lies elsewhere than under `recorded["raw"]`.

    Returns:
        Usage in tokens; None where neither the SDK nor the provider said anything.
    """
    if not isinstance(recorded, dict):
        return usage_from_raw(raw)
    own = recorded.get("raw")
    account = usage_from_raw(own if isinstance(own, dict) else raw)
    return _fill(_from_sdk(recorded, account, provider), account)


def usage_from_raw(raw: JsonValue) -> Usage:
    """Read a provider's own usage object: Anthropic, OpenAI (chat, responses), DeepSeek/GLM, Gemini."""
    if not isinstance(raw, dict):
        return UNKNOWN_USAGE
    if "promptTokenCount" in raw or "cachedContentTokenCount" in raw:
        return _from_gemini(raw)
    if "cache_read_input_tokens" in raw or "cache_creation_input_tokens" in raw:
        return _from_anthropic(raw)
    if "input_tokens_details" in raw:
        return _from_openai(
            raw, "input_tokens", "output_tokens", "input_tokens_details", "output_tokens_details"
        )
    if "prompt_tokens" in raw or "prompt_cache_hit_tokens" in raw:
        return _from_openai(
            raw, "prompt_tokens", "completion_tokens", "prompt_tokens_details", "completion_tokens_details"
        )
    # `input_tokens` alone could be either family; the cache figures that would tell are missing.
    return Usage(input=_count(raw, "input_tokens"), output=_count(raw, "output_tokens"))


def counts_cached_apart(provider: str) -> bool:
    """Whether a provider's plain input figure leaves cached tokens out (Anthropic's API, gateways to it)."""
    name = provider.lower()
    return "anthropic" in name or name.endswith(".messages") or "bedrock" in name


def _from_sdk(recorded: _Object, account: Usage, provider: str) -> Usage:
    tokens = recorded.get("inputTokens")
    if isinstance(tokens, dict):
        return _from_nested(recorded, tokens)
    if "cachedInputTokens" in recorded and not isinstance(recorded.get("inputTokenDetails"), dict):
        return _from_oldest(recorded, account, provider)
    return _from_flat(recorded)


def _from_nested(recorded: _Object, tokens: _Object) -> Usage:
    output = _object(recorded, "outputTokens")
    return Usage(
        input=_count(tokens, "total"),
        no_cache=_count(tokens, "noCache"),
        cache_read=_count(tokens, "cacheRead"),
        cache_write=_count(tokens, "cacheWrite"),
        output=_count(output, "total"),
        reasoning=_count(output, "reasoning"),
    )


def _from_flat(recorded: _Object) -> Usage:
    details, output = _object(recorded, "inputTokenDetails"), _object(recorded, "outputTokenDetails")
    return Usage(
        input=_count(recorded, "inputTokens"),
        no_cache=_count(details, "noCacheTokens"),
        cache_read=_first(_count(details, "cacheReadTokens"), _count(recorded, "cachedInputTokens")),
        cache_write=_count(details, "cacheWriteTokens"),
        output=_count(recorded, "outputTokens"),
        reasoning=_first(_count(output, "reasoningTokens"), _count(recorded, "reasoningTokens")),
    )


def _from_oldest(recorded: _Object, account: Usage, provider: str) -> Usage:
    """`cachedInputTokens` was read; Anthropic's `inputTokens` excludes it, the others' includes it."""
    tokens, read = _count(recorded, "inputTokens"), _count(recorded, "cachedInputTokens")
    apart = counts_cached_apart(provider)
    if apart:
        # Written tokens are in neither figure; the sum is the whole prompt only as far as it was reported.
        written = account.cache_write
        total = None if tokens is None else tokens + (read or 0) + (written or 0)
    else:
        written, total = None, tokens
    plain = tokens if apart else None if tokens is None or read is None else tokens - read
    return Usage(
        input=total,
        no_cache=plain,
        cache_read=read,
        cache_write=written,
        output=_count(recorded, "outputTokens"),
        reasoning=_count(recorded, "reasoningTokens"),
    )


def _from_anthropic(raw: _Object) -> Usage:
    plain, read = _count(raw, "input_tokens"), _count(raw, "cache_read_input_tokens")
    written = _count(raw, "cache_creation_input_tokens")
    return Usage(
        input=None if plain is None else plain + (read or 0) + (written or 0),
        no_cache=plain,
        cache_read=read,
        cache_write=written,
        output=_count(raw, "output_tokens"),
    )


def _from_openai(
    raw: _Object, prompt: str, completion: str, prompt_details: str, output_details: str
) -> Usage:
    total = _count(raw, prompt)
    read = _first(
        _count(_object(raw, prompt_details), "cached_tokens"), _count(raw, "prompt_cache_hit_tokens")
    )
    return Usage(
        input=total,
        no_cache=None if total is None or read is None else total - read,
        cache_read=read,
        output=_count(raw, completion),
        reasoning=_count(_object(raw, output_details), "reasoning_tokens"),
    )


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


def _fill(usage: Usage, account: Usage) -> Usage:
    return Usage(**{f.name: _first(getattr(usage, f.name), getattr(account, f.name)) for f in fields(Usage)})


def _first(*values: int | None) -> int | None:
    return next((value for value in values if value is not None), None)


def _object(holder: _Object, name: str) -> _Object:
    value = holder.get(name)
    return value if isinstance(value, dict) else {}


def _count(holder: _Object, name: str) -> int | None:
    return whole(holder.get(name))
