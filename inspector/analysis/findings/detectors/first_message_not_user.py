"""first-message-not-user: a prompt whose first message is not the user's, which several providers refuse."""

from __future__ import annotations

from collections.abc import Iterator

from inspector.analysis.findings.detector import Detector
from inspector.analysis.findings.model import Finding, Severity, Wording
from inspector.analysis.findings.served import served_messages
from inspector.analysis.findings.subject import ConversationSubject
from inspector.model.message import Role


def find(subject: ConversationSubject) -> Iterator[Finding]:
    """The first such request of a capture; of a database what the next prompt would open with."""
    if subject.of.database is not None:
        yield from _rows(subject)
        return
    wrong = [facts for facts in subject.main_facts if facts.first_role not in ("", "user")]
    if wrong:
        yield DETECTOR.finding(
            where=subject.request(wrong[0].record),
            data={"role": wrong[0].first_role, "requests": [facts.record.index for facts in wrong]},
            role=wrong[0].first_role,
        )


def _rows(subject: ConversationSubject) -> Iterator[Finding]:
    served = served_messages(subject)
    if served.summary is not None or not served.messages:
        return
    spoken = [message for message in served.messages if message.role is not Role.SYSTEM]
    if spoken and spoken[0].role is Role.ASSISTANT:
        role = spoken[0].role.value
        yield DETECTOR.finding("stored", where=subject.place(spoken[0]), data={"role": role}, role=role)


DETECTOR = Detector(
    id="first-message-not-user",
    title="First message is not the user's",
    severity=Severity.WARNING,
    meaning="A prompt opens with another role than the user's.",
    remedy="Serve a history from a user message on.",
    wordings={
        "": Wording(
            message="the prompt opens with a message of role {role}",
            explanation="Anthropic and others require the first message to be the user's.",
            remedy="Cut a history at a user message; extend a window backwards to one.",
        ),
        "stored": Wording(
            message="the next prompt would open with a message of role {role}",
            explanation="The branch, after its last cleared context, starts so. Anthropic and others refuse that.",
            remedy="Start the branch with a user message, or clear the context before one.",
        ),
    },
    conversation=find,
    replays=True,
)
