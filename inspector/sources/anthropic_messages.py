"""Messages of Anthropic's API as prompt messages, the one shape that everything above reads (SOURCES A, C)."""

from __future__ import annotations

from collections.abc import Callable

from inspector.wire.reading import as_list, text_member
from inspector.wire.values import JsonValue

_Object = dict[str, JsonValue]
NameOf = Callable[[str], str]
"""Name of the tool behind the id of a call; "" when unknown."""


def prompt_messages(role: str, content: JsonValue, name_of: NameOf) -> list[JsonValue]:
    """One API message as prompt messages: tool results stand in messages of their own."""
    if isinstance(content, str):
        return [{"role": role, "content": [_text(content)] if role != "system" else content}]
    found: list[JsonValue] = []
    parts: list[JsonValue] = []
    results: list[JsonValue] = []
    for block in as_list(content):
        if role == "user" and text_member(block, "type").endswith("tool_result"):
            if parts:
                found.append({"role": role, "content": parts})
                parts = []
            results.append(part_of(block, name_of))
            continue
        if results:
            found.append({"role": "tool", "content": results})
            results = []
        parts.append(part_of(block, name_of))
    if results:
        found.append({"role": "tool", "content": results})
    if parts:
        found.append({"role": role, "content": parts})
    return found


def part_of(block: JsonValue, name_of: NameOf) -> JsonValue:
    """One content block; what we do not know stays as it is."""
    if not isinstance(block, dict):
        return block
    kind = text_member(block, "type")
    if kind == "text":
        return _text(text_member(block, "text"))
    if kind == "thinking":
        return _reasoning(block)
    if kind in ("tool_use", "server_tool_use", "mcp_tool_use"):
        call: dict[str, JsonValue] = {
            "type": "tool-call",
            "toolCallId": text_member(block, "id"),
            "toolName": text_member(block, "name"),
            "input": block.get("input"),
        }
        return call if kind == "tool_use" else {**call, "providerExecuted": True}
    if kind.endswith("tool_result"):
        return _result(block, name_of)
    if kind in ("image", "document"):
        return _file(kind, block)
    return dict(block)


def _text(text: str) -> JsonValue:
    return {"type": "text", "text": text}


def _reasoning(block: _Object) -> JsonValue:
    part: dict[str, JsonValue] = {"type": "reasoning", "text": text_member(block, "thinking")}
    signature = block.get("signature")
    if isinstance(signature, str) and signature:
        part["providerOptions"] = {"anthropic": {"signature": signature}}
    return part


def _result(block: _Object, name_of: NameOf) -> JsonValue:
    call = text_member(block, "tool_use_id")
    content = block.get("content")
    failed = block.get("is_error") is True
    output: JsonValue
    blocks = as_list(content)
    if isinstance(content, str) or content is None:
        output = {"type": "error-text" if failed else "text", "value": content or ""}
    elif len(blocks) == 1 and text_member(blocks[0], "type") == "text":
        output = {"type": "error-text" if failed else "text", "value": text_member(blocks[0], "text")}
    else:
        output = {"type": "error-json" if failed else "content", "value": content}
    return {"type": "tool-result", "toolCallId": call, "toolName": name_of(call), "output": output}


def _file(kind: str, block: _Object) -> JsonValue:
    source = block.get("source")
    held: _Object = source if isinstance(source, dict) else {}
    part: dict[str, JsonValue] = {
        "type": "file",
        "mediaType": text_member(held, "media_type") or ("image/*" if kind == "image" else ""),
        "data": held.get("data", held.get("url")),
    }
    title = block.get("title")
    if isinstance(title, str):
        part["filename"] = title
    return part
