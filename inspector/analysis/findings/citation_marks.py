"""Where a `[cite:id]` stands in a message."""

from __future__ import annotations

from dataclasses import dataclass

from inspector.analysis.findings.evidence_text import evidence
from inspector.analysis.findings.model import Span
from inspector.model.message import Message
from inspector.model.part import TextPart

_CONTEXT = 60


@dataclass(frozen=True, slots=True)
class Mark:
    """A marker's place; `part` None = it was not found in a text part."""

    part: int | None = None
    span: Span | None = None
    excerpt: str = ""


def mark_of(message: Message, name: str) -> Mark:
    """The first marker of an id in a message."""
    marker = f"[cite:{name}]"
    for index, part in enumerate(message.parts):
        if isinstance(part, TextPart) and (at := part.text.find(marker)) >= 0:
            end = at + len(marker)
            excerpt = evidence(part.text, max(0, at - _CONTEXT), end + _CONTEXT)
            return Mark(index, Span(at, end), excerpt)
    return Mark()
