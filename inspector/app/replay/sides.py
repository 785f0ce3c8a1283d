"""What stands side by side, without Qt: a prompt as it was and as replayed, a row as stored under both."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from inspector.analysis.prompt_view import prompt_sections
from inspector.app.diff.compare import heading
from inspector.app.selection import Selection
from inspector.replay.result import ReplayResult, RequestOutcome, Size, TurnOutcome
from inspector.wire import JsonValue


class Lane(StrEnum):
    """What is compared."""

    PROMPT = "prompt"
    STORED = "stored"


@dataclass(frozen=True, slots=True, kw_only=True)
class Sides:
    """Two texts and what they are.

    Attributes:
        left, right: the texts.
        recorded: the left one is what was recorded; else what the session's own settings give.
        left_size, right_size: of prompts; None for rows.
        left_bytes, right_bytes: of rows.
        stand_in: the right one rests on a stand-in for a summary.
    """

    left: str
    right: str
    recorded: bool = False
    left_size: Size | None = None
    right_size: Size | None = None
    left_bytes: int | None = None
    right_bytes: int | None = None
    stand_in: bool = False


def outcome_of(selection: Selection, result: ReplayResult | None) -> RequestOutcome | None:
    """The replayed request a selection is about: by its record, else by its step, else the last of its turn."""
    found = None
    for outcome in () if result is None else result.requests:
        if selection.request is not None and outcome.request_index == selection.request.index:
            return outcome
        if selection.message is None or outcome.message_id != selection.message.id:
            continue
        if selection.step is None or selection.step.number == outcome.step:
            found = outcome
    return found


def turn_of(selection: Selection, result: ReplayResult | None) -> TurnOutcome | None:
    """The row a selection is about, as stored after the replay."""
    if selection.message is None or result is None:
        return None
    return next((turn for turn in result.turns if turn.message_id == selection.message.id), None)


def prompt_sides(selection: Selection, own: ReplayResult | None, other: ReplayResult | None) -> Sides | None:
    """The selected request's prompt on both sides (a worker's job); None when the replay has no such request."""
    left, right = outcome_of(selection, own), outcome_of(selection, other)
    if right is None:
        return None
    record = selection.request
    recorded = record is not None and record.has_payload
    if recorded and record is not None:
        before: Sequence[JsonValue] = _messages(selection.source.payload(record.index).prompt)
        size = right.recorded
    else:
        before, size = (() if left is None else left.prompt), (None if left is None else left.after)
    return Sides(
        left=prompt_text(before),
        right=prompt_text(right.prompt),
        recorded=recorded,
        left_size=size,
        right_size=right.after,
        stand_in=right.served_summary and right.basis.value == "depends-on-stand-in",
    )


def stored_sides(selection: Selection, own: ReplayResult | None, other: ReplayResult | None) -> Sides | None:
    """The selected row as stored on both sides (a worker's job); None when it is no row of a database."""
    left, right = turn_of(selection, own), turn_of(selection, other)
    if right is None:
        return None
    return Sides(
        left="" if left is None else row_text(left.parts),
        right=row_text(right.parts),
        left_bytes=None if left is None else left.stored_bytes_after,
        right_bytes=right.stored_bytes_after,
    )


def prompt_text(messages: Sequence[JsonValue]) -> str:
    """A prompt as text: a heading line for each section, then what it says."""
    lines = []
    for section in prompt_sections(list(messages)):
        lines += [heading(section), section.text, ""]
    return "\n".join(lines)


def row_text(parts: Sequence[JsonValue]) -> str:
    """Parts of a row as laid-out JSON; long texts stay on one line, as they are stored."""
    return json.dumps(list(parts), ensure_ascii=False, indent=2)


def _messages(prompt: JsonValue) -> list[JsonValue]:
    return prompt if isinstance(prompt, list) else []
