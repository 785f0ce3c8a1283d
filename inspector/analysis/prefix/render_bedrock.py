"""Bedrock Converse bodies as blocks: tools → system → message parts; `cachePoint` marks the block before it (§6.5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from inspector.analysis.prefix.blocks import BlockKind, Body, Level, RenderedBlock
from inspector.analysis.prefix.json_text import hashed_text, mark_of, member_at, settings_from
from inspector.wire.reading import as_list, text_member
from inspector.wire.values import JsonValue

_KINDS: Final = {
    "text": BlockKind.TEXT,
    "toolUse": BlockKind.TOOL_CALL,
    "toolResult": BlockKind.TOOL_RESULT,
    "image": BlockKind.IMAGE,
    "document": BlockKind.FILE,
    "reasoningContent": BlockKind.THINKING,
}


def accepts(body: dict[str, JsonValue]) -> bool:
    """Whether a body is of the Converse API: parts are named by their only member and have no `type`."""
    if not isinstance(body.get("messages"), list):
        return False
    if any(name in body for name in ("inferenceConfig", "toolConfig", "additionalModelRequestFields")):
        return True
    parts = [
        part
        for message in [*as_list(body["messages"]), {"content": body.get("system")}]
        for part in as_list(message.get("content") if isinstance(message, dict) else None)
    ]
    return bool(parts) and all(isinstance(part, dict) and "type" not in part for part in parts)


def render(body: dict[str, JsonValue]) -> Body:
    """Blocks of a Converse body."""
    tools = _tools(as_list(member_at(body, "toolConfig", "tools")))
    system = _marked(
        [(f"system[{index}]", "", part) for index, part in enumerate(as_list(body.get("system")))],
        Level.SYSTEM,
        "system",
    )
    blocks = [*tools, *system]
    for number, message in enumerate(as_list(body.get("messages"))):
        content = as_list(message.get("content") if isinstance(message, dict) else None)
        places = [
            (f"messages[{number}].content[{index}]", _key(part), part) for index, part in enumerate(content)
        ]
        blocks.extend(_marked(places, Level.MESSAGES, text_member(message, "role")))
    extra = body.get("additionalModelRequestFields")
    return Body(
        blocks=blocks,
        settings=settings_from(
            {
                "tool_choice": member_at(body, "toolConfig", "toolChoice"),
                "thinking": member_at(extra, "thinking") or member_at(extra, "reasoning_config"),
                "effort": member_at(extra, "output_config", "effort"),
                "service_tier": member_at(body, "serviceTier"),
            }
        ),
    )


def _tools(tools: list[JsonValue]) -> Iterator[RenderedBlock]:
    places = [
        (f"tools[{index}]", text_member(member_at(tool, "toolSpec"), "name"), tool)
        for index, tool in enumerate(tools)
    ]
    for block in _marked(places, Level.TOOLS, ""):
        yield replace(block, kind=BlockKind.TOOL)


def _marked(places: Sequence[tuple[str, str, JsonValue]], level: Level, role: str) -> list[RenderedBlock]:
    """Parts (path, key, value) as blocks; a cache point is no block but a mark on the one before."""
    blocks: list[RenderedBlock] = []
    for path, key, part in places:
        point = member_at(part, "cachePoint")
        if point is None:
            blocks.append(RenderedBlock(level, _kind(part), path, role, key, hashed_text(part)))
        elif blocks:
            blocks[-1] = replace(blocks[-1], mark=mark_of(part))
    return blocks


def _kind(part: JsonValue) -> BlockKind:
    names = part if isinstance(part, dict) else {}
    return next((kind for name, kind in _KINDS.items() if name in names), BlockKind.OTHER)


def _key(part: JsonValue) -> str:
    names = (text_member(member_at(part, name), "toolUseId") for name in ("toolUse", "toolResult"))
    return next((key for key in names if key), "")
