"""How UI message parts are told apart and named (FORMATS A, PIPELINE §9)."""

from __future__ import annotations

from typing import Final, TypeAlias

from inspector.wire import JsonValue

JsonObject: TypeAlias = "dict[str, JsonValue]"

INCOMPLETE_STATES: Final = frozenset({"input-streaming", "input-available"})
"""Calls without a result: they are left out of the prompt."""


def parts_of(message: JsonObject) -> list[JsonObject]:
    """The parts of a UI message; what is no object is left out."""
    parts = message.get("parts")
    return [part for part in parts if isinstance(part, dict)] if isinstance(parts, list) else []


def part_type(part: JsonObject) -> str:
    """The part's type; "" when it has none."""
    kind = part.get("type")
    return kind if isinstance(kind, str) else ""


def is_tool(part: JsonObject) -> bool:
    """Whether the part is a tool call, declared (`tool-<name>`) or dynamic."""
    kind = part_type(part)
    return kind.startswith("tool-") or kind == "dynamic-tool"


def is_data(part: JsonObject) -> bool:
    """Whether the part is the application's own data, which is never sent."""
    return part_type(part).startswith("data-")


def tool_name(part: JsonObject) -> str:
    """Name of the called tool; "" for a dynamic one without a name."""
    kind = part_type(part)
    if kind != "dynamic-tool":
        return kind.removeprefix("tool-")
    name = part.get("toolName")
    return name if isinstance(name, str) else ""


def is_incomplete(part: JsonObject) -> bool:
    """Whether the part is a call that never got as far as a result."""
    return is_tool(part) and part.get("state") in INCOMPLETE_STATES
