"""An IR as plain texts: what a summariser without tools can read (PIPELINE §10, "Before sending")."""

from __future__ import annotations

from collections.abc import Iterable

from inspector.pipeline.history.message import (
    IrMessage,
    call_arguments,
    call_name,
    text_of,
    tool_calls,
)
from inspector.wire import JsonValue, utf16


def flatten(messages: Iterable[IrMessage]) -> list[IrMessage]:
    """Prompt of an IR: tool results as user texts, calls appended to the assistant's text, the rest by role."""
    return [_flat(message) for message in messages]


def _flat(message: IrMessage) -> IrMessage:
    if message["role"] == "system":
        return {"role": "system", "content": text_of(message)}
    if message["role"] == "assistant":
        return _text_message("assistant", _with_calls(message))
    if message["role"] == "tool":
        return _text_message("user", _tool_result(message))
    return _text_message("user", text_of(message))


def _text_message(role: str, text: str) -> IrMessage:
    content: list[JsonValue] = [{"type": "text", "text": text}]
    return {"role": role, "content": content}


def _with_calls(message: IrMessage) -> str:
    calls = [f"[Called tool: {call_name(call)}({call_arguments(call)})]" for call in tool_calls(message)]
    return utf16.join(filter(None, [text_of(message), *calls]), "\n")


def _tool_result(message: IrMessage) -> str:
    identifier = message.get("tool_call_id")
    label = f" ({identifier})" if identifier else ""
    return f"[Tool result{label}: {text_of(message)}]"
