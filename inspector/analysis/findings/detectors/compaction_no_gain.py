"""compaction-no-gain: folds that were settled as done and made nothing smaller (PIPELINE §12)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from inspector.analysis.findings.detector import Detector
from inspector.analysis.findings.folds import boundary_place
from inspector.analysis.findings.model import Finding, Severity, Wording
from inspector.analysis.findings.subject import ConversationSubject
from inspector.analysis.prefix.causes import CauseId
from inspector.model.compaction import AnchorPhase, AnchorStatus, BoundaryOrigin, CompactionBoundary

GAIN: Final = 0.05
"""A fold that takes less than this share off the prompt has no gain."""


def find(subject: ConversationSubject) -> Iterator[Finding]:
    """Folds of nothing, and folds after which the prompt is as large as before: one finding of each kind."""
    refolded = _refolded(subject)
    nothing: list[_Fold] = []
    useless: list[_Fold] = []
    for boundary in subject.conversation.boundaries:
        fold = _Fold(boundary, boundary.pre_tokens, _sent_after(subject, boundary))
        if boundary.status is AnchorStatus.DONE and boundary.folded_count == 0:
            nothing.append(fold)
        elif _is_settled(boundary) and boundary.request_index not in refolded and _without_gain(fold):
            useless.append(fold)
    for kind, folds in (("nothing", nothing), ("", useless)):
        if folds:
            yield _finding(subject, folds, kind)


@dataclass(frozen=True, slots=True)
class _Fold:
    """A fold with the tokens before it and those of the next prompt; None = unknown."""

    boundary: CompactionBoundary
    before: int | None
    after: int | None


def _sent_after(subject: ConversationSubject, boundary: CompactionBoundary) -> int | None:
    """Tokens after a fold; the event of a turn's start may repeat those before it, so its next prompt tells."""
    repeated = boundary.post_tokens == boundary.pre_tokens and boundary.folded_count != 0
    if boundary.phase is not AnchorPhase.TURN_START or not repeated:
        return boundary.post_tokens
    place = next((n for n, m in enumerate(subject.path) if m.id == boundary.after_message_id), None)
    later = subject.path[place + 1 :] if place is not None else ()
    measured = (step.usage.input for message in later for step in message.steps)
    return next((tokens for tokens in measured if tokens is not None), None)


def _finding(subject: ConversationSubject, folds: list[_Fold], kind: str) -> Finding:
    first = folds[0]
    return DETECTOR.finding(
        kind,
        where=boundary_place(subject, first.boundary),
        data={
            "folds": len(folds),
            "pre_tokens": first.before,
            "post_tokens": first.after,
            "folded_count": first.boundary.folded_count,
            "places": [boundary_place(subject, fold.boundary).to_dict() for fold in folds],
        },
        cause=CauseId.COMPACTED.value,
        count=len(folds),
        before="?" if first.before is None else first.before,
        after="?" if first.after is None else first.after,
    )


def _refolded(subject: ConversationSubject) -> set[int]:
    """Requests of a capture folded right after another fold: the size before is then that of a folded prompt."""
    order = {record.index: place for place, record in enumerate(subject.main)}
    folds = [b.request_index for b in subject.conversation.boundaries if b.request_index in order]
    pairs = pairwise(request for request in folds if request is not None)
    return {later for earlier, later in pairs if order[later] - order[earlier] == 1}


def _is_settled(boundary: CompactionBoundary) -> bool:
    return boundary.status is AnchorStatus.DONE or boundary.origin is BoundaryOrigin.CAPTURED_PROMPT


def _without_gain(fold: _Fold) -> bool:
    return fold.before is not None and fold.after is not None and fold.after > fold.before * (1 - GAIN)


DETECTOR = Detector(
    id="compaction-no-gain",
    title="Fold without gain",
    severity=Severity.WARNING,
    meaning="A fold ran, was paid for, and left the prompt as large as it was.",
    remedy="Settle such folds as skipped; raise the share that a fold leaves behind.",
    wordings={
        "": Wording(
            message="folds that made nothing smaller: {count} (the first left {after} tokens of {before})",
            explanation="The kept turns alone are about as large as everything before.",
            remedy="Trim outputs earlier or keep fewer turns; a fold cannot make the last turn smaller.",
        ),
        "nothing": Wording(
            message="folds of 0 messages that were settled as done: {count} (the first: {before} → {after} tokens)",
            explanation="Nothing was folded, yet the window shows a compaction. Newer builds drop such events.",
            remedy="Settle a fold of nothing as skipped.",
        ),
    },
    conversation=find,
    replays=True,
)
