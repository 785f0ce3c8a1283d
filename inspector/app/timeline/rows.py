"""The kinds of rows a timeline shows; plain values that painters word and item models hold.

`key` names the thing behind a row and survives reloading, so selection and unfolding can be kept when a file that
is followed live has grown.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from inspector.app.timeline.tool_output import OutputFacts, OutputItem
from inspector.model import (
    UNKNOWN_USAGE,
    AnchorPart,
    CompactionBoundary,
    DataState,
    Message,
    Part,
    PathNote,
    RequestRecord,
    Step,
    ToolPart,
    Usage,
)


class NoteKind(StrEnum):
    """What a plain text row under a turn stands for."""

    TEXT = "text"
    REASONING = "reasoning"
    FILE = "file"
    SOURCE = "source"
    DATA = "data"
    ERROR = "error"
    UNKNOWN = "unknown"
    DAMAGED = "damaged"
    INPUT = "input"
    OUTPUT = "output"


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """What all rows share.

    Attributes:
        key: stable name of the thing behind the row.
        expandable: has rows below it.
        folded: lies before the fold the next prompt is built from; painted dimmed.
    """

    key: str
    expandable: bool = False
    folded: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnRow(Row):
    """A message as a card.

    Attributes:
        number: 1-based position on the branch.
        message: the message behind it.
        preview: one line of its text.
        prompt_tokens: measured size of the (last) prompt it caused; None = unknown or no model call.
        estimated_tokens: our estimate of its own text, for rows that no provider measured.
        share: its tokens as a share of the largest prompt of the conversation, 0–1; None = unknown.
        usage: measured, summed over its model calls.
        call_count: model calls.
        duration_ms: wall time; None = unknown.
        alternatives: messages that could stand in its place, itself included, in stored order.
        error: how it failed, "" when it did not.
    """

    number: int
    message: Message
    preview: str
    prompt_tokens: int | None = None
    estimated_tokens: int | None = None
    share: float | None = None
    usage: Usage = UNKNOWN_USAGE
    call_count: int = 0
    duration_ms: int | None = None
    alternatives: tuple[str, ...] = ()
    error: str = ""

    @property
    def has_problem(self) -> bool:
        """Failed, never finished, or stored in a form that cannot be read."""
        unfinished = self.message.status in ("error", "pending")
        return bool(self.error) or unfinished or self.message.data_state is not DataState.OK


@dataclass(frozen=True, slots=True, kw_only=True)
class PathRow(Row):
    """Why the branch does not reach back to its beginning."""

    note: PathNote


@dataclass(frozen=True, slots=True, kw_only=True)
class StepRow(Row):
    """A model call inside an assistant turn.

    Attributes:
        message, step: where it belongs.
        request: its record, when known.
        request_number: that record's number in the conversation, from 1.
        count: model calls of the turn.
        usage: measured.
    """

    message: Message
    step: Step
    request: RequestRecord | None
    count: int
    request_number: int = 0
    usage: Usage = UNKNOWN_USAGE


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestRow(Row):
    """A model call that no message shows: a side call, a failed attempt, one that never ended."""

    request: RequestRecord


@dataclass(frozen=True, slots=True, kw_only=True)
class BandRow(Row):
    """A fold across the timeline.

    Attributes:
        boundary: as recorded.
        anchor: the anchor part it was read from, when it lies inside a turn.
        message: the turn it lies in or ends with, when known.
        part_index: of the anchor part.
    """

    boundary: CompactionBoundary
    anchor: AnchorPart | None = None
    message: Message | None = None
    part_index: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SummaryRow(Row):
    """The text of a fold's summary."""

    boundary: CompactionBoundary
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolRow(Row):
    """A tool call on one line.

    Attributes:
        message, part_index, part: where it lies.
        step: the model call that made it.
        facts: its output in figures; None = no output.
        in_prompt: the figures were read from a recorded prompt, not from a stored row.
    """

    message: Message
    part_index: int
    part: ToolPart
    step: Step | None
    facts: OutputFacts | None
    in_prompt: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemRow(Row):
    """One text of a tool's output: a source, a page, a file.

    Attributes:
        tool: the row it lies under.
        item: identity and figures.
        last: nothing of the same output follows.
    """

    tool: ToolRow
    item: OutputItem
    last: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ExcerptRow(Row):
    """Head and tail of a shortened text, with the gap between them named.

    Attributes:
        item: what is excerpted.
        tool: the tool call it lies under.
    """

    item: OutputItem
    tool: ToolRow


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteRow(Row):
    """A line of text under a turn.

    Attributes:
        kind: what it stands for.
        label: a name that goes before the text, such as a part's type or a file's name; "" for none.
        preview: one line.
        chars: length of the whole text; None where it is none.
        message, part_index, part: where it lies; None for a turn's own damage.
        step: the model call that made it.
        members: indexes of all parts it stands for, when there are several.
    """

    kind: NoteKind
    message: Message
    preview: str
    label: str = ""
    chars: int | None = None
    part_index: int | None = None
    part: Part | None = None
    step: Step | None = None
    members: tuple[int, ...] = field(default=())
