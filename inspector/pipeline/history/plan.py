"""What a fold summarises and what it keeps, by whole turns (PIPELINE §9, §12)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from inspector.pipeline.history.message import IrMessage
from inspector.pipeline.history.turns import group_into_turns
from inspector.pipeline.history.validity import Repair, repair_history


@dataclass(frozen=True, slots=True)
class CompactionPlan:
    """A history split for folding.

    Attributes:
        system: system messages, wherever they stood; never folded.
        to_summarize: older turns.
        to_keep: the most recent turns.
        repairs: what made the history valid before it was split.
    """

    system: list[IrMessage]
    to_summarize: list[IrMessage]
    to_keep: list[IrMessage]
    repairs: tuple[Repair, ...] = ()


def plan_compaction(history: Sequence[IrMessage], keep_recent_turns: float) -> CompactionPlan:
    """Repair the history and split it before its last `keep_recent_turns` turns.

    The number is rounded down; below one everything is summarised, beyond the turns there are nothing is.
    """
    valid = repair_history(history)
    system = [message for message in valid.messages if message["role"] == "system"]
    others = [message for message in valid.messages if message["role"] != "system"]
    cut = _cut(others, keep_recent_turns)
    return CompactionPlan(system, others[:cut], others[cut:], valid.repairs)


def _cut(messages: list[IrMessage], keep_recent_turns: float) -> int:
    turns = group_into_turns(messages)
    if keep_recent_turns >= len(turns):
        return 0
    keep = max(0, math.floor(keep_recent_turns))
    return turns[len(turns) - keep].start if keep else len(messages)
