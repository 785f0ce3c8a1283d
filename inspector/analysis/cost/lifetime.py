"""Which cache lifetime pays: five minutes or an hour, on the gaps a session really had (Anthropic's two prices).

Long-lived writes cost more, short-lived prefixes are written again after every long gap. Reckoned is what the cached
part of every prompt would have cost, as if nothing but time had broken it: predicted, from measured token counts.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from inspector.analysis.cost.cost import price_of
from inspector.analysis.cost.prices import Price, PriceTable
from inspector.analysis.prefix.load import started_at
from inspector.analysis.prefix.report import PrefixReport, RequestVerdict
from inspector.model.figures import group, money
from inspector.model.request import RequestPurpose

SHORT_S: Final = 300
LONG_S: Final = 3600
_MILLION: Final = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class LifetimeAdvice:
    """Both lifetimes over one session.

    Attributes:
        short, long: what the cached parts of all prompts would have cost with five minutes, with an hour.
        currency, basis: in which money, by whose prices and of when.
        gaps: pauses between requests; `beyond_short`, `beyond_long` of them outlast the lifetimes.
    """

    short: float
    long: float
    currency: str
    basis: str
    gaps: int
    beyond_short: int
    beyond_long: int

    @property
    def saved(self) -> float:
        """What the hour saves; negative: what it costs more."""
        return self.short - self.long

    @property
    def sentence(self) -> str:
        """The advice in English."""
        better = "1 h" if self.saved > 0 else "5 min"
        return (
            f"lifetime: {group(self.beyond_short)} of {group(self.gaps)} gaps outlast 5 min, {group(self.beyond_long)} "
            f"1 h; the cached parts cost {money(self.short, self.currency)} with 5 min, "
            f"{money(self.long, self.currency)} with 1 h (predicted): {better} saves "
            f"{money(abs(self.saved), self.currency)}"
        )

    def to_dict(self) -> dict[str, Any]:
        """JSON form."""
        return {
            "short": self.short,
            "long": self.long,
            "saved_by_long": self.saved,
            "currency": self.currency,
            "prices": self.basis,
            "gaps": self.gaps,
            "beyond_short": self.beyond_short,
            "beyond_long": self.beyond_long,
        }


def lifetime_advice(report: PrefixReport, prices: PriceTable) -> LifetimeAdvice | None:
    """Both lifetimes compared; None where there is no choice between them, or nothing was measured."""
    last: dict[str, _Cached] = {}
    short = long = 0.0
    gaps: list[float] = []
    used: Price | None = None
    for one in _cached(report.verdicts, prices):
        if used is not None and one.price.currency != used.currency:
            return None
        used, before = one.price, last.get(one.conversation)
        gap = None if before is None else (one.at - before.at) / 1000
        gaps += [] if gap is None else [gap]
        kept = 0 if before is None else min(before.tokens, one.tokens)
        short += _cost(one, kept, gap, SHORT_S, one.price.cache_write or 0.0)
        long += _cost(one, kept, gap, LONG_S, one.price.cache_write_long or 0.0)
        last[one.conversation] = one
    if used is None or not gaps:
        return None
    return LifetimeAdvice(
        short=short,
        long=long,
        currency=used.currency,
        basis=used.basis,
        gaps=len(gaps),
        beyond_short=sum(gap > SHORT_S for gap in gaps),
        beyond_long=sum(gap > LONG_S for gap in gaps),
    )


@dataclass(frozen=True, slots=True)
class _Cached:
    conversation: str
    at: int
    tokens: int
    price: Price


def _cached(verdicts: Iterable[RequestVerdict], prices: PriceTable) -> Iterable[_Cached]:
    """Main requests whose cached tokens were measured, where both lifetimes have a price."""
    for verdict in verdicts:
        record, tokens = verdict.record, verdict.measured.cached
        at = started_at(record.timing)
        price = price_of(record, prices)
        if record.purpose is not RequestPurpose.MAIN or not tokens or at is None or price is None:
            continue
        if None not in (price.cache_read, price.cache_write, price.cache_write_long):
            yield _Cached(record.conversation_id, at, tokens, price)


def _cost(one: _Cached, kept: int, gap: float | None, lifetime: int, write: float) -> float:
    """What was kept is read, or written again once it has expired; the rest is written."""
    alive = gap is not None and gap <= lifetime
    read = one.price.cache_read or 0.0
    return (kept * (read if alive else write) + (one.tokens - kept) * write) / _MILLION
