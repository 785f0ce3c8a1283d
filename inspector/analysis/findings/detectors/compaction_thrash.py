"""compaction-thrash: folds that fire again within a few messages (PIPELINE §11, §12)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Final

from inspector.analysis.findings.detector import Detector
from inspector.analysis.findings.folds import boundary_place, roomier_window
from inspector.analysis.findings.model import Finding, Severity, Wording
from inspector.analysis.findings.subject import ConversationSubject
from inspector.analysis.prefix.causes import CauseId
from inspector.model.compaction import AnchorStatus, BoundaryOrigin, CompactionBoundary

NEAR_REQUESTS: Final = 3
"""Requests between two folds of a capture that still count as "again at once"."""
NEAR_ROWS: Final = 4
"""Rows between two stored summaries, likewise."""
FEWEST: Final = 3
"""So many folds in a row make a thrash; two may be a large turn."""


def find(subject: ConversationSubject) -> Iterator[Finding]:
    """One finding per run of folds that follow one another closely."""
    boundaries = subject.conversation.boundaries
    yield from _captured(subject, [b for b in boundaries if b.origin is BoundaryOrigin.CAPTURED_PROMPT])
    yield from _in_one_turn(subject, [b for b in boundaries if b.origin is BoundaryOrigin.ANCHOR])
    yield from _rows(subject, [b for b in boundaries if b.origin is BoundaryOrigin.SUMMARY_ROW])


def _captured(subject: ConversationSubject, folds: list[CompactionBoundary]) -> Iterator[Finding]:
    order = {record.index: place for place, record in enumerate(subject.main)}
    placed = [(order[b.request_index], b) for b in folds if b.request_index in order]
    for run in _runs(placed, NEAR_REQUESTS):
        yield _finding(subject, "", run, run[-1][0] - run[0][0] + 1)


def _rows(subject: ConversationSubject, folds: list[CompactionBoundary]) -> Iterator[Finding]:
    order = {message.id: place for place, message in enumerate(subject.path)}
    placed = [(order[b.after_message_id], b) for b in folds if b.after_message_id in order]
    for run in _runs(placed, NEAR_ROWS):
        yield _finding(subject, "rows", run, run[-1][0] - run[0][0] + 1)


def _in_one_turn(subject: ConversationSubject, folds: list[CompactionBoundary]) -> Iterator[Finding]:
    by_message: defaultdict[str | None, list[tuple[int, CompactionBoundary]]] = defaultdict(list)
    for fold in folds:
        if fold.status is AnchorStatus.DONE and fold.folded_count:
            by_message[fold.message_id].append((fold.part_index or 0, fold))
    for message_id, run in by_message.items():
        if len(run) >= FEWEST and message_id is not None:
            steps = len(subject.conversation.messages[message_id].steps)
            yield _finding(subject, "turn", run, steps)


def _runs(
    placed: list[tuple[int, CompactionBoundary]], near: int
) -> Iterator[list[tuple[int, CompactionBoundary]]]:
    run: list[tuple[int, CompactionBoundary]] = []
    for item in sorted(placed, key=lambda item: item[0]):
        if run and item[0] - run[-1][0] > near:
            if len(run) >= FEWEST:
                yield run
            run = []
        run.append(item)
    if len(run) >= FEWEST:
        yield run


def _finding(
    subject: ConversationSubject, kind: str, run: list[tuple[int, CompactionBoundary]], span: int
) -> Finding:
    after = [fold.post_tokens for _, fold in run if fold.post_tokens is not None]
    return DETECTOR.finding(
        kind,
        where=boundary_place(subject, run[0][1]),
        data={
            "folds": len(run),
            "within": span,
            "requests": [fold.request_index for _, fold in run if fold.request_index is not None],
            "post_tokens": after,
        },
        folds=len(run),
        within=span,
        after=round(sum(after) / len(after)) if after else "?",
        try_settings=(roomier_window(fold for _, fold in run),),
        cause=CauseId.COMPACTED.value,
    )


_WHY = "A fold leaves about {after} tokens, so close to the trigger that the next output reaches it again."
_WHAT = "Use a larger window, keep less after a fold, or trim outputs so that a turn fits."

DETECTOR = Detector(
    id="compaction-thrash",
    title="Folding again and again",
    severity=Severity.WARNING,
    meaning="Compaction fires again within a few messages; each time the cached prefix is lost.",
    remedy=_WHAT,
    wordings={
        "": Wording(message="{folds} folds within {within} requests", explanation=_WHY, remedy=_WHAT),
        "rows": Wording(
            message="{folds} stored folds within {within} messages", explanation=_WHY, remedy=_WHAT
        ),
        "turn": Wording(
            message="{folds} folds inside one turn of {within} steps", explanation=_WHY, remedy=_WHAT
        ),
    },
    conversation=find,
    replays=True,
)
