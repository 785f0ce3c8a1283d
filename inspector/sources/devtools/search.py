"""Full-text search in a rebuilt conversation."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from inspector.model.conversation import Conversation
from inspector.model.part import Part, ReasoningPart, TextPart, ToolPart
from inspector.sources.base import SearchHit
from inspector.wire import JsonValue, dumps

_CONTEXT_CHARS: Final = 60


def search_conversation(conversation: Conversation, query: str) -> Iterator[SearchHit]:
    """Every place the query occurs, message by message, ignoring case."""
    if not query:
        return
    pattern = re.compile(re.escape(query), re.IGNORECASE)
    for message in conversation.messages.values():
        for number, part in enumerate(message.parts):
            text = part_text(part)
            for match in pattern.finditer(text):
                yield SearchHit(
                    conversation_id=conversation.summary.id,
                    message_id=message.id,
                    part_index=number,
                    start=match.start(),
                    length=match.end() - match.start(),
                    context=_context(text, match.start(), match.end()),
                )


def part_text(part: Part) -> str:
    """What of a part is searched: its text, a tool's arguments and output."""
    if isinstance(part, TextPart | ReasoningPart):
        return part.text
    if isinstance(part, ToolPart):
        return "\n".join(filter(None, (_text(part.input), _text(part.output))))
    return ""


def _text(value: JsonValue) -> str:
    return value if isinstance(value, str) else "" if value is None else dumps(value)


def _context(text: str, start: int, end: int) -> str:
    around = text[max(0, start - _CONTEXT_CHARS) : end + _CONTEXT_CHARS]
    return " ".join(around.split())
