"""Model messages made acceptable: same-role neighbours merged, no assistant left empty (PIPELINE §9)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from inspector.pipeline.conversion.parts import JsonObject
from inspector.wire import JsonValue, utf16

FILLER: Final = "..."
"""Text of an assistant message that would be empty."""
_SYSTEM_SEPARATOR: Final = "\n\n"


def merge_same_role(messages: Sequence[JsonObject]) -> list[JsonObject]:
    """Merge neighbours of one role, tool and system too; provider options are those of the first.

    Messages without a neighbour of their role are the objects given.
    """
    merged: list[JsonObject] = []
    for message in messages:
        if merged and merged[-1]["role"] == message["role"]:
            content = _joined(merged[-1].get("content"), message.get("content"), message["role"] == "system")
            merged[-1] = {**merged[-1], "content": content}
        else:
            merged.append(message)
    return merged


def _joined(first: JsonValue, second: JsonValue, is_system: bool) -> JsonValue:
    if is_system and isinstance(first, str) and isinstance(second, str):
        return utf16.join([first, second], _SYSTEM_SEPARATOR)
    return [*_as_parts(first), *_as_parts(second)]


def _as_parts(content: JsonValue) -> list[JsonValue]:
    if isinstance(content, str):
        return [{"type": "text", "text": content}] if content else []
    return content if isinstance(content, list) else []


def fill_empty_assistants(messages: Sequence[JsonObject]) -> list[JsonObject]:
    """Give every assistant message with an empty list of parts the text `...`; an empty string stays."""
    return [
        {**message, "content": [{"type": "text", "text": FILLER}]}
        if message["role"] == "assistant" and message.get("content") == []
        else message
        for message in messages
    ]
