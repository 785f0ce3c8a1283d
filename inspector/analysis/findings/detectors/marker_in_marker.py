"""marker-in-marker: an excerpt of a persisted output that itself holds a marker (PIPELINE §3, §5)."""

from __future__ import annotations

from collections.abc import Iterator

from inspector.analysis.findings.detector import Detector
from inspector.analysis.findings.marker_text import CLOSE, OPEN, is_nested
from inspector.analysis.findings.model import Finding, Severity, Wording
from inspector.analysis.findings.request_facts import string_leaves
from inspector.analysis.findings.subject import ConversationSubject
from inspector.model.part import ToolPart


def find(subject: ConversationSubject) -> Iterator[Finding]:
    """Stored outputs and, in captures, outputs as they went out."""
    for message in subject.conversation.messages.values():
        for index, part in enumerate(message.parts):
            if isinstance(part, ToolPart) and _is_nested(part):
                tool = part.tool_name or "(no name)"
                yield DETECTOR.finding(
                    where=subject.place(message, index),
                    data={"tool": part.tool_name, "persisted": part.envelope is not None},
                    tool=tool,
                )


def _is_nested(part: ToolPart) -> bool:
    if part.envelope is not None:
        excerpts = (text for ref in part.envelope.refs for text in (ref.head, ref.tail))
        return any(tag in text for text in excerpts for tag in (OPEN, CLOSE))
    return any(map(is_nested, string_leaves(part.output)))


DETECTOR = Detector(
    id="marker-in-marker",
    title="Marker in a marker",
    severity=Severity.WARNING,
    meaning="A text that already was a stand-in was moved out once more.",
    remedy="Never persist an output that contains a marker.",
    wordings={
        "": Wording(
            message="{tool}: the excerpt of a persisted output holds another marker",
            explanation="Reading the outer one back leads to the next marker instead of the text, and the inner path "
            "may not be in the allow-list any more.",
            remedy="Exempt the tools that read blobs from trimming, and leave texts with a marker alone.",
        )
    },
    conversation=find,
    replays=True,
)
