"""Dropping the oldest turns in proportion to the overshoot (PIPELINE §13)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from inspector.pipeline.history.message import IrMessage
from inspector.pipeline.history.turns import group_into_turns
from inspector.wire import dumps_length

KEPT_AT_LEAST: Final = 2
"""Messages that stay besides the leading system messages, however large the overshoot."""

LengthOf = Callable[[IrMessage], int]


def drop_oldest(
    history: list[IrMessage], tokens: float, limit: float, *, length_of: LengthOf = dumps_length
) -> list[IrMessage]:
    """Drop whole turns from the start until the overshoot's share of the JSON length is gone.

    Leading system messages stay. Returns the list given when it is within the limit or nothing can go.
    """
    if tokens <= limit:
        return history
    start = next((i for i, message in enumerate(history) if message["role"] != "system"), len(history))
    lengths = [length_of(message) for message in history]
    end = _first_kept(history, start, lengths, (tokens - limit) / tokens * sum(lengths))
    return history if end == start else history[:start] + history[end:]


def _first_kept(history: Sequence[IrMessage], start: int, lengths: list[int], excess: float) -> int:
    dropped, end = 0, start
    for turn in group_into_turns(history[start:]):
        next_end = start + turn.end
        if dropped >= excess or len(history) - next_end < KEPT_AT_LEAST:
            break
        dropped += sum(lengths[end:next_end])
        end = next_end
    return end
