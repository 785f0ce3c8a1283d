"""What both trims of a replay share: results by which texts are over the threshold, outcomes as data (§5, §6)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Generic, TypeVar

from inspector.pipeline.trim_record import TrimRecord
from inspector.replay.result import Lane, RemovedMiddle, TrimOutcome

TrimmedT = TypeVar("TrimmedT")


@dataclass(slots=True)
class Variants(Generic[TrimmedT]):
    """One message or row under one set of rules; thresholds that pick out the same texts give the same bytes.

    Attributes:
        lengths: UTF-16 units of every text that a trim looks at.
        by_decision: what the trim left, by which of them are over the threshold.
        holder: whatever must stay alive as long as this is known, such as the object a key is the id of.
    """

    lengths: tuple[int, ...]
    by_decision: dict[tuple[bool, ...], TrimmedT] = field(default_factory=dict)
    holder: object = None

    def at(self, threshold: float) -> TrimmedT | None:
        """What is known for a threshold."""
        return self.by_decision.get(self._decision(threshold))

    def keep(self, threshold: float, trimmed: TrimmedT) -> None:
        """Remember what a threshold gave."""
        self.by_decision[self._decision(threshold)] = trimmed

    def _decision(self, threshold: float) -> tuple[bool, ...]:
        return tuple([length > threshold for length in self.lengths])


def trim_outcome(record: TrimRecord, lane: Lane, removed: RemovedMiddle | None = None) -> TrimOutcome:
    """A trim's record as plain data of a result."""
    return TrimOutcome(
        tool=record.tool_name,
        call_id=record.tool_call_id,
        key=record.key,
        chars_before=record.chars_before,
        chars_after=record.chars_after,
        lane=lane,
        rule=f"{record.rule}-{record.outcome}",
        removed=removed,
    )
