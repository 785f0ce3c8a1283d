"""From a conversation to the rows of its timeline: turns, folds, and what lies under them, made when unfolded.

Qt-free. `TimelineRows.rows()` makes the top level, `children(row)` one level below; both are pure functions of
the conversation, so two calls give equal rows (FORMATS A and B).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Final

from inspector.app.timeline import turn_parts
from inspector.app.timeline.rows import (
    BandRow,
    ItemRow,
    PathRow,
    RequestRow,
    Row,
    StepRow,
    SummaryRow,
    ToolRow,
    TurnRow,
)
from inspector.app.timeline.turn_text import error_of, first_line, preview_of
from inspector.model import (
    UNKNOWN_USAGE,
    AnchorPart,
    AnchorPhase,
    AnchorStatus,
    BoundaryOrigin,
    Branch,
    CompactionBoundary,
    Conversation,
    DataState,
    Message,
    Part,
    RequestRecord,
    RequestState,
    Role,
    Step,
    StepStartPart,
    TextPart,
    Usage,
    sum_usage,
)

Estimate = Callable[[str], int]
"""Tokens of a text; used only where nothing was measured, and shown as an estimate."""

_ESTIMATE_LIMIT: Final = 200_000
"""Longer texts are not estimated: a list must not cost a pass over megabytes."""


class TimelineRows:
    """Rows of one branch of a conversation.

    Attributes:
        conversation, branch: what is shown.
    """

    def __init__(
        self, conversation: Conversation, branch: Branch | None = None, *, estimate: Estimate | None = None
    ) -> None:
        self.conversation = conversation
        self.branch = branch or conversation.active_branch
        self._estimate = estimate
        self._in_prompt = conversation.summary.by_request
        self._messages = list(conversation.path(self.branch))
        self._requests = {request.index: request for request in conversation.requests}

    def rows(self) -> list[Row]:
        """The top level, oldest first; made once, so a worker can make it before it is shown."""
        return self._rows

    @cached_property
    def _rows(self) -> list[Row]:
        note = self.branch.note
        rows: list[Row] = [] if note is None else [PathRow(key=f"path:{note}", note=note)]
        for number, message in enumerate(self._messages, start=1):
            rows += self._loose_before(message.steps[0]) if message.steps else []
            rows += self._bands_before(message)
            rows.append(self._turn(number, message))
            rows += self._bands_after(message)
        rows += [self._request_row(request) for request in self._loose.get(None, ())]
        return rows

    def children(self, row: Row) -> list[Row]:
        """One level below a row; empty for leaves."""
        if isinstance(row, TurnRow):
            return self._turn_children(row)
        if isinstance(row, BandRow) and row.boundary.summary is not None:
            text = row.boundary.summary
            return [SummaryRow(key=f"{row.key}/summary", boundary=row.boundary, text=text)]
        if isinstance(row, ToolRow):
            return turn_parts.tool_children(row)
        if isinstance(row, ItemRow):
            return turn_parts.item_children(row)
        return []

    # -- folds

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {message.id: number for number, message in enumerate(self._messages, start=1)}

    @cached_property
    def _folded_to(self) -> int:
        """Number of the last turn that is served as a summary; 0 = none.

        A fold in the middle of a turn keeps some of it, so it dims only what came before that turn.
        """
        ends = [0]
        for boundary in self.conversation.boundaries:
            if boundary.served:
                end = self._numbers.get(boundary.after_message_id or "", 0)
                ends.append(end - 1 if boundary.request_index in self._inner_steps else end)
        return max(ends)

    @cached_property
    def _placed(self) -> list[CompactionBoundary]:
        """The folds that get a band of their own: anchors are shown where their part lies."""
        known = [b for b in self.conversation.boundaries if b.origin is not BoundaryOrigin.ANCHOR]
        covered = {b.after_message_id for b in known}
        anchors = [
            b
            for b in self.conversation.boundaries
            if b.origin is BoundaryOrigin.ANCHOR
            and b.after_message_id is not None
            and b.after_message_id not in covered
        ]
        return known + anchors

    @cached_property
    def _inner_steps(self) -> set[int]:
        """Request indexes of steps that are not the first of their turn: a fold there lies inside the turn."""
        later = (step for m in self._messages for step in m.steps[1:])
        return {step.request_index for step in later if step.request_index is not None}

    @cached_property
    def _happened(self) -> dict[int, str]:
        """The turn before which each fold happened, by position in `_placed`; folds of unknown time are left out.

        A fold is written on the row where the folded history ends, yet it happens turns later: when the first
        request was sent with its summary.
        """
        first = {
            step.request_index: message.id
            for message in self._messages
            for step in message.steps[:1]
            if step.request_index is not None
        }
        found: dict[int, str] = {}
        for place, boundary in enumerate(self._placed):
            if boundary.request_index is not None:
                turn = first.get(boundary.request_index)
            else:
                turn = self._folding_turn(boundary)
            if turn is not None:
                found[place] = turn
        return found

    def _folding_turn(self, boundary: CompactionBoundary) -> str | None:
        """The turn that made a stored summary: by its anchor, else by the first prompt smaller than the one before.

        With nothing measured it is the first turn behind the row; None when there is none (PIPELINE §11).
        """
        end = self._numbers.get(boundary.after_message_id or "")
        if end is None:
            return None
        turns = [m for m in self._messages[end:] if m.role is Role.ASSISTANT]
        anchored = [m for m in turns if _folds_at_start(m)]
        if anchored:
            return anchored[0].id
        before = next(
            (size for m in reversed(self._messages[:end]) if (size := self._prompt_tokens(m)) is not None),
            None,
        )
        for message in turns:
            first = self._first_prompt(message)
            if before is None or first is None or first < before:
                return message.id
            before = self._prompt_tokens(message) or before
        return None

    def _first_prompt(self, message: Message) -> int | None:
        """Measured size of the first prompt of a turn."""
        sizes = (self._step_usage(step).input for step in message.steps)
        return next((size for size in sizes if size is not None), None)

    def _bands_after(self, message: Message) -> list[Row]:
        """Folds that end with this message and of which nobody knows when they happened."""
        return [
            self._band(boundary, message)
            for place, boundary in enumerate(self._placed)
            if boundary.after_message_id == message.id
            and boundary.request_index not in self._inner_steps
            and place not in self._happened
        ]

    def _bands_before(self, message: Message) -> list[Row]:
        """Folds that happened when this turn began."""
        return [
            self._band(boundary, message)
            for place, boundary in enumerate(self._placed)
            if self._happened.get(place) == message.id
        ]

    def _bands_inside(self, message: Message, step: Step) -> list[Row]:
        """Folds in the middle of a tool loop."""
        if step.request_index not in self._inner_steps:
            return []
        found = [b for b in self._placed if b.request_index == step.request_index]
        return [self._band(b, message) for b in found]

    def _band(self, boundary: CompactionBoundary, message: Message) -> BandRow:
        position = boundary.request_index if boundary.request_index is not None else message.id
        return BandRow(
            key=f"fold:{position}",
            expandable=bool(boundary.summary),
            boundary=boundary,
            message=message,
        )

    # -- turns

    @cached_property
    def _largest(self) -> int:
        sizes = [size for m in self._messages if (size := self._prompt_tokens(m)) is not None]
        sizes += [s for r in self.conversation.requests if (s := r.usage.input) is not None]
        return max(sizes, default=0)

    def _share(self, tokens: int | None) -> float | None:
        return tokens / self._largest if tokens is not None and self._largest else None

    def _prompt_tokens(self, message: Message) -> int | None:
        """Measured size of the last prompt of a turn."""
        for step in reversed(message.steps):
            if (tokens := self._step_usage(step).input) is not None:
                return tokens
        return message.usage.input if len(message.steps) == 1 else None

    def _step_usage(self, step: Step) -> Usage:
        if step.usage.is_known:
            return step.usage
        request = self._request_of(step)
        return request.usage if request is not None else UNKNOWN_USAGE

    def _request_of(self, step: Step) -> RequestRecord | None:
        return None if step.request_index is None else self._requests.get(step.request_index)

    def _turn(self, number: int, message: Message) -> TurnRow:
        tokens = self._prompt_tokens(message)
        usage = sum_usage(self._step_usage(step) for step in message.steps)
        return TurnRow(
            key=message.id,
            expandable=turn_parts.has_children(message),
            folded=number <= self._folded_to and message.role is not Role.SYSTEM,
            number=number,
            message=message,
            preview=preview_of(message),
            prompt_tokens=tokens,
            estimated_tokens=None if tokens is not None else self._estimated(message),
            share=self._share(tokens),
            usage=usage if usage.is_known else message.usage,
            call_count=len(message.steps),
            duration_ms=_wall_time(message),
            alternatives=self._alternatives.get(_place(message), ()),
            error=error_of(message) or self._request_error(message),
        )

    def _request_error(self, message: Message) -> str:
        """How the last model call of a turn failed; "" when it did not."""
        request = self._request_of(message.steps[-1]) if message.steps else None
        failed = request is not None and request.state is RequestState.ERROR
        return first_line(request.error or "") if request is not None and failed else ""

    def _estimated(self, message: Message) -> int | None:
        if self._estimate is None or message.role is Role.ASSISTANT or message.data_state is not DataState.OK:
            return None
        texts = [part.text for part in message.parts if isinstance(part, TextPart)]
        if sum(map(len, texts)) > _ESTIMATE_LIMIT:
            return None
        return sum(map(self._estimate, texts))

    @cached_property
    def _alternatives(self) -> dict[tuple[str | None, str], tuple[str, ...]]:
        """Message ids that share a place in the tree (same parent and role), where there are several."""
        found: dict[tuple[str | None, str], list[str]] = {}
        for message in self.conversation.messages.values():
            if not message.deleted and message.parent_id is not None:
                found.setdefault(_place(message), []).append(message.id)
        return {place: tuple(ids) for place, ids in found.items() if len(ids) > 1}

    def _turn_children(self, row: TurnRow) -> list[Row]:
        message = row.message
        rows: list[Row] = []
        steps = message.steps
        for step in steps:
            if step is not steps[0]:
                rows += self._loose_before(step)
            rows += self._bands_inside(message, step)
            if len(steps) > 1:
                rows.append(self._step_row(message, step, row.folded))
            rows += self._part_rows(message, range(step.first_part, step.end_part), step, row.folded)
        covered = {index for step in steps for index in range(step.first_part, step.end_part)}
        rest = [index for index in range(len(message.parts)) if index not in covered]
        rows += self._part_rows(message, rest, None, row.folded)
        rows += [self._request_row(request) for request in self._of_message.get(message.id, ())]
        return turn_parts.damage_rows(message) + rows

    def _part_rows(
        self, message: Message, indexes: Iterable[int], step: Step | None, folded: bool
    ) -> list[Row]:
        wanted = [index for index in indexes if not self._is_told_elsewhere(message.parts[index])]
        return turn_parts.part_rows(message, wanted, step, folded=folded, in_prompt=self._in_prompt)

    def _is_told_elsewhere(self, part: Part) -> bool:
        """Step marks, and the anchor of a fold that has a band of its own."""
        if isinstance(part, AnchorPart):
            figures = (part.folded_count, part.pre_tokens, part.post_tokens)
            return any((b.folded_count, b.pre_tokens, b.post_tokens) == figures for b in self._placed)
        return isinstance(part, StepStartPart)

    def _step_row(self, message: Message, step: Step, folded: bool) -> StepRow:
        usage, request = self._step_usage(step), self._request_of(step)
        return StepRow(
            key=f"{message.id}/step:{step.number}",
            folded=folded,
            message=message,
            step=step,
            request=request,
            request_number=0 if request is None else request.number,
            count=len(message.steps),
            usage=usage,
        )

    # -- model calls that no message shows

    @cached_property
    def _shown(self) -> set[int]:
        steps = (step for m in self.conversation.messages.values() for step in m.steps)
        return {step.request_index for step in steps if step.request_index is not None}

    @cached_property
    def _of_message(self) -> dict[str, list[RequestRecord]]:
        """Unshown calls that name the message that caused them."""
        found: dict[str, list[RequestRecord]] = {}
        for request in self.conversation.requests:
            if request.index not in self._shown and request.message_id in self._numbers:
                found.setdefault(request.message_id or "", []).append(request)
        return found

    @cached_property
    def _loose(self) -> dict[int | None, list[RequestRecord]]:
        """Unshown calls by the request index of the step they go before; None = after everything."""
        anchors = sorted(
            {s.request_index for m in self._messages for s in m.steps if s.request_index is not None}
        )
        found: dict[int | None, list[RequestRecord]] = {}
        for request in self.conversation.requests:
            if request.index in self._shown or request.message_id is not None:
                continue
            place = next((anchor for anchor in anchors if anchor > request.index), None)
            found.setdefault(place, []).append(request)
        return found

    def _loose_before(self, step: Step) -> list[Row]:
        found = self._loose.get(step.request_index, ()) if step.request_index is not None else ()
        return [self._request_row(request) for request in found]

    def _request_row(self, request: RequestRecord) -> RequestRow:
        return RequestRow(key=f"request:{request.index}", request=request)


def _folds_at_start(message: Message) -> bool:
    """Whether an anchor tells that history was folded when this turn began."""
    return any(
        isinstance(part, AnchorPart)
        and part.phase is AnchorPhase.TURN_START
        and part.status is AnchorStatus.DONE
        for part in message.parts
    )


def _place(message: Message) -> tuple[str | None, str]:
    return message.parent_id, message.role


def _wall_time(message: Message) -> int | None:
    timing = message.timing
    if timing.duration_ms is not None:
        return timing.duration_ms
    if timing.started_at is not None and timing.completed_at is not None:
        return timing.completed_at - timing.started_at
    durations = [step.timing.duration_ms for step in message.steps]
    known = [value for value in durations if value is not None]
    return sum(known) if known and len(known) == len(durations) else None
