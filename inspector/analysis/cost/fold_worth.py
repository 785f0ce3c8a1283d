"""What every fold was worth: what it cost at once, what each request after it saves, and when that pays back.

Without the fold, the prompt before it, or what the summariser read where that was more (a fold that follows another
one reads the whole history again), would have been read from the cache. What the folded request cost beyond that, and
what the summariser charged, is the price; what later prompts are shorter by, at the price of reading, is the gain.
Token counts are measured, the road not taken is predicted.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from inspector.analysis.cost.cost import cost_of, price_of
from inspector.analysis.cost.prices import PriceTable
from inspector.analysis.prefix.causes import CauseId
from inspector.analysis.prefix.report import PrefixReport, RequestVerdict
from inspector.model.figures import group, money
from inspector.model.request import RequestPurpose

_MILLION = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class FoldWorth:
    """One fold.

    Attributes:
        conversation, number: the first request sent with the summary.
        tokens: by how many the prompt got shorter.
        price: what the fold cost at once.
        gain: what each later request saves.
        requests: requests after it, up to the next fold.
        currency, basis: in which money, by whose prices and of when.
    """

    conversation: str
    number: int
    tokens: int
    price: float
    gain: float
    requests: int
    currency: str
    basis: str

    @property
    def net(self) -> float:
        """What it has saved so far; negative: cost."""
        return self.requests * self.gain - self.price

    @property
    def pays_back_after(self) -> int | None:
        """Requests until it has paid; None = never, since the prompt got no shorter."""
        return math.ceil(self.price / self.gain) if self.gain > 0 else None

    @property
    def sentence(self) -> str:
        """One line in English."""
        after = self.pays_back_after
        times = "request" if after == 1 else "requests"
        back = "never pays back" if after is None else f"pays back after {group(after)} {times}"
        return (
            f"fold before #{self.number}: cost {money(self.price, self.currency)}, saves "
            f"{money(self.gain, self.currency)} a request, {back}; {group(self.requests)} followed: net "
            f"{'−' if self.net < 0 else '+'}{money(abs(self.net), self.currency)}"
        )

    def to_dict(self) -> dict[str, Any]:
        """JSON form."""
        return {
            "number": self.number,
            "tokens_shorter": self.tokens,
            "price": self.price,
            "gain_per_request": self.gain,
            "requests_after": self.requests,
            "pays_back_after": self.pays_back_after,
            "net": self.net,
            "currency": self.currency,
            "prices": self.basis,
        }


def fold_worths(report: PrefixReport, prices: PriceTable) -> list[FoldWorth]:
    """Every fold whose prompts were measured and whose prices are known, in order."""
    found: list[FoldWorth] = []
    for name in dict.fromkeys(verdict.record.conversation_id for verdict in report.verdicts):
        verdicts = [one for one in report.verdicts if one.record.conversation_id == name]
        found += _of_conversation(verdicts, prices)
    return found


def _of_conversation(verdicts: Sequence[RequestVerdict], prices: PriceTable) -> Iterator[FoldWorth]:
    open_fold: FoldWorth | None = None
    before: RequestVerdict | None = None
    summaries, history = 0.0, 0
    for verdict in verdicts:
        if verdict.record.purpose is RequestPurpose.SUMMARIZE:
            summaries += cost_of(verdict, prices).cost or 0.0
            history = max(history, verdict.measured.input or 0)
        if verdict.record.purpose is not RequestPurpose.MAIN or verdict.measured.input is None:
            continue
        if CauseId.COMPACTED in (verdict.cause.id, *verdict.cause.also):
            if open_fold is not None:
                yield open_fold
            open_fold = (
                None
                if before is None
                else _worth(max(before.measured.input or 0, history), verdict, summaries, prices)
            )
        elif open_fold is not None:
            open_fold = replace(open_fold, requests=open_fold.requests + 1)
        before, summaries, history = verdict, 0.0, 0
    if open_fold is not None:
        yield open_fold


def _worth(was: int, folded: RequestVerdict, summaries: float, prices: PriceTable) -> FoldWorth | None:
    """A fold's price and gain; `was`: tokens of the prompt that would have been sent without it."""
    price = price_of(folded.record, prices)
    usage = folded.measured
    if price is None or price.cache_read is None or usage.input is None:
        return None
    paid = price.of(replace(usage, output=None))
    if paid is None:
        return None
    shorter = max(0, was - usage.input)
    return FoldWorth(
        conversation=folded.record.conversation_id,
        number=folded.record.number,
        tokens=shorter,
        price=summaries + max(0.0, paid - was * price.cache_read / _MILLION),
        gain=shorter * price.cache_read / _MILLION,
        requests=0,
        currency=price.currency,
        basis=price.basis,
    )
