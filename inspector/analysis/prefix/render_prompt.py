"""AI SDK prompts as blocks, for requests whose body was not recorded and for replayed prompts.

`custom` parts are never sent (FORMATS B), so they are left out. Cache marks stand in
`providerOptions.anthropic.cacheControl` of a message (then it sits on its last part) or of a part.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from inspector.analysis.prefix.blocks import LONG_MARK, SHORT_MARK, BlockKind, Body, Level, RenderedBlock
from inspector.analysis.prefix.json_text import setting_text
from inspector.replay.cache_marks import unmarked
from inspector.wire import js_json
from inspector.wire.reading import as_list, text_member
from inspector.wire.values import JsonValue

_KINDS: Final = {
    "text": BlockKind.TEXT,
    "reasoning": BlockKind.THINKING,
    "tool-call": BlockKind.TOOL_CALL,
    "tool-result": BlockKind.TOOL_RESULT,
    "file": BlockKind.FILE,
    "image": BlockKind.IMAGE,
}
_NEVER_SENT: Final = frozenset({"custom"})


def render(
    prompt: list[JsonValue],
    tools: list[JsonValue] | None,
    tool_choice: JsonValue,
    provider_options: JsonValue,
) -> Body:
    """Blocks of an AI SDK prompt, one per tool and per message part."""
    blocks = list(_tools(tools or []))
    system: list[RenderedBlock] = []
    messages: list[RenderedBlock] = []
    for number, message in enumerate(prompt):
        target = system if text_member(message, "role") == "system" else messages
        target.extend(_message(number, message))
    return Body(
        blocks=[*blocks, *system, *messages],
        tool_choice=setting_text(tool_choice),
        thinking=setting_text(_thinking(provider_options)),
    )


def _thinking(provider_options: JsonValue) -> JsonValue:
    anthropic = provider_options.get("anthropic") if isinstance(provider_options, dict) else None
    return anthropic.get("thinking") if isinstance(anthropic, dict) else None


def _tools(tools: list[JsonValue]) -> Iterator[RenderedBlock]:
    for index, tool in enumerate(tools):
        name = text_member(tool, "name")
        yield RenderedBlock(
            Level.TOOLS, BlockKind.TOOL, f"tools[{index}]", "", name, _text(tool), _mark(tool)
        )


def _message(number: int, message: JsonValue) -> Iterator[RenderedBlock]:
    if not isinstance(message, dict):
        return
    role = text_member(message, "role")
    level = Level.SYSTEM if role == "system" else Level.MESSAGES
    content = message.get("content")
    if isinstance(content, str):
        path = f"messages[{number}].content"
        yield RenderedBlock(level, BlockKind.TEXT, path, role, "", content, _mark(message))
        return
    parts = [
        (index, part)
        for index, part in enumerate(as_list(content))
        if text_member(part, "type") not in _NEVER_SENT
    ]
    for index, part in parts:
        mark = _mark(part) or (_mark(message) if index == parts[-1][0] else "")
        path = f"messages[{number}].content[{index}]"
        key = text_member(part, "toolCallId")
        yield RenderedBlock(level, _kind(part), path, role, key, _text(part), mark)


def _kind(part: JsonValue) -> BlockKind:
    kind = _KINDS.get(text_member(part, "type"), BlockKind.OTHER)
    is_image = kind is BlockKind.FILE and text_member(part, "mediaType").startswith("image/")
    return BlockKind.IMAGE if is_image else kind


def _text(part: JsonValue) -> str:
    """JSON of a part without its cache mark; other provider options (signatures, item ids) are sent."""
    return js_json.dumps(unmarked(part) if isinstance(part, dict) else part)


def _mark(value: JsonValue) -> str:
    options = value.get("providerOptions") if isinstance(value, dict) else None
    anthropic = options.get("anthropic") if isinstance(options, dict) else None
    if not isinstance(anthropic, dict):
        return ""
    control = anthropic.get("cacheControl") or anthropic.get("cache_control")
    if not isinstance(control, dict):
        return ""
    return LONG_MARK if control.get("ttl") == LONG_MARK else SHORT_MARK
