"""What a setting would save: two replays of one session priced by the caches they would find (never measured)."""

from __future__ import annotations

from dataclasses import dataclass

from inspector.analysis.cost.cost import price_of
from inspector.analysis.cost.prices import PriceTable
from inspector.analysis.prefix.replayed import ReplayedPrefix, judge_replay
from inspector.replay.result import ReplayResult
from inspector.sources.base import Source


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayCost:
    """Predicted input cost of a replay; None = a price or figure is unknown.

    Attributes:
        currency: ISO code; "" when nothing is known.
        prompts: of all prompts, by what the cache does with them.
        summaries: of what summarisers read and write.
        basis: whose prices and of when.
        rests_on_stand_in: a summary that was never written is counted with a stand-in's length.
    """

    currency: str = ""
    prompts: float | None = None
    summaries: float | None = None
    basis: str = ""
    rests_on_stand_in: bool = False

    def to_dict(self) -> dict[str, float | str | bool | None]:
        """JSON form."""
        return {
            "prompts": self.prompts,
            "summaries": self.summaries,
            "total": self.total,
            "currency": self.currency or None,
            "basis": self.basis or None,
            "rests_on_stand_in": self.rests_on_stand_in,
        }

    @property
    def total(self) -> float | None:
        """Prompts and summaries."""
        if self.prompts is None or self.summaries is None:
            return None
        return self.prompts + self.summaries


def replay_saving(
    source: Source, before: ReplayResult, after: ReplayResult, prices: PriceTable
) -> tuple[ReplayCost, ReplayCost, float | None]:
    """Cost of both replays and what the second saves (negative: it costs more); None = cannot be told."""
    left, right = (replay_cost(result, judge_replay(source, result), prices) for result in (before, after))
    if left.total is None or right.total is None or left.currency != right.currency:
        return left, right, None
    return left, right, left.total - right.total


def replay_cost(result: ReplayResult, judged: ReplayedPrefix, prices: PriceTable) -> ReplayCost:
    """Predicted cost of a judged replay."""
    prompts = summaries = 0.0
    currency = basis = ""
    for outcome, verdict in zip(result.requests, judged.report.verdicts, strict=True):
        found = verdict.prediction
        price = price_of(verdict.record, prices, None if found is None else found.total)
        if price is None or found is None or found.read is None:
            return ReplayCost(rests_on_stand_in=result.totals.rests_on_stand_in)
        cost = price.of_tokens(read=found.read, write=found.write or 0, new=found.new or 0)
        if cost is None or currency not in ("", price.currency):
            return ReplayCost(rests_on_stand_in=result.totals.rests_on_stand_in)
        currency, basis = price.currency, price.basis
        prompts += cost
        if outcome.fold is not None:
            fold = outcome.fold
            read = price.of_tokens(read=0, write=0, new=fold.summarizer_input_tokens) or 0.0
            summaries += read + fold.summary_tokens * (price.output or 0.0) / 1_000_000
    return ReplayCost(
        currency=currency,
        prompts=prompts,
        summaries=summaries,
        basis=basis,
        rests_on_stand_in=result.totals.rests_on_stand_in,
    )
