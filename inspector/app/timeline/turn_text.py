"""One-line texts of a message: its preview and how it failed (FORMATS A)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from inspector.model import DataPart, DataState, FilePart, Message, Part, ReasoningPart, TextPart, ToolPart
from inspector.wire.values import JsonValue

PREVIEW_CHARS: Final = 300
"""More than any window shows on one line."""


def first_line(text: str, limit: int = PREVIEW_CHARS) -> str:
    """The beginning of a text as one line: white space runs become one space."""
    return " ".join(text[: limit * 2].split())[:limit]


def preview_of(message: Message) -> str:
    """What a person would recognise a message by: its last text, else files, reasoning, tool names."""
    if message.data_state is not DataState.OK:
        return first_line(message.raw_data or "")
    texts = [part.text for part in message.parts if isinstance(part, TextPart) and part.text.strip()]
    if texts:
        return first_line(texts[-1])
    for kind in (FilePart, ReasoningPart, ToolPart):
        names = [_name(part) for part in message.parts if isinstance(part, kind)]
        if any(names):
            return first_line(", ".join(name for name in names if name))
    return ""


def _name(part: Part) -> str:
    if isinstance(part, FilePart):
        return part.filename or part.media_type
    if isinstance(part, ReasoningPart):
        return first_line(part.text)
    return (part.tool_name or "") if isinstance(part, ToolPart) else ""


def error_of(message: Message) -> str:
    """The error text of a message: that of its `data-error` part; "" when there is none."""
    errors = [part for part in message.parts if isinstance(part, DataPart) and part.type == "data-error"]
    return error_line(errors[-1].data) if errors else ""


def error_line(data: JsonValue) -> str:
    """One line of a stored error object: `name: message`."""
    if not isinstance(data, Mapping):
        return first_line(str(data))
    name, message = data.get("name"), data.get("message")
    return first_line(": ".join(str(piece) for piece in (name, message) if piece))
