"""Anthropic Messages bodies as blocks: tools → system → message parts (PROVIDER_CACHE §6.1)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from inspector.analysis.prefix.blocks import BlockKind, Body, Level, RenderedBlock, Shape
from inspector.analysis.prefix.json_text import (
    hashed_text,
    lone_text,
    mark_of,
    member_at,
    settings_from,
)
from inspector.wire.reading import as_list, text_member
from inspector.wire.values import JsonValue

_KINDS: Final = {
    "text": BlockKind.TEXT,
    "tool_use": BlockKind.TOOL_CALL,
    "server_tool_use": BlockKind.TOOL_CALL,
    "tool_result": BlockKind.TOOL_RESULT,
    "web_search_tool_result": BlockKind.TOOL_RESULT,
    "image": BlockKind.IMAGE,
    "document": BlockKind.FILE,
    "thinking": BlockKind.THINKING,
    "redacted_thinking": BlockKind.THINKING,
    "compaction": BlockKind.TEXT,
}


def accepts(body: dict[str, JsonValue]) -> bool:
    """Whether a body is of the Messages API: `max_tokens` and messages, and no OpenAI-only member."""
    if not isinstance(body.get("messages"), list):
        return False
    if "system" in body:
        return True
    tools = as_list(body.get("tools"))
    if tools:
        return any(isinstance(tool, dict) and "function" not in tool for tool in tools)
    roles = {text_member(message, "role") for message in as_list(body["messages"])}
    openai_only = {"stream_options", "max_completion_tokens", "response_format", "seed", "n"}
    return "max_tokens" in body and roles <= {"user", "assistant"} and openai_only.isdisjoint(body)


def render(body: dict[str, JsonValue]) -> Body:
    """Blocks of a Messages body; a string content is one text block."""
    blocks = [*_tools(body), *_system(body), *_messages(body)]
    return Body(
        blocks=blocks,
        settings=settings_from(
            {
                "tool_choice": body.get("tool_choice"),
                "thinking": body.get("thinking"),
                "effort": member_at(body, "output_config", "effort"),
                "text_format": member_at(body, "output_config", "format") or body.get("output_format"),
                "speed": body.get("speed"),
                "service_tier": body.get("service_tier"),
            }
        ),
        automatic="cache_control" in body,
    )


def _tools(body: dict[str, JsonValue]) -> Iterator[RenderedBlock]:
    for index, tool in enumerate(as_list(body.get("tools"))):
        yield RenderedBlock(
            Level.TOOLS,
            BlockKind.TOOL,
            f"tools[{index}]",
            "",
            text_member(tool, "name"),
            hashed_text(tool),
            mark_of(tool),
            # A deferred tool is loaded when it is asked for; its declaration stands in no prefix.
            hashed=not (isinstance(tool, dict) and tool.get("defer_loading") is True),
        )


def _system(body: dict[str, JsonValue]) -> Iterator[RenderedBlock]:
    system = body.get("system")
    if isinstance(system, str):
        yield RenderedBlock(Level.SYSTEM, BlockKind.TEXT, "system", "system", "", system)
    for index, block in enumerate(as_list(system)):
        text = hashed_text(block)
        yield RenderedBlock(
            Level.SYSTEM, BlockKind.TEXT, f"system[{index}]", "system", "", text, mark_of(block)
        )


def _messages(body: dict[str, JsonValue]) -> Iterator[RenderedBlock]:
    for number, message in enumerate(as_list(body.get("messages"))):
        role = text_member(message, "role")
        content = message.get("content") if isinstance(message, dict) else None
        shape = Shape.EITHER
        if isinstance(content, str):
            content, shape = [{"type": "text", "text": content}], Shape.STRING
        elif lone_text(content) is not None and not mark_of(as_list(content)[0]):
            shape = Shape.BLOCK
        for index, part in enumerate(as_list(content)):
            kind = _KINDS.get(text_member(part, "type"), BlockKind.OTHER)
            key = text_member(part, "tool_use_id") or text_member(part, "id")
            path = f"messages[{number}].content[{index}]"
            text, mark = hashed_text(part), mark_of(part)
            yield RenderedBlock(Level.MESSAGES, kind, path, role, key, text, mark, shape)
