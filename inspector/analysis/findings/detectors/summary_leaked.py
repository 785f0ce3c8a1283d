"""summary-leaked: a summary shown as an ordinary message of the conversation (PIPELINE §11)."""

from __future__ import annotations

from collections.abc import Iterator

from inspector.analysis.findings.detector import Detector
from inspector.analysis.findings.evidence_text import evidence
from inspector.analysis.findings.model import Finding, Severity, Wording
from inspector.analysis.findings.subject import ConversationSubject
from inspector.model.compaction import SUMMARY_OPENING
from inspector.model.message import Message
from inspector.model.part import TextPart
from inspector.model.request import RequestPurpose, RequestState


def find(subject: ConversationSubject) -> Iterator[Finding]:
    """Stored rows that are a wrapped summary; answers of the main chain that are summariser output."""
    if subject.of.database is not None:
        for message in subject.conversation.messages.values():
            yield from _stored(subject, message)
        return
    for facts in subject.main_facts:
        answer = (facts.answer or "").lstrip()
        summary = answer.startswith(("<summary>", "<analysis>")) and "<summary>" in answer
        if facts.record.state is RequestState.OK and (summary or answer.startswith(SUMMARY_OPENING)):
            yield DETECTOR.finding(
                "answer",
                where=subject.request(facts.record),
                excerpt=evidence(answer, end=160),
                data={"purpose": RequestPurpose.MAIN.value},
            )


def _stored(subject: ConversationSubject, message: Message) -> Iterator[Finding]:
    for index, part in enumerate(message.parts):
        if isinstance(part, TextPart) and part.text.startswith(SUMMARY_OPENING):
            yield DETECTOR.finding(
                where=subject.place(message, index),
                excerpt=evidence(part.text, end=160),
                data={"role": message.role.value, "chars": len(part.text)},
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
