"""Prices are found by model, a database's first; misses cost what sending anew costs more than reading."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from inspector.analysis.cost.cost import cost_of, session_cost
from inspector.analysis.cost.price_list import ListedModel, shipped_list
from inspector.analysis.cost.prices import (
    Price,
    load_prices,
    parse_prices,
    price_from_pricing,
    stale_words,
)
from inspector.analysis.prefix.causes import Cause, CauseId
from inspector.analysis.prefix.report import PrefixReport, RequestVerdict
from inspector.model.problems import Problem
from inspector.model.request import RequestRecord
from inspector.model.usage import UNKNOWN_USAGE, Usage

NOWHERE = Path("/nonexistent/prices.toml")
USAGE = Usage(input=1_000_000, no_cache=100_000, cache_read=800_000, cache_write=100_000, output=10_000)


def verdict(usage: Usage = USAGE, *, lost: int | None = 100_000, **changes: object) -> RequestVerdict:
    record = RequestRecord(
        index=0,
        id="r",
        conversation_id="c",
        provider="anthropic.messages",
        model="claude-sonnet-4-6",
        usage=usage,
    )
    for name, value in changes.items():
        object.__setattr__(record, name, value)
    return RequestVerdict(record=record, cause=Cause(CauseId.EXTENDS), tokens_lost=lost)


def test_cost_adds_up_per_kind_of_token() -> None:
    cost = cost_of(verdict(), load_prices(NOWHERE))
    assert cost.cost == pytest.approx(0.1 * 3 + 0.8 * 0.3 + 0.1 * 3.75 + 0.01 * 15)
    assert cost.lost == pytest.approx(0.1 * (3.75 - 0.3))
    assert (cost.currency, cost.recorded) == ("USD", False)


def test_writes_with_the_long_lifetime_cost_more() -> None:
    prices = load_prices(NOWHERE)
    long_lived = replace(verdict(), long_lived=True)
    dearer = cost_of(long_lived, prices).cost
    plain = cost_of(verdict(), prices).cost
    assert dearer is not None
    assert plain is not None
    assert dearer - plain == pytest.approx(0.1 * (6.0 - 3.75))


def test_loss_is_unknown_without_a_price_for_reading() -> None:
    assert Price(currency="USD", input=3.0).of_reading_anew(1000) is None


def test_recorded_cost_stands() -> None:
    cost = cost_of(verdict(cost=0.5, currency="CNY"), load_prices(NOWHERE))
    assert (cost.cost, cost.currency, cost.recorded) == (0.5, "CNY", True)


def test_unknown_stays_unknown_and_is_counted() -> None:
    prices = load_prices(NOWHERE)
    unknown = verdict(UNKNOWN_USAGE, lost=None)
    assert cost_of(unknown, prices).cost is None
    assert cost_of(verdict(model="their-model", provider="some-lab"), prices).cost is None
    report = PrefixReport(verdicts=(verdict(), unknown), measured=USAGE, tokens_lost=0)
    assert session_cost(report, prices).unknown == 1


def test_prices_of_a_database_come_first_then_the_users(tmp_path: Path) -> None:
    own = tmp_path / "prices.toml"
    own.write_text('[[price]]\nprovider="."\nmodel="."\ncurrency="EUR"\ninput=7.0\n')
    of_database = price_from_pricing({"input": {"perMillionTokens": 1, "currency": "USD"}})
    assert of_database is not None
    prices = load_prices(own, {"gateway::m": of_database})
    assert prices.find("gateway", "m") is of_database
    found = prices.find("anthropic.messages", "claude-sonnet-4-6")
    assert found is not None
    assert (found.currency, found.input) == ("EUR", 7.0)


def test_pricing_column_without_figures_is_no_price() -> None:
    assert price_from_pricing({}) is None
    assert price_from_pricing("free") is None
    priced = price_from_pricing({"cacheRead": {"perMillionTokens": 0.3, "currency": "USD"}, "input": {}})
    assert priced == Price(currency="USD", cache_read=0.3, source="database")


@pytest.mark.parametrize("text", ["[[price", '[[price]]\nprovider="("\nmodel="."', "[[price]]\nprize=1"])
def test_bad_tables_say_what_is_wrong(text: str) -> None:
    with pytest.raises(Problem, match="not usable as a price table"):
        parse_prices(text, "prices.toml")


def price(provider: str, model: str, *, at: str = "2026-11-20", tokens: int | None = None) -> Price:
    moment = round(
        datetime.fromisoformat(f"{at}+00:00" if "T" in at else f"{at}T12:00:00+00:00").timestamp() * 1000
    )
    found = load_prices(NOWHERE).find(provider, model, at=moment, tokens=tokens)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("provider", "model"),
    [
        ("anthropic.messages", "claude-sonnet-4-6"),
        ("openai-compatible", "claude-sonnet-4.6"),
        ("litellm", "anthropic/claude-sonnet-4-6"),
        ("aihubmix", "claude-sonnet-4-6-20260217"),
        ("openrouter", "anthropic/claude-sonnet-4.6"),
        ("amazon-bedrock", "global.anthropic.claude-sonnet-4-6-v1:0"),
    ],
)
def test_a_model_is_found_wherever_it_is_served(provider: str, model: str) -> None:
    found = price(provider, model)
    assert (found.input, found.output, found.cache_read) == (3.0, 15.0, 0.3)
    assert found.basis == f"{shipped_list().source}, {shipped_list().as_of}"


def test_large_prompts_cost_more_for_all_their_tokens() -> None:
    assert price("google.generative-ai", "gemini-2.5-pro", tokens=200_000).input == 1.25
    assert price("google.generative-ai", "gemini-2.5-pro", tokens=200_001).input == 2.5


def test_prices_are_those_of_the_request_s_own_time() -> None:
    dated = [
        (one["id"], model["id"], entry["from"])
        for one in shipped_list().providers
        for model in one["models"]
        for entry in model["prices"][1:]
        if "from" in entry and one["id"] == "openai"
    ]
    assert dated
    listed = ListedModel(
        "p",
        "m",
        None,
        ({"input": 1.0}, {"from": "2026-03-01", "input": 2.0}, {"utc": ["22:00", "02:00"], "input": 0.5}),
    )

    def input_at(text: str) -> float:
        return listed.figures(datetime.fromisoformat(text), 0)["input"]

    assert input_at("2026-02-28T21:59:00+00:00") == 1.0
    assert input_at("2026-03-01T00:00:00+00:00") == 0.5
    assert input_at("2026-03-01T02:00:00+00:00") == 2.0
    assert input_at("2026-03-01T22:00:00+00:00") == 0.5


def test_a_list_older_than_a_year_is_said_to_be() -> None:
    prices = load_prices(NOWHERE)
    made = shipped_list().as_of
    assert stale_words(prices, made + timedelta(days=365)) == ""
    assert "over a year old" in stale_words(prices, made + timedelta(days=366))


def test_a_database_s_price_and_the_user_s_win_over_the_list(tmp_path: Path) -> None:
    own = tmp_path / "prices.toml"
    own.write_text(
        '[[price]]\nprovider="anthropic"\nmodel="sonnet"\ncurrency="EUR"\ninput=7.0\nas_of="2026-11"\n'
    )
    found = load_prices(own).find("anthropic", "claude-sonnet-4-6")
    assert found is not None
    assert (found.input, found.basis) == (7.0, f"{own}, 2026-11")
