"""Money of a library's sessions: what each cost, and whether its folds paid for themselves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from inspector.analysis.cost.prices import Price, PriceTable
from inspector.sources.library.entries import LibraryEntry, LibraryRequest


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryCost:
    """Money of one session; None = unknown.

    Attributes:
        currency: ISO code; "" when nothing is known.
        cost: of all requests whose price is known.
        fold_balance: what its folds saved, less what they cost; computed, see `fold_balance`.
    """

    currency: str = ""
    cost: float | None = None
    fold_balance: float | None = None


def entry_cost(entry: LibraryEntry, prices: PriceTable) -> EntryCost:
    """Cost and fold balance by the prices of each request's own time."""
    found = [_price(request, prices) for request in entry.requests]
    costs = [
        cost
        for request, price in zip(entry.requests, found, strict=True)
        if price is not None and (cost := price.of(request.usage)) is not None
    ]
    currency = next((price.currency for price in found if price is not None), "")
    return EntryCost(
        currency=currency, cost=sum(costs) if costs else None, fold_balance=fold_balance(entry, prices)
    )


def fold_balance(entry: LibraryEntry, prices: PriceTable) -> float | None:
    """What all folds of a session saved, less what they cost; None = no fold, or its figures are unknown.

    A fold costs what its first request had to send anew instead of reading it; it saves, in that and every later
    request until the next fold, the reading of the tokens by which it made the prompt shorter. The call that wrote the
    summary is not in the record and not counted.
    """
    total: float | None = None
    by_conversation: dict[str, list[LibraryRequest]] = {}
    for request in entry.requests:
        by_conversation.setdefault(request.conversation, []).append(request)
    for requests in by_conversation.values():
        for at in range(1, len(requests)):
            if requests[at].fold and requests[at].fold != requests[at - 1].fold:
                one = _of_fold(requests, at, prices)
                total = total if one is None else (total or 0.0) + one
    return total


def _of_fold(requests: Sequence[LibraryRequest], at: int, prices: PriceTable) -> float | None:
    before, first = requests[at - 1], requests[at]
    price = _price(first, prices)
    if price is None or before.input is None or first.input is None or first.read is None:
        return None
    lasts = next((n for n in range(at, len(requests)) if requests[n].fold != first.fold), len(requests))
    anew = price.of_reading_anew(first.input - first.read)
    saved = price.of_tokens(read=before.input - first.input, write=0, new=0)
    return None if anew is None or saved is None else saved * (lasts - at) - anew


def _price(request: LibraryRequest, prices: PriceTable) -> Price | None:
    price = prices.find(request.provider, request.model, at=request.at, tokens=request.input)
    return price.long_lived() if price is not None and request.long_lived else price
