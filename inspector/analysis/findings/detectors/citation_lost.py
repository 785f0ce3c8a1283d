"""citation-lost: a cited id that the model could only know from a part that was folded away (PIPELINE §16)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from inspector.analysis.citations import CitedMessage, cite_path
from inspector.analysis.findings.citation_marks import mark_of
from inspector.analysis.findings.detector import Detector
from inspector.analysis.findings.model import Finding, Severity, Wording
from inspector.analysis.findings.subject import ConversationSubject
from inspector.model.message import Role


def find(subject: ConversationSubject) -> Iterator[Finding]:
    """Answers behind a fold that cite what the fold took away."""
    cited, folds = cite_path(subject.path), _folds(subject)
    for at, message in enumerate(cited):
        folded_until = max((fold for fold in folds if fold[0] < at), default=None)
        if folded_until is None or not message.earlier:
            continue
        until, summary = folded_until
        lost = [name for name in message.earlier if _last_source(cited[:at], name) <= until]
        if lost and subject.path[at].role is Role.ASSISTANT:
            yield _finding(subject, message, lost, summary)


def _finding(subject: ConversationSubject, cited: CitedMessage, lost: Sequence[str], summary: str) -> Finding:
    message = subject.conversation.messages[cited.message_id]
    mark = mark_of(message, lost[0])
    kept = [name for name in lost if name in summary]
    return DETECTOR.finding(
        where=subject.place(message, mark.part),
        span=mark.span,
        excerpt=mark.excerpt,
        data={"ids": list(lost), "in_summary": kept},
        count=len(lost),
        ids=", ".join(lost[:5]),
        kept=len(kept),
        try_settings=("compaction=false",),
    )


def _folds(subject: ConversationSubject) -> list[tuple[int, str]]:
    """Per fold the position of the last folded message, and the summary."""
    positions = {message.id: index for index, message in enumerate(subject.path)}
    return [
        (positions[boundary.after_message_id], boundary.summary or "")
        for boundary in subject.conversation.boundaries
        if boundary.after_message_id in positions
    ]


def _last_source(earlier: Sequence[CitedMessage], name: str) -> int:
    return max(index for index, message in enumerate(earlier) if name in message.registry_ids)


DETECTOR = Detector(
    id="citation-lost",
    title="Citation lost in a fold",
    severity=Severity.WARNING,
    meaning="An answer cites a source whose text was folded away before the request.",
    remedy="Read the source back before citing it, or keep it out of the fold.",
    wordings={
        "": Wording(
            message="citations of sources that are folded away: {count} ({ids}), {kept} of them named by the summary",
            explanation="The model knew the ids from the summary at best, not the text; and a citation resolves within "
            "its own message only, so none of them is shown as a link.",
            remedy="Let the model search or read again before it cites, or fold later.",
        )
    },
    conversation=find,
    replays=True,
)
