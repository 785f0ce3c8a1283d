"""Prices are found by model, a database's first; misses cost what sending anew costs more than reading."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from inspector.analysis.cost.cost import cost_of, session_cost
from inspector.analysis.cost.prices import Price, load_prices, parse_prices, price_from_pricing
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
    assert priced == Price(currency="USD", cache_read=0.3)


@pytest.mark.parametrize("text", ["[[price", '[[price]]\nprovider="("\nmodel="."', "[[price]]\nprize=1"])
def test_bad_tables_say_what_is_wrong(text: str) -> None:
    with pytest.raises(Problem, match="not usable as a price table"):
        parse_prices(text, "prices.toml")
