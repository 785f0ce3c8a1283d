"""cache-collapse: a conversation whose cache hits fall and stay low."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from inspector.analysis.findings.detector import Detector
from inspector.analysis.findings.model import Finding, Severity, Wording
from inspector.analysis.findings.subject import ConversationSubject
from inspector.model.figures import percent
from inspector.model.request import RequestRecord

GOOD: Final = 0.6
LOW: Final = 0.35
FEWEST: Final = 4
"""So many requests must stay low: a fold or a changed tool alone costs one or two."""
SMALLEST: Final = 2048
"""Prompts below this are often not cached at all."""


def find(subject: ConversationSubject) -> Iterator[Finding]:
    """The first collapse of a conversation, measured figures only."""
    known = [
        record
        for record in subject.main
        if record.calls == 1 and record.usage.hit_ratio is not None and (record.usage.input or 0) >= SMALLEST
    ]
    at = _collapse(known)
    if at is None:
        return
    low = _low_run(known[at:])
    before = max(record.usage.hit_ratio or 0.0 for record in known[max(0, at - FEWEST) : at])
    after = sum(record.usage.hit_ratio or 0.0 for record in low) / len(low)
    first = known[at]
    verdict = subject.of.verdicts.get(first.index) if first.has_payload else None
    cause = verdict.cause.info.title if verdict is not None else ""
    yield DETECTOR.finding(
        where=subject.request(first),
        data={
            "before": round(before, 4),
            "after": round(after, 4),
            "requests": [record.index for record in low],
            "cause": verdict.cause.id.value if verdict is not None else None,
        },
        cause=verdict.cause.id.value if verdict is not None and verdict.cause.info.breaks else "",
        before=percent(before),
        after=percent(after),
        count=len(low),
        reason=f": {cause.lower()}" if cause else "",
    )


def _collapse(known: Sequence[RequestRecord]) -> int | None:
    for at in range(1, len(known) - FEWEST + 1):
        good = (known[at - 1].usage.hit_ratio or 0.0) >= GOOD
        if good and len(_low_run(known[at:])) >= FEWEST:
            return at
    return None


def _low_run(records: Sequence[RequestRecord]) -> list[RequestRecord]:
    run: list[RequestRecord] = []
    for record in records:
        if (record.usage.hit_ratio or 0.0) > LOW:
            break
        run.append(record)
    return run


DETECTOR = Detector(
    id="cache-collapse",
    title="Cache collapse",
    severity=Severity.WARNING,
    meaning="The share of the prompt read from the cache fell and stayed low.",
    remedy="Look at the first request of it: what differs from the one before is what breaks every prefix since.",
    wordings={
        "": Wording(
            message="cache hits fell from {before} to {after} and stayed there for {count} requests{reason}",
            explanation="One broken prefix costs one request; a lasting fall means that something changes every time.",
            remedy="Look at the Cache tab for this request: the first differing byte is named there.",
        ),
    },
    conversation=find,
    replays=True,
)
