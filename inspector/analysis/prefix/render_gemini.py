"""Gemini generateContent bodies as blocks: tools, system instruction, contents (PROVIDER_CACHE §6.3)."""

from __future__ import annotations

from collections.abc import Iterator

from inspector.analysis.prefix.blocks import BlockKind, Body, Level, RenderedBlock
from inspector.analysis.prefix.json_text import hashed_text, member_at, settings_from
from inspector.wire.reading import as_list, text_member
from inspector.wire.values import JsonValue


def accepts(body: dict[str, JsonValue]) -> bool:
    """Whether a body is of the generateContent API."""
    return isinstance(body.get("contents"), list)


def render(body: dict[str, JsonValue]) -> Body:
    """Blocks of a generateContent body, one per function declaration and per part."""
    return Body(
        blocks=[*_tools(body), *_system(body), *_contents(body)],
        settings=settings_from(
            {
                "tool_choice": body.get("toolConfig"),
                "thinking": member_at(body, "generationConfig", "thinkingConfig"),
                "text_format": member_at(body, "generationConfig", "responseSchema"),
            }
        ),
        explicit=text_member(body, "cachedContent"),
    )


def _tools(body: dict[str, JsonValue]) -> Iterator[RenderedBlock]:
    tools = body.get("tools")
    for number, tool in enumerate(tools if isinstance(tools, list) else [tools] if tools else []):
        declarations = as_list(tool.get("functionDeclarations")) if isinstance(tool, dict) else []
        if not declarations:
            yield RenderedBlock(Level.TOOLS, BlockKind.TOOL, f"tools[{number}]", "", "", hashed_text(tool))
        for index, declaration in enumerate(declarations):
            path = f"tools[{number}].functionDeclarations[{index}]"
            name = text_member(declaration, "name")
            yield RenderedBlock(Level.TOOLS, BlockKind.TOOL, path, "", name, hashed_text(declaration))


def _system(body: dict[str, JsonValue]) -> Iterator[RenderedBlock]:
    instruction = body.get("systemInstruction")
    for index, part in enumerate(
        as_list(instruction.get("parts") if isinstance(instruction, dict) else None)
    ):
        path = f"systemInstruction.parts[{index}]"
        yield RenderedBlock(Level.SYSTEM, BlockKind.TEXT, path, "system", "", hashed_text(part))


def _contents(body: dict[str, JsonValue]) -> Iterator[RenderedBlock]:
    for number, content in enumerate(as_list(body.get("contents"))):
        role = text_member(content, "role")
        parts = content.get("parts") if isinstance(content, dict) else None
        for index, part in enumerate(as_list(parts)):
            path = f"contents[{number}].parts[{index}]"
            yield RenderedBlock(Level.MESSAGES, _kind(part), path, role, _key(part), hashed_text(part))


def _kind(part: JsonValue) -> BlockKind:
    if not isinstance(part, dict):
        return BlockKind.OTHER
    if "functionCall" in part:
        return BlockKind.TOOL_CALL
    if "functionResponse" in part:
        return BlockKind.TOOL_RESULT
    if "inlineData" in part or "fileData" in part:
        return BlockKind.IMAGE
    return BlockKind.THINKING if part.get("thought") is True else BlockKind.TEXT


def _key(part: JsonValue) -> str:
    for name in ("functionCall", "functionResponse"):
        member = part.get(name) if isinstance(part, dict) else None
        if isinstance(member, dict):
            return text_member(member, "id") or text_member(member, "name")
    return ""
