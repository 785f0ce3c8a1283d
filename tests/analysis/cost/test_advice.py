"""Advice in money: cache lifetimes on real gaps, folds with their pay-back, tool declarations never called first."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from inspector.analysis.cost.fold_worth import fold_worths
from inspector.analysis.cost.lifetime import lifetime_advice
from inspector.analysis.cost.prices import Price, PriceTable, load_prices
from inspector.analysis.cost.tool_schemas import tool_costs
from inspector.analysis.prefix.causes import Cause, CauseId
from inspector.analysis.prefix.report import RequestVerdict, analyse, summed
from inspector.model.request import RequestPurpose, RequestRecord
from inspector.model.timing import Timing
from inspector.model.usage import Usage
from inspector.sources.open import open_source

PRICE = Price(
    currency="USD", input=4.0, output=20.0, cache_read=1.0, cache_write=5.0, cache_write_long=8.0,
    provider=".", model=".", source="test",
)  # fmt: skip
TABLE = PriceTable((PRICE,))
M = 1_000_000


def verdict(
    number: int,
    at_s: int,
    read: int,
    write: int,
    *,
    cause: CauseId = CauseId.EXTENDS,
    new: int = 0,
    **more: object,
) -> RequestVerdict:
    record = RequestRecord(
        index=number - 1, number=number, id="", conversation_id="c", provider="p", model="m",
        usage=Usage(input=read + write + new, cache_read=read, cache_write=write),
        timing=Timing(started_at=at_s * 1000),
        **more,  # type: ignore[arg-type]
    )  # fmt: skip
    return RequestVerdict(record=record, cause=Cause(cause))


@pytest.mark.parametrize(
    ("gap", "short", "long"), [(300, 6.0, 9.0), (301, 10.0, 9.0), (3600, 10.0, 9.0), (3601, 10.0, 16.0)]
)
def test_a_lifetime_pays_when_gaps_outlast_the_other(gap: int, short: float, long: float) -> None:
    advice = lifetime_advice(summed((verdict(1, 0, 0, M), verdict(2, gap, M, 0))), TABLE)
    assert advice is not None
    assert (advice.short, advice.long) == (short, long)
    assert (advice.beyond_short, advice.beyond_long) == (int(gap > 300), int(gap > 3600))
    assert ("1 h saves" in advice.sentence) is (long < short)


def test_no_advice_without_two_prices_or_without_measured_reads() -> None:
    one_price = PriceTable((Price(currency="USD", input=4.0, cache_read=1.0, provider=".", model="."),))
    report = summed((verdict(1, 0, 0, M), verdict(2, 10, M, 0)))
    assert lifetime_advice(report, one_price) is None
    assert lifetime_advice(summed((verdict(1, 0, 0, M),)), TABLE) is None


def test_a_fold_pays_back_once_later_prompts_have_saved_its_price() -> None:
    report = summed(
        (
            verdict(1, 0, 0, 10 * M),
            verdict(2, 1, 0, 0, new=M, purpose=RequestPurpose.SUMMARIZE),
            verdict(3, 2, 0, 4 * M, cause=CauseId.COMPACTED),
            *(verdict(number, number, 4 * M, 0) for number in range(4, 8)),
        )
    )
    (fold,) = fold_worths(report, TABLE)
    # 4 for the summary, 20 to write what is left, less the 10 that reading all of it would have cost; 6 saved a time.
    assert (fold.number, fold.tokens, fold.price, fold.gain, fold.requests) == (3, 6 * M, 14.0, 6.0, 4)
    assert (fold.pays_back_after, fold.net) == (3, 10.0)
    assert "pays back after 3 requests" in fold.sentence


def test_a_fold_that_makes_nothing_shorter_never_pays_back() -> None:
    report = summed((verdict(1, 0, 0, M), verdict(2, 1, 0, 2 * M, cause=CauseId.COMPACTED)))
    (fold,) = fold_worths(report, TABLE)
    assert (fold.pays_back_after, fold.requests) == (None, 0)
    assert fold.net < 0


def test_tools_never_called_come_first(unpacked: Callable[[str, str], Path]) -> None:
    source = open_source(unpacked("captures", "v6-cache-bust"))
    conversation = source.conversations()[0].id
    prices = load_prices(Path("/nonexistent"))
    costs = tool_costs(source, conversation, prices)
    assert costs
    assert [one.calls > 0 for one in costs] == sorted(one.calls > 0 for one in costs)
    assert all(one.requests and one.tokens and one.sent >= one.tokens for one in costs)
    assert any(one.cost for one in costs)
    report = analyse(source)
    assert lifetime_advice(report, prices) is not None


def test_a_fold_that_follows_another_is_held_against_the_history_it_read() -> None:
    report = summed(
        (
            verdict(1, 0, 0, 2 * M),
            verdict(2, 1, 0, 0, new=9 * M, purpose=RequestPurpose.SUMMARIZE),
            verdict(3, 2, M, M, cause=CauseId.COMPACTED),
            verdict(4, 3, 2 * M, 0),
        )
    )
    (fold,) = fold_worths(report, TABLE)
    assert (fold.tokens, fold.gain, fold.price) == (7 * M, 7.0, 36.0)
    assert fold.pays_back_after == 6


def test_calls_of_repeated_messages_count_once(unpacked: Callable[[str, str], Path]) -> None:
    source = open_source(unpacked("captures", "v6-cache-bust"))
    costs = {one.name: one for one in tool_costs(source, source.conversations()[0].id, load_prices())}
    assert costs["web_search"].calls == 0
    assert 0 < costs["read_file"].calls <= 29
