"""summary-leaked: a summary shown as an ordinary message of the conversation (PIPELINE §11)."""

from __future__ import annotations

from collections.abc import Iterator

from inspector.analysis.findings.detector import Detector
from inspector.analysis.findings.evidence_text import evidence
from inspector.analysis.findings.model import Finding, Severity, Wording
from inspector.analysis.findings.subject import ConversationSubject
from inspector.analysis.findings.summary_text import KnownSummaries
from inspector.model.message import Message
from inspector.model.part import TextPart
from inspector.model.request import RequestPurpose, RequestState
from inspector.pipeline.compaction.wording import format_summary, unwrap_summary


def find(subject: ConversationSubject) -> Iterator[Finding]:
    """Stored rows that are like a summary; answers of the main chain that are summariser output."""
    known = KnownSummaries(_summaries(subject))
    if subject.of.database is not None:
        for message in subject.conversation.messages.values():
            yield from _stored(subject, message, known)
        return
    for facts in subject.main_facts:
        sign = known.resembles(facts.answer or "")
        if facts.record.state is RequestState.OK and sign:
            yield DETECTOR.finding(
                "answer",
                where=subject.request(facts.record),
                excerpt=evidence(facts.answer or "", end=160),
                data={"purpose": RequestPurpose.MAIN.value, "sign": sign},
            )


def _summaries(subject: ConversationSubject) -> Iterator[str]:
    """Every summary the session is known to have."""
    yield from (m.compaction_summary for m in subject.conversation.messages.values() if m.compaction_summary)
    yield from (unwrap_summary(b.summary) or b.summary for b in subject.conversation.boundaries if b.summary)
    for facts in subject.facts:
        if facts.record.purpose is RequestPurpose.SUMMARIZE and facts.answer:
            yield format_summary(facts.answer)


def _stored(subject: ConversationSubject, message: Message, known: KnownSummaries) -> Iterator[Finding]:
    for index, part in enumerate(message.parts):
        sign = known.resembles(part.text) if isinstance(part, TextPart) else ""
        if isinstance(part, TextPart) and sign:
            yield DETECTOR.finding(
                where=subject.part_place(message, index),
                excerpt=evidence(part.text, end=160),
                data={"role": message.role.value, "chars": len(part.text), "sign": sign},
                role=message.role.value,
            )


DETECTOR = Detector(
    id="summary-leaked",
    title="Leaked summary",
    severity=Severity.WARNING,
    meaning="A summary meant for the model stands in the conversation as a message.",
    remedy="Keep summaries on their boundary row and out of the message list.",
    wordings={
        "": Wording(
            message="a summary is stored as an ordinary message of role {role}",
            explanation="The user sees it, and the next fold summarises a summary.",
            remedy="Delete the message; keep the summary on its boundary row.",
        ),
        "answer": Wording(
            message="the main chain answered with a summary",
            explanation="A summarise instruction reached the conversation, or its reply was taken for an answer.",
            remedy="Look at the last user message of this request.",
        ),
    },
    conversation=find,
    replays=True,
)
