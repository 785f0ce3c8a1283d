"""Pruning a prompt: reasoning, and messages left empty (PIPELINE §5, order per request).

The semantics are the AI SDK's `pruneMessages`. The application itself keeps all reasoning and only removes
what is empty; the other settings answer "what if".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from inspector.wire import JsonValue


class ReasoningPruning(StrEnum):
    """Which assistant messages lose their reasoning."""

    NONE = "none"
    ALL = "all"
    BEFORE_LAST_MESSAGE = "before-last-message"


@dataclass(frozen=True, slots=True, kw_only=True)
class PrunePolicy:
    """What is pruned.

    Attributes:
        reasoning: which reasoning parts go.
        remove_empty: messages without content go.
    """

    reasoning: ReasoningPruning = ReasoningPruning.NONE
    remove_empty: bool = True


@dataclass(frozen=True, slots=True)
class Pruned:
    """A pruned prompt.

    Attributes:
        messages: untouched ones are the objects given.
        reasoning_removed: (index of the message given, reasoning parts it lost).
        messages_removed: indexes of the messages given that went because nothing was left of them.
    """

    messages: list[JsonValue]
    reasoning_removed: tuple[tuple[int, int], ...] = ()
    messages_removed: tuple[int, ...] = ()


def prune(prompt: Sequence[JsonValue], policy: PrunePolicy) -> Pruned:
    """Apply a policy to a prompt."""
    messages = [
        _without_reasoning(message) if _loses_reasoning(index, len(prompt), policy.reasoning) else message
        for index, message in enumerate(prompt)
    ]
    removed = tuple(
        (index, _size(before) - _size(after))
        for index, (before, after) in enumerate(zip(prompt, messages, strict=True))
        if before is not after
    )
    if not policy.remove_empty:
        return Pruned(messages, removed)
    empty = tuple(index for index, message in enumerate(messages) if _size(message) == 0)
    return Pruned([message for message in messages if _size(message)], removed, empty)


def _loses_reasoning(index: int, count: int, which: ReasoningPruning) -> bool:
    if which is ReasoningPruning.BEFORE_LAST_MESSAGE:
        return index < count - 1
    return which is ReasoningPruning.ALL


def _without_reasoning(message: JsonValue) -> JsonValue:
    if not isinstance(message, dict) or message["role"] != "assistant":
        return message
    content = message["content"]
    if not isinstance(content, list):
        return message
    kept = [part for part in content if not isinstance(part, dict) or part.get("type") != "reasoning"]
    return message if len(kept) == len(content) else {**message, "content": kept}


def _size(message: JsonValue) -> int:
    content = message.get("content") if isinstance(message, dict) else None
    return len(content) if isinstance(content, list | str) else 0
