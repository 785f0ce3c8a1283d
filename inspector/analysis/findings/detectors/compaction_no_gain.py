"""compaction-no-gain: folds that were settled as done and made nothing smaller (PIPELINE §12)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from inspector.analysis.findings.detector import Detector
from inspector.analysis.findings.folds import boundary_place
from inspector.analysis.findings.model import Finding, Severity, Wording
from inspector.analysis.findings.subject import ConversationSubject
from inspector.model.compaction import AnchorStatus, BoundaryOrigin, CompactionBoundary

GAIN: Final = 0.05
"""A fold that takes less than this share off the prompt has no gain."""


def find(subject: ConversationSubject) -> Iterator[Finding]:
    """Folds of nothing, and folds after which the prompt is as large as before."""
    refolded = _refolded(subject)
    for boundary in subject.conversation.boundaries:
        if boundary.status is AnchorStatus.DONE and boundary.folded_count == 0:
            yield _finding(subject, boundary, "nothing")
        elif _is_settled(boundary) and boundary.request_index not in refolded and _without_gain(boundary):
            yield _finding(subject, boundary, "")


def _finding(subject: ConversationSubject, boundary: CompactionBoundary, kind: str) -> Finding:
    return DETECTOR.finding(
        kind,
        where=boundary_place(subject, boundary),
        data={
            "pre_tokens": boundary.pre_tokens,
            "post_tokens": boundary.post_tokens,
            "folded_count": boundary.folded_count,
        },
        before="?" if boundary.pre_tokens is None else boundary.pre_tokens,
        after="?" if boundary.post_tokens is None else boundary.post_tokens,
    )


def _refolded(subject: ConversationSubject) -> set[int]:
    """Requests of a capture folded right after another fold: the size before is then that of a folded prompt."""
    order = {record.index: place for place, record in enumerate(subject.main)}
    folds = [b.request_index for b in subject.conversation.boundaries if b.request_index in order]
    pairs = pairwise(request for request in folds if request is not None)
    return {later for earlier, later in pairs if order[later] - order[earlier] == 1}


def _is_settled(boundary: CompactionBoundary) -> bool:
    return boundary.status is AnchorStatus.DONE or boundary.origin is BoundaryOrigin.CAPTURED_PROMPT


def _without_gain(boundary: CompactionBoundary) -> bool:
    before, after = boundary.pre_tokens, boundary.post_tokens
    return before is not None and after is not None and after > before * (1 - GAIN)


DETECTOR = Detector(
    id="compaction-no-gain",
    title="Fold without gain",
    severity=Severity.WARNING,
    meaning="A fold ran, was paid for, and left the prompt as large as it was.",
    remedy="Settle such folds as skipped; raise the share that a fold leaves behind.",
    wordings={
        "": Wording(
            message="a fold left {after} tokens of {before}",
            explanation="The kept turns alone are about as large as everything before.",
            remedy="Trim outputs earlier or keep fewer turns; a fold cannot make the last turn smaller.",
        ),
        "nothing": Wording(
            message="a fold of 0 messages was settled as done ({before} → {after} tokens)",
            explanation="Nothing was folded, yet the window shows a compaction. Newer builds drop such events.",
            remedy="Settle a fold of nothing as skipped.",
        ),
    },
    conversation=find,
    replays=True,
)
