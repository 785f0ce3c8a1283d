"""Accounts that contradict themselves or each other, and accounts that lie elsewhere than expected."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from inspector.model.request import RequestRecord
from inspector.model.usage import Usage
from inspector.sources.open import open_source
from inspector.sources.provider_usage import account_in, usage_from_raw
from inspector.sources.usage import normalise_usage, read_account


def test_the_providers_account_wins_over_an_sdks_zeros() -> None:
    for written in (None, 100):
        details: dict[str, Any] = {"cached_tokens": 1024, "cache_write_tokens": written}
        raw = {"prompt_tokens": 1500, "completion_tokens": 3, "prompt_tokens_details": details}
        told = {"inputTokens": {"total": 1500, "noCache": 1500, "cacheRead": 0}, "raw": raw}
        account = read_account(told, provider="x.chat")
        assert account.usage == Usage(1500, 476 - (written or 0), 1024, written, 3)
        assert account.corrected is not None
        assert account.corrected.cache_read == 0


def test_accounts_that_agree_correct_nothing() -> None:
    raw = {"prompt_tokens": 1500, "prompt_tokens_details": {"cached_tokens": 0}}
    told = {"inputTokens": {"total": 1500, "noCache": 1500, "cacheRead": 0}, "raw": raw}
    assert read_account(told).corrected is None


@pytest.mark.parametrize(
    ("raw", "read"),
    [
        ({"prompt_tokens": 50, "completion_tokens": 1}, None),
        ({"prompt_tokens": 50, "prompt_tokens_details": None}, None),
        ({"prompt_tokens": 50, "prompt_tokens_details": {"cached_tokens": 0}}, 0),
        ({"promptTokenCount": 50, "candidatesTokenCount": 1}, 0),
        ({"input_tokens": 50, "cache_read_input_tokens": 0}, 0),
    ],
)
def test_an_sdks_zero_is_unknown_where_the_provider_never_spoke_of_a_cache(
    raw: dict[str, Any], read: int | None
) -> None:
    told = {"inputTokens": {"total": 50, "noCache": 50, "cacheRead": 0}, "raw": raw}
    usage = normalise_usage(told)
    assert (usage.input, usage.cache_read, usage.new) == (50, read, None if read is None else 50)


@pytest.mark.parametrize(
    "usage",
    [
        Usage(input=1000, no_cache=-1048, cache_read=2048, output=5),
        Usage(input=1000, cache_read=600, cache_write=401, output=5),
        Usage(input=-1, output=5),
    ],
)
def test_figures_that_cannot_be_true_are_unknown_and_kept_as_claimed(usage: Usage) -> None:
    told = {
        "inputTokens": {
            "total": usage.input,
            "noCache": usage.no_cache,
            "cacheRead": usage.cache_read,
            "cacheWrite": usage.cache_write,
        },
        "outputTokens": {"total": 5},
    }
    account = read_account(told)
    assert account.usage == Usage(output=5)
    assert account.impossible == usage


def test_a_whole_prompt_read_or_written_is_possible() -> None:
    assert not Usage(input=1000, cache_read=600, cache_write=400).is_impossible
    assert not Usage(input=0, cache_read=0, cache_write=0).is_impossible
    assert not Usage().is_impossible


@pytest.mark.parametrize(
    ("provider", "model", "figures", "expected"),
    [
        ("gateway", "anthropic/claude-haiku-4.5", (264, 3456, 3723 + 20), (3723, 3456, 3)),
        ("gateway", "anthropic/claude-haiku-4.5", (12, 0, None), (12, 0, None)),
        ("openrouter", "anthropic/claude-haiku-4.5", (4000, 3456, 4020), (4000, 3456, None)),
        ("gateway", "openai/gpt-5", (4000, 3456, 4020), (4000, 3456, None)),
        # More was read than was "sent": the figure leaves the cached ones out, whoever's it is.
        ("mystery", "m-1", (264, 3456, None), (3720, 3456, None)),
    ],
)
def test_the_oldest_flat_shape(
    provider: str, model: str, figures: tuple[int, int, int | None], expected: tuple[int, int, int | None]
) -> None:
    plain, cached, total = figures
    told = {"inputTokens": plain, "cachedInputTokens": cached, "outputTokens": 20, "totalTokens": total}
    usage = normalise_usage(told, provider=provider, model=model)
    assert (usage.input, usage.cache_read, usage.cache_write) == expected
    assert not usage.is_impossible


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ({"prompt_tokens": 3000, "completion_tokens": 60, "cached_tokens": 2816}, (3000, 2816, None, 184)),
        ({"inputTokens": 40, "cacheReadInputTokens": 2960, "cacheWriteInputTokens": 0}, (3000, 2960, 0, 40)),
        (
            {
                "input_tokens": 3000,
                "input_tokens_details": {"cached_tokens": 0, "cache_write_tokens": 2990},
            },
            (3000, 0, 2990, 10),
        ),
        ({"prompt_cache_hit_tokens": 640, "prompt_cache_miss_tokens": 107}, (747, 640, None, 107)),
        (
            {"prompt_tokens": 900, "cache_read_input_tokens": 700, "cache_creation_input_tokens": 100},
            (900, 700, 100, 100),
        ),
        ({"total_input_tokens": 500, "total_cached_tokens": 400}, (500, 400, None, 100)),
    ],
)
def test_more_vendors_names(
    raw: dict[str, Any], expected: tuple[int | None, int | None, int | None, int | None]
) -> None:
    usage = usage_from_raw(raw)
    assert (usage.input, usage.cache_read, usage.cache_write, usage.new) == expected


def test_a_folds_pass_is_a_cost_apart_from_the_answers() -> None:
    raw = {
        "input_tokens": 682,
        "cache_creation_input_tokens": 0,
        "cache_read_input_tokens": 1000,
        "output_tokens": 1320,
        "iterations": [
            {"type": "compaction", "input_tokens": 60385, "output_tokens": 592},
            {"type": "message", "input_tokens": 682, "output_tokens": 1320},
        ],
    }
    told = {
        "inputTokens": {"total": 62067, "noCache": 61067, "cacheRead": 1000, "cacheWrite": 0},
        "outputTokens": {"total": 1912},
        "raw": raw,
    }
    account = read_account(told, provider="anthropic.messages")
    assert account.usage == Usage(1682, 682, 1000, 0, 1320)
    assert [(one.kind, one.usage.input, one.usage.output) for one in account.passes] == [
        ("compaction", 60385, 592)
    ]


def test_the_answers_own_prompt_is_the_last_message_pass() -> None:
    passes = [
        {"type": "message", "input_tokens": 10, "cache_read_input_tokens": 90, "output_tokens": 1},
        {"type": "message", "input_tokens": 20, "cache_read_input_tokens": 180, "output_tokens": 2},
    ]
    raw = {"input_tokens": 30, "cache_read_input_tokens": 270, "output_tokens": 3, "iterations": passes}
    account = read_account({"inputTokens": {"total": 300}, "raw": raw})
    assert (account.usage.input, account.usage.cache_read, account.usage.output) == (200, 180, 2)
    assert len(account.passes) == 1


def test_a_stream_adds_up_and_one_that_broke_off_was_never_accounted() -> None:
    start = {"type": "message_start", "message": {"usage": {"input_tokens": 3, "output_tokens": 1}}}
    end = {"type": "message_delta", "usage": {"output_tokens": 12, "cache_read_input_tokens": 90}}
    found = account_in([start, end])
    assert usage_from_raw(found) == Usage(93, 3, 90, None, 12)
    assert account_in([start]) is None
    completed = {"type": "response.completed", "response": {"usage": {"input_tokens": 7, "output_tokens": 1}}}
    assert usage_from_raw(account_in([completed])) == Usage(input=7, output=1)


@pytest.mark.parametrize(
    ("case", "expected"),
    [
        ("U03-v4-prompttokens", (787, None, None, 60)),
        ("U07-kimi-toplevel-cached", (3000, 2816, None, 60)),
        ("U08-cacheread-exceeds-total", (None, None, None, 60)),
        ("U09-bedrock-raw", (3000, 2960, 0, 20)),
        ("U11-gpt56-cache-write", (3000, 0, 2990, 10)),
        ("U13-anthropic-raw-only-in-response", (2993, 2500, 490, 12)),
        ("U14-usage-only-in-output", (3000, 2048, None, 5)),
    ],
)
def test_inputs_with_trouble(
    cases: Path, case: str, expected: tuple[int | None, int | None, int | None, int | None]
) -> None:
    (request,) = open_source(cases / case).requests()
    usage = request.usage
    assert (usage.input, usage.cache_read, usage.cache_write, usage.output) == expected
    assert (request.account.impossible is not None) == (case == "U08-cacheread-exceeds-total")


def _requests(cases: Path, case: str) -> list[RequestRecord]:
    return list(open_source(cases / case).requests())


def test_more_inputs_with_trouble(cases: Path) -> None:
    assert [request.usage.cache_write for request in _requests(cases, "oa56-write-raw")] == [
        3491,
        232,
        234,
        233,
    ]
    assert [request.usage.cache_read for request in _requests(cases, "sdk-zero-raw-hit")] == [0, 3456, 3712]
    assert {request.usage.cache_read for request in _requests(cases, "ollama-nocache")} == {None}
    for request in _requests(cases, "gw-claude-oldusage"):
        assert not request.usage.is_impossible
        assert (request.usage.hit_ratio or 0) < 1
    assert any(request.account.impossible for request in _requests(cases, "D08-double-count"))
    assert _requests(cases, "C01-openrouter-anthropic-no-mark")[0].cost == 0.0123
    assert _requests(cases, "C28-gateway-provider-switch")[0].cost == 0.01
