"""skeleton-damaged: envelopes of lists whose items lost what identifies them (PIPELINE §4, §6)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from inspector.analysis.findings.detector import Detector
from inspector.analysis.findings.model import Finding, Severity, Wording
from inspector.analysis.findings.subject import ConversationSubject
from inspector.model.envelope import Envelope, EnvelopeShape
from inspector.model.part import ToolPart
from inspector.sources.base import Trait
from inspector.wire import JsonValue

_KEY: Final = re.compile(r"/(?:(\d+)/)?([^/]+)")
_IDENTITY: Final = {
    "web_search": ("id", "url", "title"),
    "web_fetch": ("id", "url"),
    "kb_search": ("id",),
}
"""Fields that every item of these tools has, by which citations find it (PIPELINE §16)."""


def find(subject: ConversationSubject) -> Iterator[Finding]:
    """Skeletons whose keys lead nowhere, and items without identity."""
    for message in subject.conversation.messages.values():
        for index, part in enumerate(message.parts):
            envelope = part.envelope if isinstance(part, ToolPart) else None
            if (
                isinstance(part, ToolPart)
                and envelope is not None
                and envelope.shape is EnvelopeShape.ENTITIES
            ):
                for kind, path, detail in _flaws(part.tool_name or "", envelope):
                    yield DETECTOR.finding(
                        kind,
                        where=subject.place(message, index),
                        path=path,
                        data={"tool": part.tool_name, "detail": detail},
                        tool=part.tool_name or "(no name)",
                        detail=detail,
                    )


def _flaws(tool: str, envelope: Envelope) -> Iterator[tuple[str, str, str]]:
    for ref in envelope.refs:
        if not _resolves(envelope.skeleton, ref.key):
            yield "key", ref.key, ref.key
    wanted = _IDENTITY.get(tool, ())
    items = envelope.skeleton if isinstance(envelope.skeleton, list) else []
    for number, item in enumerate(items):
        missing = [name for name in wanted if not isinstance(item, dict) or not _has_text(item, name)]
        if missing:
            yield "identity", f"/{number}", f"item {number}: {', '.join(missing)}"


def _has_text(item: dict[str, JsonValue], name: str) -> bool:
    return isinstance(item.get(name), str | int) and item[name] != ""


def _resolves(skeleton: JsonValue, key: str) -> bool:
    found = _KEY.fullmatch(key)
    if found is None:
        return False
    if found[1] is None:
        return isinstance(skeleton, dict) and found[2] in skeleton
    index = int(found[1])
    if not isinstance(skeleton, list) or index >= len(skeleton):
        return False
    item = skeleton[index]
    return isinstance(item, dict) and found[2] in item


DETECTOR = Detector(
    id="skeleton-damaged",
    title="Damaged skeleton",
    severity=Severity.ERROR,
    meaning="A stored output lost the fields by which its items are known.",
    remedy="Find out what rewrote the message; the application keeps everything but the long texts.",
    needs=frozenset({Trait.ROWS}),
    wordings={
        "key": Wording(
            message="{tool}: the text {detail} has no place in the stored skeleton",
            explanation="Rendering the envelope puts the text nowhere: it is silently missing from the prompt.",
            remedy="Restore the message, or put the item back.",
        ),
        "identity": Wording(
            message="{tool}: fields that identify an item are missing ({detail})",
            explanation="Citations name items by id and show their url and title; without them they dangle.",
            remedy="Restore the message from a backup.",
        ),
    },
    conversation=find,
    replays=True,
)
