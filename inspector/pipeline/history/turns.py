"""Turns: the units that folding and dropping never cut through (PIPELINE §9, "Turns")."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from inspector.pipeline.history.message import IrMessage, tool_calls


@dataclass(frozen=True, slots=True)
class Turn:
    """Messages `start` … `end` - 1 of a history."""

    start: int
    end: int

    def __len__(self) -> int:
        return self.end - self.start


def group_into_turns(history: Sequence[IrMessage]) -> list[Turn]:
    """Split a history: an assistant with calls and the tool messages right after it make one turn, any other
    message one of its own."""
    turns: list[Turn] = []
    start = 0
    while start < len(history):
        end = start + 1
        if history[start]["role"] == "assistant" and tool_calls(history[start]):
            while end < len(history) and history[end]["role"] == "tool":
                end += 1
        turns.append(Turn(start, end))
        start = end
    return turns
