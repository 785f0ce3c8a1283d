"""Every recorded shape of token usage, normalised to one `model.Account` (FORMATS B, "Traps").

Shapes are told apart by the type of `inputTokens`: an object (middleware), a number with `inputTokenDetails`
(telemetry), a number with `cachedInputTokens` (before AI SDK 6.0.0-beta.139), and `promptTokens` (AI SDK 4). The
provider's own account under `raw` wins: SDKs put zeros where a provider said nothing. What nobody reported stays None,
and figures that cannot be true are unknown.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Final

from inspector.model.usage import UNKNOWN_USAGE, Account, Usage, checked
from inspector.sources.provider_usage import (
    cost_in,
    passes_from_raw,
    tells_cache,
    usage_from_raw,
    written_lifetime,
)
from inspector.wire.reading import whole
from inspector.wire.values import JsonValue

_Object = Mapping[str, JsonValue]
_INCLUDING: Final = ("openrouter", "openai", "litellm", "copilot", "azure")
"""Interfaces that count cached tokens within the prompt whoever's model answers."""


def normalise_usage(
    recorded: JsonValue, *, provider: str = "", model: str = "", raw: JsonValue = None
) -> Usage:
    """The usage alone of `read_account`."""
    return read_account(recorded, provider=provider, model=model, raw=raw).usage


def read_account(
    recorded: JsonValue, *, provider: str = "", model: str = "", raw: JsonValue = None
) -> Account:
    """Read a recorded usage object.

    Args:
        recorded: the parsed `usage` field; anything but an object means nothing was reported.
        provider, model: the step's (`anthropic.messages`, `anthropic/claude-sonnet-4.5`); they decide whether the
            oldest flat shape counts cached tokens inside `inputTokens` where its figures do not tell.
        raw: the provider's own account, when it lies elsewhere than under `recorded["raw"]`.

    Returns:
        Tokens; None where neither the SDK nor the provider said anything.
    """
    own = recorded.get("raw") if isinstance(recorded, dict) else None
    account = own if isinstance(own, dict) else raw
    measured, impossible_account = checked(usage_from_raw(account))
    told = _from_sdk(recorded, measured, provider, model) if isinstance(recorded, dict) else UNKNOWN_USAGE
    if impossible_account is None:
        merged = _merge(told, measured, account)
    else:
        merged = told if told.input is not None else impossible_account
    usage, impossible = checked(merged)
    return Account(
        usage=usage,
        impossible=impossible,
        corrected=told if _contradicts(told, measured) else None,
        passes=passes_from_raw(account),
        cost=cost_in(account),
        currency=None if cost_in(account) is None else "USD",
        lifetime=written_lifetime(account),
    )


def counts_cached_apart(provider: str, model: str = "") -> bool:
    """Whether a plain input figure leaves cached tokens out: Anthropic's models, but not behind OpenAI's interface."""
    name = provider.lower()
    if "anthropic" in name or name.endswith(".messages") or "bedrock" in name:
        return True
    claude = "claude" in model.lower() or model.lower().startswith("anthropic/")
    return claude and not any(word in name for word in _INCLUDING)


def _from_sdk(recorded: _Object, measured: Usage, provider: str, model: str) -> Usage:
    tokens = recorded.get("inputTokens")
    if isinstance(tokens, dict):
        return _from_nested(recorded, tokens)
    if "promptTokens" in recorded:
        return Usage(input=_count(recorded, "promptTokens"), output=_count(recorded, "completionTokens"))
    if "cachedInputTokens" in recorded and not isinstance(recorded.get("inputTokenDetails"), dict):
        return _from_oldest(recorded, measured, counts_cached_apart(provider, model))
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


def _from_oldest(recorded: _Object, measured: Usage, by_vendor: bool) -> Usage:
    """`cachedInputTokens` was read; Anthropic's `inputTokens` excludes it, the others' includes it."""
    tokens, read = _count(recorded, "inputTokens"), _count(recorded, "cachedInputTokens")
    output = _count(recorded, "outputTokens")
    usage = Usage(input=tokens, cache_read=read, output=output, reasoning=_count(recorded, "reasoningTokens"))
    if tokens is None:
        return usage
    prompt = _rest(_count(recorded, "totalTokens"), output)
    if not (by_vendor or (read or 0) > tokens):
        return replace(usage, no_cache=None if read is None else tokens - read)
    # Written tokens are in neither figure: the sum of both is the whole prompt only as far as it was reported.
    known = tokens + (read or 0)
    written = measured.cache_write
    if written is None and prompt is not None and prompt > known:
        written = prompt - known
    return replace(usage, input=known + (written or 0), no_cache=tokens, cache_write=written)


def _merge(told: Usage, measured: Usage, account: JsonValue) -> Usage:
    """The provider's prompt figures, the SDK's where it gave none; its zeros only where it could know them."""
    if measured.input is None:
        return _fill(told, measured)
    if measured.cache_read is None and not told.cache_read and not tells_cache(account):
        told = replace(told, no_cache=None, cache_read=None, cache_write=told.cache_write or None)
    if measured.cache_read is None:
        return _fill(told, measured)
    prompt = replace(measured, output=None, reasoning=None)
    if passes_from_raw(account):
        return _fill(replace(measured, reasoning=None), told)
    merged = _fill(prompt, told)
    if measured.no_cache is None or merged.cache_write != measured.cache_write:
        merged = replace(merged, no_cache=merged.new)
    return _fill(merged, measured)


def _contradicts(told: Usage, measured: Usage) -> bool:
    """Whether the SDK and the provider say different things of one prompt."""
    pairs = ((told.input, measured.input), (told.cache_read, measured.cache_read))
    return any(None not in pair and pair[0] != pair[1] for pair in pairs)


def _rest(total: int | None, output: int | None) -> int | None:
    return None if total is None or output is None else total - output


def _fill(usage: Usage, account: Usage) -> Usage:
    return Usage(**{f.name: _first(getattr(usage, f.name), getattr(account, f.name)) for f in fields(Usage)})


def _first(*values: int | None) -> int | None:
    return next((value for value in values if value is not None), None)


def _object(holder: _Object, name: str) -> _Object:
    value = holder.get(name)
    return value if isinstance(value, dict) else {}


def _count(holder: _Object, name: str) -> int | None:
    return whole(holder.get(name))
