"""Usage: three recorded shapes, five providers' own accounts, and unknown that is not 0."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from inspector.model.usage import UNKNOWN_USAGE, Usage
from inspector.sources.open import open_source
from inspector.sources.provider_usage import usage_from_raw
from inspector.sources.usage import normalise_usage
from tests.sources.devtools.test_index import CAPTURES

ANTHROPIC = {
    "input_tokens": 3,
    "cache_read_input_tokens": 1000,
    "cache_creation_input_tokens": 200,
    "output_tokens": 9,
}
OPENAI = {"prompt_tokens": 1200, "completion_tokens": 9, "prompt_tokens_details": {"cached_tokens": 1024}}


def test_nested_shape() -> None:
    recorded = {
        "inputTokens": {"total": 1203, "noCache": 3, "cacheRead": 1000, "cacheWrite": 200},
        "outputTokens": {"total": 9, "text": 5, "reasoning": 4},
    }
    assert normalise_usage(recorded) == Usage(1203, 3, 1000, 200, 9, 4)


def test_flat_shape_with_details() -> None:
    recorded = {
        "inputTokens": 1203,
        "inputTokenDetails": {"noCacheTokens": 3, "cacheReadTokens": 1000, "cacheWriteTokens": 200},
        "outputTokens": 9,
        "outputTokenDetails": {"reasoningTokens": 4},
    }
    assert normalise_usage(recorded) == Usage(1203, 3, 1000, 200, 9, 4)


def test_oldest_shape_of_anthropic_leaves_cached_tokens_out() -> None:
    recorded = {"inputTokens": 3, "outputTokens": 9, "cachedInputTokens": 1000, "reasoningTokens": 0}
    usage = normalise_usage(recorded, provider="anthropic.messages")
    assert usage == Usage(input=1003, no_cache=3, cache_read=1000, cache_write=None, output=9, reasoning=0)


def test_oldest_shape_of_anthropic_takes_written_tokens_from_the_raw_account() -> None:
    recorded = {"inputTokens": 3, "outputTokens": 9, "cachedInputTokens": 1000, "raw": ANTHROPIC}
    usage = normalise_usage(recorded, provider="aihubmix.messages")
    assert (usage.input, usage.no_cache, usage.cache_read, usage.cache_write) == (1203, 3, 1000, 200)


def test_oldest_shape_of_others_includes_cached_tokens() -> None:
    recorded = {"inputTokens": 1200, "outputTokens": 9, "cachedInputTokens": 1024}
    usage = normalise_usage(recorded, provider="openai.chat")
    assert (usage.input, usage.no_cache, usage.cache_read, usage.cache_write) == (1200, 176, 1024, None)


def test_nothing_reported_is_unknown_and_not_zero() -> None:
    assert normalise_usage({"inputTokens": {}, "outputTokens": {}}) == UNKNOWN_USAGE
    assert normalise_usage(None) == UNKNOWN_USAGE
    assert normalise_usage("nonsense") == UNKNOWN_USAGE
    assert normalise_usage({"inputTokens": None, "outputTokens": None, "totalTokens": None}) == UNKNOWN_USAGE


def test_reported_zero_stays_zero() -> None:
    usage = normalise_usage(
        {"inputTokens": {"total": 5, "noCache": 5, "cacheRead": 0}, "outputTokens": {"total": 0}}
    )
    assert (usage.cache_read, usage.output, usage.cache_write) == (0, 0, None)


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        (ANTHROPIC, Usage(1203, 3, 1000, 200, 9)),
        (OPENAI, Usage(1200, 176, 1024, None, 9)),
        (
            {"input_tokens": 30, "input_tokens_details": {"cached_tokens": 0}, "output_tokens": 4},
            Usage(30, 30, 0, None, 4),
        ),
        (
            {"prompt_tokens": 100, "completion_tokens": 2, "prompt_cache_hit_tokens": 64},
            Usage(100, 36, 64, None, 2),
        ),
        (
            {
                "promptTokenCount": 300,
                "cachedContentTokenCount": 256,
                "candidatesTokenCount": 4,
                "thoughtsTokenCount": 6,
            },
            Usage(300, 44, 256, None, 10, 6),
        ),
        ({"input_tokens": 7, "output_tokens": 1}, Usage(input=7, output=1)),
        ({}, UNKNOWN_USAGE),
    ],
)
def test_raw_accounts_of_providers(raw: dict[str, Any], expected: Usage) -> None:
    assert usage_from_raw(raw) == expected
    assert normalise_usage({"inputTokens": {}, "outputTokens": {}, "raw": raw}) == expected


def _accounted(row: dict[str, Any]) -> tuple[str, int, int, int] | None:
    """(model, input, cache read, output) of one row of the provider's book."""
    usage = row.get("usage")
    if usage is None:
        return None
    if "promptTokenCount" in usage:
        output = usage["candidatesTokenCount"] + usage.get("thoughtsTokenCount", 0)
        return row["model"], usage["promptTokenCount"], usage.get("cachedContentTokenCount", 0), output
    if "prompt_tokens" in usage:
        cached = usage["prompt_tokens_details"]["cached_tokens"]
        return row["model"], usage["prompt_tokens"], cached, usage["completion_tokens"]
    if "input_tokens_details" in usage:
        cached = usage["input_tokens_details"]["cached_tokens"]
        return row["model"], usage["input_tokens"], cached, usage["output_tokens"]
    read = usage["cache_read_input_tokens"]
    total = usage["input_tokens"] + read + usage["cache_creation_input_tokens"]
    return row["model"], total, read, usage["output_tokens"]


@pytest.mark.parametrize("name", CAPTURES)
def test_what_we_show_is_what_the_provider_accounted(unpacked: Callable[[str, str], Path], name: str) -> None:
    folder = unpacked("captures", name)
    rows = [json.loads(line) for line in (folder / "mock-truth.jsonl").read_text("utf-8").splitlines()]
    accounted = Counter(account for row in rows if (account := _accounted(row)) is not None)
    requests = open_source(folder).requests()
    shown = Counter(
        (request.model, request.usage.input, request.usage.cache_read, request.usage.output)
        for request in requests
        if request.usage.is_known
    )
    assert shown
    assert not shown - accounted
    # What the provider accounted and we do not show was never reported to the client: broken-off streams.
    silent = sum(not request.usage.is_known for request in requests)
    assert (accounted - shown).total() <= silent
