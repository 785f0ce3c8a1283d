"""Cost of the requests of a session and of their cache misses."""

from __future__ import annotations

from dataclasses import dataclass

from inspector.analysis.cost.prices import PriceTable
from inspector.analysis.prefix.report import PrefixReport, RequestVerdict


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestCost:
    """Money of one request; None = unknown.

    Attributes:
        currency: ISO code; "" when nothing is known.
        cost: recorded by the application, else computed from measured usage.
        recorded: `cost` was recorded.
        lost: what the tokens lost to a broken prefix cost more than reading them would have.
    """

    currency: str = ""
    cost: float | None = None
    recorded: bool = False
    lost: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionCost:
    """Sums over a session per currency; requests of unknown cost are counted, not guessed.

    Attributes:
        cost, lost: by currency.
        unknown: requests whose cost is not known.
    """

    cost: dict[str, float]
    lost: dict[str, float]
    unknown: int


def cost_of(verdict: RequestVerdict, prices: PriceTable) -> RequestCost:
    """Cost of one request."""
    record = verdict.record
    price = prices.find(record.provider, record.model)
    if price is not None and verdict.long_lived:
        price = price.long_lived()
    lost = None
    if price is not None and verdict.tokens_lost is not None:
        lost = price.of_reading_anew(verdict.tokens_lost)
    if record.cost is not None:
        return RequestCost(currency=record.currency or "", cost=record.cost, recorded=True, lost=lost)
    if price is None:
        return RequestCost()
    return RequestCost(currency=price.currency, cost=price.of(record.usage), lost=lost)


def session_cost(report: PrefixReport, prices: PriceTable) -> SessionCost:
    """Sums over all requests of a report."""
    cost: dict[str, float] = {}
    lost: dict[str, float] = {}
    unknown = 0
    for verdict in report.verdicts:
        item = cost_of(verdict, prices)
        if item.cost is None:
            unknown += 1
        else:
            cost[item.currency] = cost.get(item.currency, 0.0) + item.cost
        if item.lost:
            lost[item.currency] = lost.get(item.currency, 0.0) + item.lost
    return SessionCost(cost=cost, lost=lost, unknown=unknown)
