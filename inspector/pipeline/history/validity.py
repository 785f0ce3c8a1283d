"""Repair of a history so that providers accept it (PIPELINE §9, "Validity repair").

Every tool result needs an earlier call, every call a result, and the conversation opens with the user.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from inspector.pipeline.history.message import IrMessage, call_id, call_name, called_ids, tool_calls

CONTINUES: Final = "[Conversation continues]"
NO_RESULT: Final = "[No tool result available]"


class RepairKind(StrEnum):
    """What a repair did to one message."""

    ORPHAN_DROPPED = "orphan-dropped"
    PLACEHOLDER_ADDED = "placeholder-added"
    USER_INSERTED = "user-inserted"


@dataclass(frozen=True, slots=True)
class Repair:
    """One repair.

    Attributes:
        kind: what was done.
        index: position in the history given: the dropped result, the assistant whose call went
            unanswered, or the message the user message was put before (its length: at the end).
        tool_call_id: the call concerned, "" for an inserted user message.
    """

    kind: RepairKind
    index: int
    tool_call_id: str = ""


@dataclass(frozen=True, slots=True)
class ValidHistory:
    """A valid history and how it was made so.

    Attributes:
        messages: messages that needed no repair are the objects given.
        repairs: in the order they were made; empty = nothing was wrong.
    """

    messages: list[IrMessage]
    repairs: tuple[Repair, ...] = ()


def continues_message() -> IrMessage:
    """The user message that stands in for an opening that is gone."""
    return {"role": "user", "content": CONTINUES}


def ensure_valid_history(history: Sequence[IrMessage]) -> list[IrMessage]:
    """`repair_history` without its record."""
    return repair_history(history).messages


def repair_history(history: Sequence[IrMessage]) -> ValidHistory:
    """Drop orphaned results, answer open calls, open with the user; an empty history stays so (PIPELINE §9).

    Tool messages without an id are kept. A result that comes after the next user or assistant message
    stays *and* its call gets a placeholder, right after the assistant, before the results it has.
    """
    repairs: list[Repair] = []
    kept = _without_orphans(history, repairs)
    if history and not kept:
        return ValidHistory([continues_message()], (*repairs, Repair(RepairKind.USER_INSERTED, len(history))))
    answered = _with_every_call_answered(kept, repairs)
    messages = _opened_by_user(answered, repairs)
    return ValidHistory(messages, tuple(repairs))


def _without_orphans(history: Sequence[IrMessage], repairs: list[Repair]) -> list[tuple[int, IrMessage]]:
    called: set[str] = set()
    kept: list[tuple[int, IrMessage]] = []
    for index, message in enumerate(history):
        if message["role"] == "tool":
            identifier = message.get("tool_call_id")
            if isinstance(identifier, str) and identifier and identifier not in called:
                repairs.append(Repair(RepairKind.ORPHAN_DROPPED, index, identifier))
                continue
        else:
            called.update(called_ids(message))
        kept.append((index, message))
    return kept


def _with_every_call_answered(
    kept: list[tuple[int, IrMessage]], repairs: list[Repair]
) -> list[tuple[int, IrMessage]]:
    result: list[tuple[int, IrMessage]] = []
    for position, (index, message) in enumerate(kept):
        result.append((index, message))
        if message["role"] == "assistant" and tool_calls(message):
            for placeholder in _placeholders(message, _answered_after(kept, position)):
                repairs.append(Repair(RepairKind.PLACEHOLDER_ADDED, index, str(placeholder["tool_call_id"])))
                result.append((index, placeholder))
    return result


def _answered_after(kept: list[tuple[int, IrMessage]], position: int) -> set[object]:
    answered: set[object] = set()
    for after in range(position + 1, len(kept)):
        message = kept[after][1]
        if message["role"] in ("user", "assistant"):
            break
        if message["role"] == "tool":
            answered.add(message.get("tool_call_id"))
    return answered


def _placeholders(assistant: IrMessage, answered: set[object]) -> Iterator[IrMessage]:
    # As a Map does: a repeated id keeps its first place and its last name.
    names = {call_id(call): call_name(call) for call in tool_calls(assistant)}
    for identifier, name in names.items():
        if identifier not in answered:
            placeholder: IrMessage = {"role": "tool", "tool_call_id": identifier, "content": NO_RESULT}
            if name:
                placeholder["name"] = name
            yield placeholder


def _opened_by_user(answered: list[tuple[int, IrMessage]], repairs: list[Repair]) -> list[IrMessage]:
    messages = [message for _, message in answered]
    first = next((i for i, message in enumerate(messages) if message["role"] != "system"), None)
    if first is not None and messages[first]["role"] != "user":
        repairs.append(Repair(RepairKind.USER_INSERTED, answered[first][0]))
        messages.insert(first, continues_message())
    return messages
