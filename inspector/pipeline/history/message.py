"""The intermediate representation's message and how its calls are read (PIPELINE §9, "IR").

An IR message stays a JSON object, not a dataclass: the budget of a request is measured over its JSON text,
key for key, its pass-through fields included.
"""

from __future__ import annotations

from typing import TypeAlias

from inspector.wire import JsonValue

IrMessage: TypeAlias = "dict[str, JsonValue]"
"""`role`, `content` (text), `tool_calls`?, `tool_call_id`?, `name`?, `thinking`?, `attachments`?, and the `_`
fields that carry the original through (see `ir.py`)."""


def tool_calls(message: IrMessage) -> list[JsonValue]:
    """The calls of a message; empty when it has none."""
    calls = message.get("tool_calls")
    return calls if isinstance(calls, list) else []


def call_id(call: JsonValue) -> str:
    """Id of a call; "" when it is malformed."""
    identifier = call.get("id") if isinstance(call, dict) else None
    return identifier if isinstance(identifier, str) else ""


def call_name(call: JsonValue) -> str:
    """Tool name of a call; "" when it has none."""
    function = call.get("function") if isinstance(call, dict) else None
    name = function.get("name") if isinstance(function, dict) else None
    return name if isinstance(name, str) else ""


def call_arguments(call: JsonValue) -> str:
    """Arguments of a call as the JSON text it carries; "" when it has none."""
    function = call.get("function") if isinstance(call, dict) else None
    arguments = function.get("arguments") if isinstance(function, dict) else None
    return arguments if isinstance(arguments, str) else ""


def called_ids(message: IrMessage) -> list[str]:
    """Ids of the calls an assistant message makes."""
    return [call_id(call) for call in tool_calls(message)] if message["role"] == "assistant" else []


def text_of(message: IrMessage) -> str:
    """The text content of a message; "" when it is absent."""
    content = message.get("content")
    return content if isinstance(content, str) else ""
