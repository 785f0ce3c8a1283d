"""summary-empty: a fold whose summary says nothing (PIPELINE §10)."""

from __future__ import annotations

from collections.abc import Iterator

from inspector.analysis.findings.detector import Detector
from inspector.analysis.findings.model import Finding, Severity, Wording
from inspector.analysis.findings.subject import ConversationSubject
from inspector.model.request import RequestPurpose, RequestState
from inspector.pipeline.compaction.wording import format_summary, unwrap_summary


def find(subject: ConversationSubject) -> Iterator[Finding]:
    """Stored summaries of nothing but space, and summarise calls without an answer."""
    for message in subject.conversation.messages.values():
        summary = message.compaction_summary
        if summary is not None and not format_summary(summary):
            yield DETECTOR.finding("stored", where=subject.place(message), data={"chars": len(summary)})
    for facts in subject.facts:
        record = facts.record
        if record.purpose is RequestPurpose.SUMMARIZE and record.state is RequestState.OK:
            if facts.answer is not None and not format_summary(facts.answer):
                yield DETECTOR.finding(
                    "call", where=subject.request(record), data={"input_tokens": record.usage.input}
                )
        elif facts.summary is not None and unwrap_summary(facts.summary) == "":
            yield DETECTOR.finding("served", where=subject.request(record))


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
