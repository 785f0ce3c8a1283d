"""Cost of the requests of a session and of their cache misses."""

from __future__ import annotations

from dataclasses import dataclass

from inspector.analysis.cost.prices import Price, PriceTable
from inspector.analysis.prefix.load import started_at
from inspector.analysis.prefix.report import PrefixReport, RequestVerdict
from inspector.model.request import RequestRecord


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestCost:
    """Money of one request; None = unknown.

    Attributes:
        currency: ISO code; "" when nothing is known.
        cost: recorded by the application, else computed from measured usage.
        recorded: `cost` was recorded.
        lost: what the tokens lost to a broken prefix cost more than reading them would have.
        basis: whose prices and of when; "" when none were used.
    """

    currency: str = ""
    cost: float | None = None
    recorded: bool = False
    lost: float | None = None
    basis: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionCost:
    """Sums over a session per currency; requests of unknown cost are counted, not guessed.

    Attributes:
        cost, lost: by currency.
        unknown: requests whose cost is not known.
        bases: whose prices were used and of when.
    """

    cost: dict[str, float]
    lost: dict[str, float]
    unknown: int
    bases: tuple[str, ...] = ()


def cost_of(verdict: RequestVerdict, prices: PriceTable) -> RequestCost:
    """Cost of one request."""
    record = verdict.record
    price = price_of(record, prices)
    if price is not None and verdict.long_lived:
        price = price.long_lived()
    lost = None
    if price is not None and verdict.tokens_lost is not None:
        lost = price.of_reading_anew(verdict.tokens_lost)
    if record.cost is not None:
        basis = price.basis if price is not None and lost else ""
        return RequestCost(
            currency=record.currency or "", cost=record.cost, recorded=True, lost=lost, basis=basis
        )
    if price is None:
        return RequestCost()
    return RequestCost(currency=price.currency, cost=price.of(record.usage), lost=lost, basis=price.basis)


def price_of(record: RequestRecord, prices: PriceTable, tokens: int | None = None) -> Price | None:
    """The price a request was sent at: of its own time and prompt size (`tokens`, else as measured)."""
    size = tokens
    if size is None and record.calls == 1:
        size = record.usage.input
    return prices.find(record.provider, record.model, at=started_at(record.timing), tokens=size)


def session_cost(report: PrefixReport, prices: PriceTable) -> SessionCost:
    """Sums over all requests of a report."""
    cost: dict[str, float] = {}
    lost: dict[str, float] = {}
    unknown = 0
    bases: dict[str, None] = {}
    for verdict in report.verdicts:
        item = cost_of(verdict, prices)
        if item.basis and (item.cost is not None or item.lost):
            bases[item.basis] = None
        if item.cost is None:
            unknown += 1
        else:
            cost[item.currency] = cost.get(item.currency, 0.0) + item.cost
        if item.lost:
            lost[item.currency] = lost.get(item.currency, 0.0) + item.lost
    return SessionCost(cost=cost, lost=lost, unknown=unknown, bases=tuple(bases))
