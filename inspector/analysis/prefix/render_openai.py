"""OpenAI-shaped bodies (Chat Completions, Responses) as blocks: tools, then messages (PROVIDER_CACHE §6.2)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from inspector.analysis.prefix.blocks import BlockKind, Body, Level, RenderedBlock
from inspector.analysis.prefix.json_text import (
    hashed_text,
    lone_text,
    mark_of,
    member_at,
    settings_from,
)
from inspector.wire.reading import as_list, as_text, text_member
from inspector.wire.values import JsonValue

_SYSTEM_ROLES: Final = frozenset({"system", "developer"})
_ITEM_KINDS: Final = {
    "function_call": BlockKind.TOOL_CALL,
    "function_call_output": BlockKind.TOOL_RESULT,
    "reasoning": BlockKind.THINKING,
    "compaction": BlockKind.OTHER,
}
_PART_KINDS: Final = {
    "image_url": BlockKind.IMAGE,
    "input_image": BlockKind.IMAGE,
    "file": BlockKind.FILE,
    "input_file": BlockKind.FILE,
}


def accepts_chat(body: dict[str, JsonValue]) -> bool:
    """Whether a body is of the Chat Completions API (also DeepSeek, GLM and other compatible ones)."""
    return isinstance(body.get("messages"), list)


def accepts_responses(body: dict[str, JsonValue]) -> bool:
    """Whether a body is of the Responses API."""
    return isinstance(body.get("input"), list | str) and "messages" not in body


def render_chat(body: dict[str, JsonValue]) -> Body:
    """Blocks of a Chat Completions body, one per message part and one per tool call."""
    blocks = list(_tools(body))
    for number, message in enumerate(as_list(body.get("messages"))):
        blocks.extend(_in_order(blocks, _chat_message(number, message)))
    return _body(body, blocks)


def render_responses(body: dict[str, JsonValue]) -> Body:
    """Blocks of a Responses body: instructions count as system text."""
    blocks = list(_tools(body))
    instructions = body.get("instructions")
    if isinstance(instructions, str):
        blocks.append(RenderedBlock(Level.SYSTEM, BlockKind.TEXT, "instructions", "system", "", instructions))
    source = body.get("input")
    single: list[JsonValue] = [{"role": "user", "content": source}]
    items = single if isinstance(source, str) else as_list(source)
    for number, item in enumerate(items):
        blocks.extend(_in_order(blocks, _response_item(number, item)))
    return _body(body, blocks)


def _in_order(before: list[RenderedBlock], blocks: Iterator[RenderedBlock]) -> list[RenderedBlock]:
    """Instructions among the messages are messages: only those at the start are the system prompt."""
    if not before or before[-1].level is not Level.MESSAGES:
        return list(blocks)
    return [
        block if block.level is Level.MESSAGES else replace(block, level=Level.MESSAGES) for block in blocks
    ]


def _body(body: dict[str, JsonValue], blocks: list[RenderedBlock]) -> Body:
    effort = body.get("reasoning_effort")
    settings = settings_from(
        {
            "tool_choice": body.get("tool_choice"),
            "thinking": body.get("thinking"),
            "effort": member_at(body, "reasoning", "effort") if effort is None else effort,
            "verbosity": member_at(body, "text", "verbosity") or body.get("verbosity"),
            "text_format": member_at(body, "text", "format") or body.get("response_format"),
            "service_tier": body.get("service_tier"),
            "cache_key": body.get("prompt_cache_key"),
        }
    )
    options = body.get("prompt_cache_options")
    return Body(
        blocks=blocks,
        settings=settings,
        retention=text_member(body, "prompt_cache_retention") or text_member(options, "ttl"),
        previous=text_member(body, "previous_response_id") or _conversation(body),
        # Claude behind an OpenAI-shaped gateway knows the automatic mode as well.
        automatic="cache_control" in body,
    )


def _conversation(body: dict[str, JsonValue]) -> str:
    """The id of a conversation whose history lies at the provider."""
    found = body.get("conversation")
    return found if isinstance(found, str) else text_member(found, "id")


def _tools(body: dict[str, JsonValue]) -> Iterator[RenderedBlock]:
    for index, tool in enumerate(as_list(body.get("tools"))):
        function = tool.get("function") if isinstance(tool, dict) else None
        name = text_member(function, "name") or text_member(tool, "name")
        yield RenderedBlock(
            Level.TOOLS, BlockKind.TOOL, f"tools[{index}]", "", name, hashed_text(tool), mark_of(tool)
        )


def _level(role: str) -> Level:
    return Level.SYSTEM if role in _SYSTEM_ROLES else Level.MESSAGES


def _chat_message(number: int, message: JsonValue) -> Iterator[RenderedBlock]:
    role = text_member(message, "role")
    path = f"messages[{number}]"
    if not isinstance(message, dict):
        return
    if role == "tool":
        yield _tool_result(path, message)
        return
    reasoning = message.get("reasoning_content")
    if isinstance(reasoning, str):
        yield RenderedBlock(
            Level.MESSAGES, BlockKind.THINKING, f"{path}.reasoning_content", role, "", reasoning
        )
    yield from _content(path, role, message.get("content"))
    for index, call in enumerate(as_list(message.get("tool_calls"))):
        yield RenderedBlock(
            Level.MESSAGES,
            BlockKind.TOOL_CALL,
            f"{path}.tool_calls[{index}]",
            role,
            text_member(call, "id"),
            hashed_text(call),
        )


def _tool_result(path: str, message: dict[str, JsonValue]) -> RenderedBlock:
    content = message.get("content")
    text, mark = lone_text(content), mark_of(message)
    if text is not None:
        mark = mark or mark_of(as_list(content)[0])
        message = {**message, "content": text}
    key = text_member(message, "tool_call_id")
    return RenderedBlock(Level.MESSAGES, BlockKind.TOOL_RESULT, path, "tool", key, hashed_text(message), mark)


def _response_item(number: int, item: JsonValue) -> Iterator[RenderedBlock]:
    path = f"input[{number}]"
    role = text_member(item, "role")
    kind = _ITEM_KINDS.get(text_member(item, "type"))
    if kind is not None or not isinstance(item, dict) or "content" not in item:
        key = text_member(item, "call_id") or text_member(item, "id")
        yield RenderedBlock(Level.MESSAGES, kind or BlockKind.OTHER, path, role, key, hashed_text(item))
        return
    yield from _content(path, role, item["content"])


def _content(path: str, role: str, content: JsonValue) -> Iterator[RenderedBlock]:
    text = lone_text(content)
    if isinstance(content, str) or text is not None:
        # One plain text part says the same as a string; gateways wrap only what carries a mark.
        mark = mark_of(as_list(content)[0]) if text is not None else ""
        plain = text if text is not None else as_text(content)
        yield RenderedBlock(_level(role), BlockKind.TEXT, f"{path}.content", role, "", plain, mark)
        return
    for index, part in enumerate(as_list(content)):
        kind = _PART_KINDS.get(text_member(part, "type"), BlockKind.TEXT)
        part_path = f"{path}.content[{index}]"
        yield RenderedBlock(_level(role), kind, part_path, role, "", hashed_text(part), mark_of(part))
