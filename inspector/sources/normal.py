"""Values from files, made valid once, where they are read: behind this gate the model holds only what it says it holds.

A file may hold anything where the format says a text, a list or a time. What is odd is kept as text where it can be
shown and is unknown where it would be reckoned with; it is never dropped in silence (`Oddity`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from inspector.wire import JsonValue, dumps
from inspector.wire.reading import as_text

LATEST: Final = 253_402_214_400_000
"""A day before the end of the year 9999, in ms: the last time every calendar in every zone can show."""

LONGEST_MS: Final = 100 * 366 * 86_400_000
"""A century: no duration is longer."""

ROLES: Final = frozenset({"system", "user", "assistant", "tool"})
UNKNOWN_ROLE: Final = "unknown"

_PART_TEXTS: Final = ("type", "toolCallId", "toolName", "id", "mediaType", "filename", "url", "title")
_SPOKEN: Final = ("text", "reasoning")

Oddity = Callable[[str], None]
"""Called with what was odd, in a few words."""


def unheard(what: str) -> None:
    """Nobody asks."""


def time_or_none(value: object) -> int | None:
    """A moment in ms since the epoch; None for what is no number or beyond any calendar."""
    return _number(value, LATEST)


def duration_or_none(value: object) -> int | None:
    """A duration in ms; None for what is no number, negative, or longer than a century."""
    return _number(value, LONGEST_MS)


def _number(value: object, most: int) -> int | None:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= most:
        return None
    return int(value)


def normal_messages(messages: list[JsonValue], odd: Oddity = unheard) -> list[JsonValue]:
    """A prompt whose messages are objects with a role and a content of text or parts; unchanged ones are the same."""
    return [normal_message(message, odd) for message in messages]


def normal_message(message: JsonValue, odd: Oddity = unheard) -> JsonValue:
    """One message of a prompt; the same object when it was in order."""
    if not isinstance(message, dict):
        odd("a message that is no object")
        return {"role": UNKNOWN_ROLE, "content": [_as_part(message)]}
    changes: dict[str, JsonValue] = {}
    role = message.get("role")
    if not isinstance(role, str) or role not in ROLES:
        odd(f"role {as_text(role)[:40]}" if "role" in message else "a message without a role")
        changes["role"] = role if isinstance(role, str) and role else UNKNOWN_ROLE
    content = message.get("content")
    if not isinstance(content, str):
        parts = _normal_content(content, odd)
        if parts is not content:
            changes["content"] = parts
    return {**message, **changes} if any(message.get(k, dumps) != v for k, v in changes.items()) else message


def _normal_content(content: JsonValue, odd: Oddity) -> list[JsonValue]:
    if isinstance(content, list):
        parts = normal_parts(content, odd)
        return content if all(new is old for new, old in zip(parts, content, strict=True)) else parts
    if content is not None:
        odd("a content that is neither text nor parts")
    listed: list[JsonValue] = (
        [] if content is None else [content if isinstance(content, dict) else _as_part(content)]
    )
    return normal_parts(listed, odd)


def normal_parts(parts: list[JsonValue], odd: Oddity = unheard) -> list[JsonValue]:
    """Parts that are objects whose type, names and ids are texts; unchanged ones are the same."""
    return [_normal_part(part, odd) for part in parts]


def _normal_part(part: JsonValue, odd: Oddity) -> JsonValue:
    if not isinstance(part, dict):
        odd("a part that is no object")
        return _as_part(part)
    changes: dict[str, JsonValue] = {
        name: as_text(part[name])
        for name in _PART_TEXTS
        if name in part and not isinstance(part[name], str) and part[name] is not None
    }
    if not isinstance(part.get("type"), str):
        changes["type"] = as_text(part.get("type", ""))
    if part.get("type") in _SPOKEN and not isinstance(part.get("text"), str):
        changes["text"] = as_text(part.get("text", ""))
    for name in changes:
        odd(f"{name} of a part that is no text")
    return {**part, **changes} if changes else part


def normal_tools(tools: JsonValue, odd: Oddity = unheard) -> list[JsonValue] | None:
    """Declared tools that are objects with texts for names; None when none were declared."""
    if not isinstance(tools, list):
        if tools is not None:
            odd("tools that are no list")
        return None
    return [_normal_tool(tool, odd) for tool in tools]


def _normal_tool(tool: JsonValue, odd: Oddity) -> JsonValue:
    if not isinstance(tool, dict):
        odd("a tool that is no object")
        return {"type": "function", "name": as_text(tool)}
    changes: dict[str, JsonValue] = {
        name: as_text(tool[name])
        for name in ("type", "name", "id", "description")
        if name in tool and not isinstance(tool[name], str) and tool[name] is not None
    }
    for name in changes:
        odd(f"{name} of a tool that is no text")
    return {**tool, **changes} if changes else tool


def _as_part(value: JsonValue) -> JsonValue:
    return {"type": "text", "text": as_text(value)}
