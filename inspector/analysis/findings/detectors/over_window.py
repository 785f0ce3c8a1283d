"""over-window: a request that does not fit into the model's context window (PIPELINE §5)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from inspector.analysis.findings.detector import Detector
from inspector.analysis.findings.evidence_text import evidence
from inspector.analysis.findings.model import Finding, Severity, Wording
from inspector.analysis.findings.subject import ConversationSubject
from inspector.model.request import RequestRecord, RequestState

REFUSED: Final = re.compile(
    r"prompt is too long|context[ _]length[ _]exceeded|maximum context length|exceeds the (?:context|maximum number)"
    r"|input is too long|too many tokens",
    re.IGNORECASE,
)


def find(subject: ConversationSubject) -> Iterator[Finding]:
    """Requests refused for their length, and measured ones above the window."""
    for record in subject.conversation.requests:
        if record.state is RequestState.ERROR and REFUSED.search(record.error or ""):
            yield DETECTOR.finding(
                "refused",
                where=subject.request(record),
                data={"error": record.error},
                error=evidence(record.error or "", end=160),
                try_settings=_settings(subject),
            )
        elif not record.is_aggregate and record.calls == 1:
            yield from _measured(subject, record)


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


def _settings(subject: ConversationSubject) -> tuple[str, ...] | None:
    threshold = subject.settings.truncate_threshold
    return ("compaction=true", f"truncate_threshold={min(threshold, 5000)}")


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
            message="refused for its length: {error}",
            explanation="The provider counted more tokens than its window holds.",
            remedy="Set the model's context window so that folding can start in time; trim outputs earlier.",
        ),
    },
    conversation=find,
    replays=True,
)
