"""refold-cost: summaries that read the whole history again every time (PIPELINE §12, §17.4)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from inspector.analysis.cost.cost import price_of
from inspector.analysis.cost.prices import prices_of
from inspector.analysis.findings.detector import Detector
from inspector.analysis.findings.folds import boundary_place, roomier_window
from inspector.analysis.findings.model import Finding, FindingCost, Severity, Wording
from inspector.analysis.findings.subject import ConversationSubject
from inspector.analysis.prefix.causes import CauseId
from inspector.model.compaction import AnchorStatus, BoundaryOrigin, CompactionBoundary
from inspector.model.message import Message
from inspector.model.request import RequestPurpose, RequestRecord
from inspector.model.usage import Usage

FEWEST: Final = 3
GROWTH: Final = 1.5
"""Summariser input grows by this factor over a turn when nothing is memoised; a memoised one stays level."""


def find(subject: ConversationSubject) -> Iterator[Finding]:
    """Per turn: summarise calls whose input grows, or anchors whose folded count does."""
    for message, calls in _calls_by_turn(subject):
        inputs = [record.usage.input or 0 for record in calls]
        if len(calls) >= FEWEST and all(inputs) and inputs[-1] >= GROWTH * inputs[0]:
            yield _captured(subject, message, calls, inputs)
    yield from _anchors(subject)


def _calls_by_turn(
    subject: ConversationSubject,
) -> Iterator[tuple[Message | None, list[RequestRecord]]]:
    """Summarise calls between two requests of the same turn belong to it."""
    turn_of = {
        step.request_index: message
        for message in subject.conversation.messages.values()
        for step in message.steps
    }
    turns: defaultdict[str, list[RequestRecord]] = defaultdict(list)
    waiting: list[RequestRecord] = []
    for record in subject.conversation.requests:
        if record.purpose is RequestPurpose.SUMMARIZE:
            waiting.append(record)
        elif record.purpose is RequestPurpose.MAIN and (message := turn_of.get(record.index)):
            turns[message.id] += waiting
            waiting = []
    for name, calls in turns.items():
        yield subject.conversation.messages[name], calls


def _captured(
    subject: ConversationSubject,
    message: Message | None,
    calls: Sequence[RequestRecord],
    inputs: Sequence[int],
) -> Finding:
    total, memoised = sum(inputs), _memoised(calls, inputs)
    saved = total - memoised
    price = price_of(calls[0], prices_of(subject.of.source))
    money = None if price is None else price.of(Usage(input=saved))
    place = subject.request(calls[0])
    return DETECTOR.finding(
        where=place,
        data={
            "message_id": None if message is None else message.id,
            "folds": len(calls),
            "summarizer_input_tokens": list(inputs),
            "total": total,
            "memoised_estimate": memoised,
            "saved_estimate": saved,
            "saved_money": money,
            "currency": "" if price is None else price.currency,
            "requests": [record.index for record in calls],
        },
        folds=len(calls),
        first=inputs[0],
        last=inputs[-1],
        total=total,
        saved=saved,
        money="" if money is None or price is None else f", about {money:.2f} {price.currency}",
        cost=FindingCost(
            saved,
            money,
            "" if price is None else price.currency,
            "" if price is None else price.basis,
            measured=False,
        ),
        cause=CauseId.COMPACTED.value,
        # Without a window a replay keeps the recorded folds, and the memo would have nothing to do.
        try_settings=(roomier_window(subject.conversation.boundaries), "in_loop_memo=true"),
    )


def _memoised(calls: Sequence[RequestRecord], inputs: Sequence[int]) -> int:
    """Input if each call had read the summary before it and what came since."""
    total = inputs[0]
    for before, record, earlier in zip(inputs, calls[1:], calls, strict=False):
        grown = max(0, (record.usage.input or 0) - before)
        total += min(record.usage.input or 0, grown + (earlier.usage.output or 0))
    return total


def _anchors(subject: ConversationSubject) -> Iterator[Finding]:
    by_message: defaultdict[str, list[CompactionBoundary]] = defaultdict(list)
    for fold in subject.conversation.boundaries:
        done = fold.origin is BoundaryOrigin.ANCHOR and fold.status is AnchorStatus.DONE
        if done and fold.folded_count and fold.message_id:
            by_message[fold.message_id].append(fold)
    for folds in by_message.values():
        counts = [fold.folded_count or 0 for fold in folds]
        growing = all(later > earlier for earlier, later in pairwise(counts))
        if len(folds) >= FEWEST and growing and counts[-1] >= 2 * counts[0]:
            yield DETECTOR.finding(
                "anchors",
                where=boundary_place(subject, folds[-1]),
                data={"folds": len(folds), "folded_counts": counts},
                folds=len(folds),
                first=counts[0],
                last=counts[-1],
                try_settings=("in_loop_memo=true",),
            )


_WHY = "Without a memo every fold of a turn reads the whole history again, not just what came since the last one."
_WHAT = "Keep the last fold and what it consumed, and fold on from there."

DETECTOR = Detector(
    id="refold-cost",
    title="Refold cost",
    severity=Severity.WARNING,
    meaning="Summariser input grows step by step because nothing is memoised.",
    remedy=_WHAT,
    wordings={
        "": Wording(
            message="{folds} folds in one turn read {total} tokens, {first} at first and {last} at last; "
            "a memo would save about {saved}{money}",
            explanation=_WHY,
            remedy=_WHAT,
        ),
        "anchors": Wording(
            message="{folds} folds in one turn, of {first} messages at first and {last} at last",
            explanation=_WHY,
            remedy=_WHAT,
        ),
    },
    conversation=find,
    replays=True,
)
