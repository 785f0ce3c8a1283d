"""over-window: a request that does not fit into the model's context window (PIPELINE §5)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from inspector.analysis.findings.detector import Detector
from inspector.analysis.findings.evidence_text import evidence
from inspector.analysis.findings.model import Finding, Severity, Where, Wording
from inspector.analysis.findings.subject import ConversationSubject
from inspector.analysis.findings.turn_errors import turn_error
from inspector.analysis.findings.window_words import Refusal, too_long
from inspector.model.request import RequestRecord, RequestState


def find(subject: ConversationSubject) -> Iterator[Finding]:
    """Requests and turns refused for their length, as one; then measured requests above the window."""
    refused = list(_refused(subject))
    if refused:
        yield _refusal_finding(subject, refused)
    for record in subject.conversation.requests:
        if record.state is not RequestState.ERROR and not record.is_aggregate and record.calls == 1:
            yield from _measured(subject, record)


@dataclass(frozen=True, slots=True)
class _Refused:
    """A refusal and where it stands."""

    where: Where
    error: str
    refusal: Refusal


def _refused(subject: ConversationSubject) -> Iterator[_Refused]:
    for record in subject.conversation.requests:
        if record.state is RequestState.ERROR and (found := too_long(record.error or "")):
            yield _Refused(subject.request(record), record.error or "", found)
    for message in subject.conversation.messages.values():
        for index, part in enumerate(message.parts):
            error = turn_error(part)
            if error is not None and (found := too_long(error)):
                yield _Refused(subject.part_place(message, index), error, found)


def _refusal_finding(subject: ConversationSubject, refused: list[_Refused]) -> Finding:
    first = refused[0]
    return DETECTOR.finding(
        "refused",
        where=first.where,
        data={
            "error": first.error,
            "count": len(refused),
            "tokens": first.refusal.tokens,
            "window": first.refusal.window,
            "requests": [place.where.request for place in refused if place.where.request is not None],
        },
        count=len(refused),
        error=evidence(first.error, end=160),
        try_settings=_settings(subject, first.refusal.window),
    )


def _measured(subject: ConversationSubject, record: RequestRecord) -> Iterator[Finding]:
    tokens, window = record.usage.input, subject.window
    if tokens is None or window is None or tokens <= window or not _own_model(subject, record):
        return
    yield DETECTOR.finding(
        where=subject.request(record),
        data={"tokens": tokens, "window": window},
        tokens=tokens,
        window=window,
        try_settings=_settings(subject),
    )


def _own_model(subject: ConversationSubject, record: RequestRecord) -> bool:
    """The window known is that of the topic's model; another model's request cannot be judged by it."""
    return subject.model is None or record.model in ("", subject.model.model_id)


def _settings(subject: ConversationSubject, window: int | None = None) -> tuple[str, ...]:
    threshold = subject.settings.truncate_threshold
    known = (f"context_window={window}",) if window is not None and subject.window is None else ()
    return ("compaction=true", f"truncate_threshold={min(threshold, 5000)}", *known)


DETECTOR = Detector(
    id="over-window",
    title="Over the window",
    severity=Severity.ERROR,
    meaning="A prompt was larger than the model's context window.",
    remedy="Fold or trim earlier, or use a model with a larger window.",
    wordings={
        "": Wording(
            message="{tokens} prompt tokens, but the window holds {window}",
            explanation="What exceeds the window is refused or silently cut by the provider. If it was accepted, the "
            "window on record is wrong, and every budget computed from it too.",
            remedy="Fold or trim earlier, or correct the model's context window.",
        ),
        "refused": Wording(
            message="refused for their length: {count}: {error}",
            explanation="The provider counted more tokens than its window holds.",
            remedy="Set the model's context window so that folding can start in time; trim outputs earlier.",
        ),
    },
    conversation=find,
    replays=True,
)
