"""The rows under a turn: tool calls with their outputs, texts between them, attachments, errors, damage."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Final

from inspector.app.timeline.rows import BandRow, ExcerptRow, ItemRow, NoteKind, NoteRow, Row, ToolRow
from inspector.app.timeline.tool_output import OutputItem, as_text, output_facts, unwrap
from inspector.app.timeline.turn_text import error_line, first_line
from inspector.model import (
    AnchorPart,
    BoundaryOrigin,
    CompactionBoundary,
    DataPart,
    DataState,
    FilePart,
    Message,
    Part,
    ReasoningPart,
    Role,
    SourceUrlPart,
    Step,
    StepStartPart,
    TextPart,
    ToolPart,
)
from inspector.wire import js_json, utf16
from inspector.wire.values import JsonValue

_NOTHING: Final[tuple[JsonValue, ...]] = (None, "", {}, [])


def has_children(message: Message) -> bool:
    """Whether a turn has anything that its card does not already say."""
    if message.data_state is not DataState.OK or len(message.steps) > 1:
        return True
    lone = _lone_text(message)
    return any(n != lone and not isinstance(part, StepStartPart) for n, part in enumerate(message.parts))


def damage_rows(message: Message) -> list[Row]:
    """A row that names what is wrong with a message's stored data."""
    if message.data_state is DataState.OK:
        return []
    text = message.raw_data or ""
    return [
        NoteRow(
            key=f"{message.id}/damage",
            kind=NoteKind.DAMAGED,
            message=message,
            label=message.data_state,
            preview=first_line(text),
            chars=utf16.length(text),
        )
    ]


def part_rows(
    message: Message, indexes: Sequence[int] | range, step: Step | None, *, folded: bool, in_prompt: bool
) -> list[Row]:
    """Rows of some parts of a message; runs of citation sources become one row."""
    lone = _lone_text(message)
    wanted = [index for index in indexes if index != lone]
    rows: list[Row] = []
    for is_source, run in groupby(wanted, lambda index: isinstance(message.parts[index], SourceUrlPart)):
        if is_source:
            rows.append(_sources_row(message, tuple(run), step, folded))
        else:
            rows += [
                row
                for index in run
                if (row := _part_row(message, index, step, folded, in_prompt)) is not None
            ]
    return rows


def _lone_text(message: Message) -> int | None:
    """The text that the card itself previews: of a plain message, its only part."""
    content = [n for n, part in enumerate(message.parts) if not isinstance(part, StepStartPart)]
    if len(content) == 1 and isinstance(message.parts[content[0]], TextPart):
        return content[0]
    return None


def _part_row(message: Message, index: int, step: Step | None, folded: bool, in_prompt: bool) -> Row | None:
    part = message.parts[index]
    if isinstance(part, StepStartPart):
        return None
    if isinstance(part, ToolPart):
        return _tool_row(message, index, part, step, folded, in_prompt)
    if isinstance(part, AnchorPart):
        return _anchor_row(message, index, part)
    kind, label, text = _describe(part)
    return NoteRow(
        key=f"{message.id}/{index}",
        folded=folded,
        kind=kind,
        message=message,
        label=label,
        preview=first_line(text),
        chars=utf16.length(text) if kind in (NoteKind.TEXT, NoteKind.REASONING) else None,
        part_index=index,
        part=part,
        step=step,
    )


def _describe(part: Part) -> tuple[NoteKind, str, str]:
    """Kind, label and text of a part that is neither a tool call nor an anchor."""
    if isinstance(part, TextPart):
        return NoteKind.TEXT, "", part.text
    if isinstance(part, ReasoningPart):
        return NoteKind.REASONING, "", part.text
    if isinstance(part, FilePart):
        return NoteKind.FILE, part.filename or "", part.media_type
    if isinstance(part, DataPart):
        if part.type == "data-error":
            return NoteKind.ERROR, "", error_line(part.data)
        return NoteKind.DATA, part.type, _json_line(part.data)
    return NoteKind.UNKNOWN, part.type, _json_line(part.raw)


def _json_line(value: JsonValue) -> str:
    return "" if value in _NOTHING else first_line(js_json.dumps(value))


def _sources_row(message: Message, indexes: tuple[int, ...], step: Step | None, folded: bool) -> Row:
    parts = [part for index in indexes if isinstance(part := message.parts[index], SourceUrlPart)]
    return NoteRow(
        key=f"{message.id}/{indexes[0]}",
        folded=folded,
        kind=NoteKind.SOURCE,
        message=message,
        preview=first_line(" · ".join(part.title or part.url for part in parts)),
        part_index=indexes[0],
        part=parts[0],
        step=step,
        members=indexes,
    )


def _anchor_row(message: Message, index: int, part: AnchorPart) -> BandRow:
    boundary = CompactionBoundary(
        origin=BoundaryOrigin.ANCHOR,
        folded_count=part.folded_count,
        pre_tokens=part.pre_tokens,
        post_tokens=part.post_tokens,
        status=part.status,
        phase=part.phase,
    )
    return BandRow(
        key=f"{message.id}/{index}", boundary=boundary, anchor=part, message=message, part_index=index
    )


def _tool_row(
    message: Message, index: int, part: ToolPart, step: Step | None, folded: bool, in_prompt: bool
) -> ToolRow:
    facts = output_facts(part)
    return ToolRow(
        key=f"{message.id}/{part.tool_call_id or index}",
        expandable=True,
        folded=folded,
        message=message,
        part_index=index,
        part=part,
        step=step,
        facts=facts,
        in_prompt=in_prompt or message.role is Role.TOOL,
    )


def tool_children(row: ToolRow) -> list[Row]:
    """What a tool call unfolds to: its arguments, then its texts or its error."""
    rows: list[Row] = []
    if row.part.input not in _NOTHING:
        rows.append(_note_of(row, NoteKind.INPUT, as_text(row.part.input)))
    if row.part.error_text:
        rows.append(_note_of(row, NoteKind.ERROR, row.part.error_text))
    if row.facts is not None:
        rows += _output_rows(row, row.facts.items)
    return rows


def _note_of(row: ToolRow, kind: NoteKind, text: str) -> NoteRow:
    return NoteRow(
        key=f"{row.key}/{kind}",
        folded=row.folded,
        kind=kind,
        message=row.message,
        preview=first_line(text),
        chars=utf16.length(text),
        part_index=row.part_index,
        part=row.part,
        step=row.step,
    )


def _output_rows(row: ToolRow, items: tuple[OutputItem, ...]) -> list[Row]:
    if row.facts is not None and row.facts.is_list:
        return [_item_row(row, item, n, last=n == len(items) - 1) for n, item in enumerate(items)]
    if items[0].shortened:
        return [ExcerptRow(key=f"{row.key}/excerpt", folded=row.folded, item=items[0], tool=row)]
    return [_note_of(row, NoteKind.OUTPUT, as_text(unwrap(row.part.output)))]


def _item_row(row: ToolRow, item: OutputItem, number: int, *, last: bool) -> ItemRow:
    return ItemRow(
        key=f"{row.key}/item:{number}",
        expandable=item.shortened and bool(item.head or item.tail),
        folded=row.folded,
        tool=row,
        item=item,
        last=last,
    )


def item_children(row: ItemRow) -> list[Row]:
    """Head and tail of a shortened text."""
    if not row.expandable:
        return []
    return [ExcerptRow(key=f"{row.key}/excerpt", folded=row.folded, item=row.item, tool=row.tool)]
