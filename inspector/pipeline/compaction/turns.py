"""How many recent turns of a tool loop a fold keeps (PIPELINE §12)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from inspector.wire import JsonValue

MessageFigure: TypeAlias = Callable[[JsonValue], int]
"""Footprint (§1) of one model message, tokens."""


def keep_recent_turns(messages: Sequence[JsonValue], keep_budget: float, footprint_of: MessageFigure) -> int:
    """Turns, counted from the end, until their footprint reaches the budget; at least 1.

    System messages are no turns: a fold keeps them all.
    """
    others = [message for message in messages if _role(message) != "system"]
    used = count = 0
    for start, end in reversed(model_turns(others)):
        count += 1
        used += sum(map(footprint_of, others[start:end]))
        if used >= keep_budget:
            break
    return max(1, count)


def model_turns(messages: Sequence[JsonValue]) -> list[tuple[int, int]]:
    """Turns of model messages as (start, end): an assistant with calls and the tool messages after it are one."""
    turns: list[tuple[int, int]] = []
    start = 0
    while start < len(messages):
        end = start + 1
        if _calls_tools(messages[start]):
            while end < len(messages) and _role(messages[end]) == "tool":
                end += 1
        turns.append((start, end))
        start = end
    return turns


def _role(message: JsonValue) -> JsonValue:
    return message.get("role") if isinstance(message, dict) else None


def _calls_tools(message: JsonValue) -> bool:
    if not isinstance(message, dict) or message.get("role") != "assistant":
        return False
    content = message.get("content")
    return isinstance(content, list) and any(
        isinstance(part, dict) and part.get("type") == "tool-call" for part in content
    )
