"""dangling-citation: a `[cite:id]` whose id occurs in no output of the path (PIPELINE §16)."""

from __future__ import annotations

from collections.abc import Iterator

from inspector.analysis.citations import cite_path
from inspector.analysis.findings.citation_marks import mark_of
from inspector.analysis.findings.detector import Detector
from inspector.analysis.findings.model import Finding, Severity, Wording
from inspector.analysis.findings.subject import ConversationSubject
from inspector.model.message import Role


def find(subject: ConversationSubject) -> Iterator[Finding]:
    """One finding per message, at its first such marker."""
    for cited in cite_path(subject.path):
        message = subject.conversation.messages[cited.message_id]
        if cited.dangling and message.role is Role.ASSISTANT:
            mark = mark_of(message, cited.dangling[0])
            yield DETECTOR.finding(
                where=subject.place(message, mark.part),
                span=mark.span,
                excerpt=mark.excerpt,
                data={"ids": list(cited.dangling), "resolved": list(cited.own)},
                count=len(cited.dangling),
                ids=", ".join(cited.dangling[:5]),
            )


DETECTOR = Detector(
    id="dangling-citation",
    title="Dangling citation",
    severity=Severity.WARNING,
    meaning="An answer cites a source that no output of the conversation holds.",
    remedy="Check the claim: the model saw something that is gone, or made the id up.",
    wordings={
        "": Wording(
            message="citations that lead nowhere: {count} ({ids})",
            explanation="No look-up on the path has these ids. The model saw something that is gone, or made them up.",
            remedy="Check the claim; keep citation ids in summaries verbatim.",
        )
    },
    conversation=find,
)
