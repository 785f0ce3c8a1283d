"""From a timeline row to what is selected by it."""

from __future__ import annotations

from dataclasses import replace

from inspector.app.selection import Selection
from inspector.app.timeline.rows import (
    BandRow,
    ExcerptRow,
    ItemRow,
    NoteRow,
    RequestRow,
    Row,
    StepRow,
    SummaryRow,
    ToolRow,
    TurnRow,
)
from inspector.model import Conversation, RequestRecord, Step
from inspector.sources.base import Source


def selection_of(row: Row | None, source: Source, conversation: Conversation | None) -> Selection:
    """The selection a row stands for; a turn brings its last model call, a text its blob."""
    whole = Selection(source=source, conversation=conversation)
    if row is None or conversation is None:
        return whole
    if isinstance(row, TurnRow):
        step = row.message.steps[-1] if row.message.steps else None
        return replace(whole, message=row.message, step=step, request=_request(conversation, step))
    if isinstance(row, StepRow):
        return replace(whole, message=row.message, step=row.step, request=row.request)
    if isinstance(row, RequestRow):
        return replace(whole, request=row.request)
    if isinstance(row, BandRow):
        return _of_band(whole, row, conversation)
    if isinstance(row, SummaryRow):
        return replace(whole, boundary=row.boundary)
    return _of_part(whole, row, conversation)


def _of_band(whole: Selection, row: BandRow, conversation: Conversation) -> Selection:
    index = row.boundary.request_index
    request = next((found for found in conversation.requests if found.index == index), None)
    if row.anchor is not None:
        return replace(whole, message=row.message, part_index=row.part_index, boundary=row.boundary)
    return replace(whole, boundary=row.boundary, request=request)


def _of_part(whole: Selection, row: Row, conversation: Conversation) -> Selection:
    if isinstance(row, ItemRow | ExcerptRow):
        return replace(_of_part(whole, row.tool, conversation), blob=row.item.ref)
    if isinstance(row, ToolRow | NoteRow):
        return replace(
            whole,
            message=row.message,
            part_index=row.part_index,
            step=row.step,
            request=_request(conversation, row.step),
        )
    return whole


def _request(conversation: Conversation, step: Step | None) -> RequestRecord | None:
    if step is None or step.request_index is None:
        return None
    return next((found for found in conversation.requests if found.index == step.request_index), None)
