"""Token footprints of prompts, conversation rows and tool declarations (PIPELINE §1.3)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeAlias

from inspector.tokens.media import Dialect, image_tokens, tokens_of_media_type
from inspector.tokens.tokenx import tokenx
from inspector.wire import UNDEFINED, JsonValue, JsValue, Undefined, dumps

Count: TypeAlias = Callable[[str], int]
"""Tokens of a text; tokenx as the application does, others to compare."""

_PER_MESSAGE: Final = 3
_PER_CALL: Final = 10
_UNKNOWN_ITEM: Final = 5


def footprint(messages: Sequence[JsonValue], dialect: Dialect, count: Count = tokenx) -> int:
    """Estimated tokens of a ModelMessage list (the in-loop trigger)."""
    return sum(_message_tokens(message, dialect, count) for message in messages if isinstance(message, dict))


def row_tokens(parts: Sequence[JsonValue], dialect: Dialect, count: Count = tokenx) -> int:
    """Estimated tokens of one row's UI parts (the durable trigger)."""
    return sum(ui_part_tokens(part, dialect, count) for part in parts)


def ui_part_tokens(part: JsonValue, dialect: Dialect, count: Count = tokenx) -> int:
    """One UI part: its text, else its media cost, else its JSON."""
    if isinstance(part, dict):
        text, media_type = part.get("text"), part.get("mediaType")
        if isinstance(text, str):
            return count(text)
        if isinstance(media_type, str):
            cost = tokens_of_media_type(dialect, media_type)
            if cost is not None:
                return cost
    return count(dumps(part))


def tool_tokens(name: str, description: JsValue, schema: JsValue, count: Count = tokenx) -> int:
    """Estimated tokens of one tool declaration: those of its JSON; `UNDEFINED` fields are left out."""
    declaration: dict[str, JsonValue] = {"name": name}
    for key, value in (("description", description), ("schema", schema)):
        if not isinstance(value, Undefined):
            declaration[key] = value
    return count(dumps(declaration))


def tool_definitions_tokens(tools: Sequence[JsonValue]) -> int:
    """Estimated tokens of the `tools` of a request body; what is no object counts as a nameless tool."""
    return sum(_raw_tool_tokens(tool if isinstance(tool, dict) else {}) for tool in tools)


def _raw_tool_tokens(tool: Mapping[str, JsonValue]) -> int:
    name = tool.get("name")
    return tool_tokens(
        name if isinstance(name, str) else "",
        tool.get("description", UNDEFINED),
        tool.get("input_schema", UNDEFINED),
    )


def _message_tokens(message: Mapping[str, JsonValue], dialect: Dialect, count: Count) -> int:
    content = message.get("content")
    if isinstance(content, str):
        return _PER_MESSAGE + count(content)
    parts = content if isinstance(content, list) else []
    return _PER_MESSAGE + sum(_part_tokens(part, dialect, count) for part in parts if isinstance(part, dict))


def _part_tokens(part: Mapping[str, JsonValue], dialect: Dialect, count: Count) -> int:
    match part.get("type"):
        case "text" | "reasoning":
            return _text_tokens(part.get("text"), count)
        case "tool-call":
            call_input = count(dumps(part.get("input", UNDEFINED)))
            return _PER_CALL + _text_tokens(part.get("toolName"), count) + call_input
        case "tool-result":
            return _PER_CALL + _output_tokens(part.get("output"), dialect, count)
        case "image":
            return image_tokens(dialect)
        case "file":
            return _file_tokens(part, dialect, count)
    return 0


def _output_tokens(output: JsonValue, dialect: Dialect, count: Count) -> int:
    if not isinstance(output, dict):
        return 0
    value = output.get("value", UNDEFINED)
    match output.get("type"):
        case "text" | "error-text":
            return count(value) if isinstance(value, str) else 0
        case "json" | "error-json":
            return count(dumps(value))
        case "execution-denied":
            return _text_tokens(output.get("reason"), count)
        case "content":
            items = value if isinstance(value, list) else []
            return sum(_item_tokens(item, dialect, count) for item in items if isinstance(item, dict))
    return 0


def _item_tokens(item: Mapping[str, JsonValue], dialect: Dialect, count: Count) -> int:
    match item.get("type"):
        case "text":
            return _text_tokens(item.get("text"), count)
        case "image-data" | "image-url":
            return image_tokens(dialect)
        case "media" | "file-data":
            media_type = item.get("mediaType")
            cost = tokens_of_media_type(dialect, media_type) if isinstance(media_type, str) else None
            return _UNKNOWN_ITEM if cost is None else cost
    return _UNKNOWN_ITEM


def _file_tokens(part: Mapping[str, JsonValue], dialect: Dialect, count: Count) -> int:
    media_type = part.get("mediaType")
    cost = tokens_of_media_type(dialect, media_type) if isinstance(media_type, str) else None
    return _UNKNOWN_ITEM + _text_tokens(part.get("filename"), count) if cost is None else cost


def _text_tokens(text: JsonValue, count: Count) -> int:
    return count(text) if isinstance(text, str) else 0
