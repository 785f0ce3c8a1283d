"""summary-empty: a fold whose summary says nothing (PIPELINE §10)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from inspector.analysis.findings.detector import Detector
from inspector.analysis.findings.evidence_text import evidence, shortened
from inspector.analysis.findings.model import Finding, Severity, Wording
from inspector.analysis.findings.subject import ConversationSubject
from inspector.analysis.findings.summary_text import is_placeholder, served_summary
from inspector.model.request import RequestPurpose, RequestState
from inspector.pipeline.compaction.wording import format_summary, unwrap_summary

_SHOWN: Final = 120


def find(subject: ConversationSubject) -> Iterator[Finding]:
    """Stored summaries of nothing, summarise calls without an answer, prompts that open with none."""
    for message in subject.conversation.messages.values():
        summary = message.compaction_summary
        if summary is not None and (kind := _kind("stored", format_summary(summary))):
            yield DETECTOR.finding(
                kind,
                where=subject.place(message),
                excerpt=evidence(summary, end=_SHOWN),
                data={"chars": len(summary)},
                text=shortened(summary.strip(), _SHOWN),
            )
    yield from _captured(subject)


def _captured(subject: ConversationSubject) -> Iterator[Finding]:
    """Of a served summary only the first request that had it."""
    served: set[str] = set()
    for facts in subject.facts:
        record = facts.record
        if record.purpose is RequestPurpose.SUMMARIZE and record.state is RequestState.OK:
            kind = None if facts.answer is None else _kind("call", format_summary(facts.answer))
            if kind is not None:
                data = {"input_tokens": record.usage.input}
                text = shortened((facts.answer or "").strip(), _SHOWN)
                yield DETECTOR.finding(kind, where=subject.request(record), data=data, text=text)
        elif facts.summary is not None and facts.summary not in served:
            served.add(facts.summary)
            summary = served_summary(facts.summary)
            kind = _kind("served", summary.strip())
            # In a wrapping we do not know, nothing left over does not mean that nothing was there.
            if kind is not None and (summary.strip() or unwrap_summary(facts.summary) is not None):
                text = shortened(summary.strip(), _SHOWN)
                yield DETECTOR.finding(kind, where=subject.request(record), text=text)


def _kind(place: str, summary: str) -> str | None:
    """The wording for a summary of this place; None when it says something."""
    if not summary:
        return place
    return f"{place}-placeholder" if is_placeholder(summary) else None


_PLACEHOLDER = (
    "A text stands where the summary should be, and it says that there is none: the history is gone."
)

DETECTOR = Detector(
    id="summary-empty",
    title="Empty summary",
    severity=Severity.ERROR,
    meaning="History was, or was about to be, replaced by a summary that says nothing.",
    remedy="Treat an empty summary as a failed fold and serve the history unfolded.",
    wordings={
        "stored": Wording(
            message="the stored summary is empty",
            explanation="Everything up to this message would be served as nothing.",
            remedy="Remove the summary from the row; the history is then served again.",
        ),
        "stored-placeholder": Wording(
            message="the stored summary says that it is none: {text}",
            explanation=_PLACEHOLDER,
            remedy="Remove the summary from the row; the history is then served again.",
        ),
        "call-placeholder": Wording(
            message="the summarise call returned no summary but a note: {text}",
            explanation="Taken for a summary, it replaces the history; its input was paid for all the same.",
            remedy="Treat such a note as a failed fold and serve the history unfolded.",
        ),
        "served-placeholder": Wording(
            message="the prompt opens with a summary that says that it is none: {text}",
            explanation=_PLACEHOLDER,
            remedy="Treat such a note as a failed fold and serve the history unfolded.",
        ),
        "call": Wording(
            message="the summarise call returned an empty summary",
            explanation="Nothing may be folded then; its input was paid for all the same.",
            remedy="Look at the summariser's answer: a reasoning model may have spent all its tokens on thinking.",
        ),
        "served": Wording(
            message="the prompt opens with a summary wrapper around nothing",
            explanation="The model lost the folded history.",
            remedy="Treat an empty summary as a failed fold.",
        ),
    },
    conversation=find,
    replays=True,
)
