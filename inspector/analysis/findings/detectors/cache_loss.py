"""cache-loss: what each cause of a broken prefix costs a conversation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from inspector.analysis.cost.cost import price_of
from inspector.analysis.cost.prices import PriceTable
from inspector.analysis.findings.detector import Detector
from inspector.analysis.findings.folds import roomier_window
from inspector.analysis.findings.model import Finding, FindingCost, Severity, Wording
from inspector.analysis.findings.order import sum_costs
from inspector.analysis.findings.subject import ConversationSubject
from inspector.analysis.prefix.causes import CauseId
from inspector.analysis.prefix.report import RequestVerdict

_EXPECTED: Final = frozenset({CauseId.COMPACTED, CauseId.BRANCH_SWITCHED, CauseId.UNKNOWN})
"""Causes that belong to the course of a conversation, or that nobody can name."""


def find(subject: ConversationSubject) -> Iterator[Finding]:
    """One finding for each cause that lost tokens, at the request that lost most by it."""
    by_cause: dict[CauseId, list[RequestVerdict]] = {}
    for verdict in subject.chain:
        if verdict.is_break:
            by_cause.setdefault(verdict.cause.id, []).append(verdict)
    for cause_id, verdicts in by_cause.items():
        yield _finding(subject, cause_id, verdicts)


def _finding(subject: ConversationSubject, cause_id: CauseId, verdicts: Sequence[RequestVerdict]) -> Finding:
    worst = max(verdicts, key=lambda verdict: verdict.lost or 0)
    cause, info = worst.cause, worst.cause.info
    cost = loss_of(verdicts, subject.of.prices)
    folded = cause_id is CauseId.COMPACTED and subject.conversation.boundaries
    return DETECTOR.finding(
        _kind(cause_id),
        where=subject.request(worst.record),
        severity=Severity.INFO if cause_id in _EXPECTED else Severity.WARNING,
        path=cause.where,
        data={
            "cause": cause_id.value,
            "detail": cause.detail,
            "tokens_lost": cost.tokens,
            "lost_at_worst": worst.lost,
            "compared_with": worst.compared_with,
            "requests": [verdict.record.index for verdict in verdicts],
        },
        try_settings=(roomier_window(subject.conversation.boundaries),) if folded else None,
        cost=cost,
        cause=cause_id.value,
        title=info.title,
        remedy=info.remedy,
        lost=cost.tokens,
        known="measured" if cost.measured else "predicted",
        count=len(verdicts),
        most=worst.lost or 0,
        money="" if cost.money is None else f" ({cost.money:.4f} {cost.currency})",
        lookback=(cause.arguments or {}).get("lookback", ""),
    )


def _kind(cause_id: CauseId) -> str:
    """Most causes have a remedy of their own; the others are worded here."""
    if cause_id in (CauseId.LOOKBACK_EXCEEDED, CauseId.UNKNOWN, CauseId.BRANCH_SWITCHED):
        return cause_id.value
    return ""


def loss_of(verdicts: Sequence[RequestVerdict], prices: PriceTable) -> FindingCost:
    """Tokens that some requests sent again, those measured where any were, and what reading them would have saved."""
    costs = []
    for verdict in verdicts:
        measured, lost = verdict.tokens_lost is not None, verdict.lost or 0
        price = price_of(verdict.record, prices)
        if price is not None and verdict.long_lived:
            price = price.long_lived()
        money = None if price is None else price.of_reading_anew(lost)
        known = {} if price is None or money is None else {"currency": price.currency, "basis": price.basis}
        costs.append(FindingCost(lost, money, measured=measured, **known))
    return sum_costs(costs) or FindingCost(0)


_MESSAGE: Final = "{title}: {lost} cached tokens sent again ({known}), requests affected: {count}{money}"
_WHY: Final = (
    "What the request before had left in the cache was sent and paid anew; most of it here: {most} tokens."
)


def _wording(remedy: str) -> Wording:
    return Wording(message=_MESSAGE, explanation=_WHY, remedy=remedy)


DETECTOR = Detector(
    id="cache-loss",
    title="Cached tokens sent again",
    severity=Severity.WARNING,
    meaning="Something ended the prefix that the provider had cached, and what stood behind it was sent and paid anew.",
    remedy="Look at the first byte that differs from the request before; the Cache tab names it.",
    wordings={
        "": _wording("{remedy}"),
        CauseId.LOOKBACK_EXCEEDED.value: _wording("Place a breakpoint at least every {lookback} blocks."),
        CauseId.UNKNOWN.value: _wording("Look at the request: what was recorded does not show why."),
        CauseId.BRANCH_SWITCHED.value: _wording(
            "Expected once per branch: an edited or regenerated answer starts from an earlier point."
        ),
    },
    conversation=find,
    replays=True,
)
