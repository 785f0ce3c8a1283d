"""From a stored row to a `Message`: parts, steps, measured usage; a damaged row is kept and says so (FORMATS A)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from inspector.model.message import DataState, Message, Role, Step
from inspector.model.part import Part, StepStartPart, parse_part
from inspector.model.request import RequestRecord
from inspector.model.timing import Timing, TimingSpan
from inspector.sources.conversation_db.records import MessageRow
from inspector.sources.conversation_db.values import count_or_none, json_object
from inspector.sources.normal import duration_or_none, time_or_none
from inspector.sources.usage import normalise_usage
from inspector.wire import JsonSyntaxError, JsonValue, loads


@dataclass(frozen=True, slots=True)
class ParsedData:
    """The `data` column, read.

    Attributes:
        state: whether it is what it should be.
        parts: the stored parts; empty unless state is ok.
        whole: the object they stand in; None unless state is ok.
    """

    state: DataState
    parts: list[JsonValue]
    whole: dict[str, JsonValue] | None = None


def parse_data(data: str | None) -> ParsedData:
    """Read a `data` column as the application's JSON.parse does; never raises."""
    try:
        found = loads(data) if data is not None else None
    except JsonSyntaxError:
        return ParsedData(DataState.INVALID_JSON, [])
    if not isinstance(found, dict):
        return ParsedData(DataState.NOT_OBJECT, [])
    if "parts" not in found:
        return ParsedData(DataState.NO_PARTS, [])
    parts = found["parts"]
    if not isinstance(parts, list):
        return ParsedData(DataState.PARTS_NOT_ARRAY, [])
    return ParsedData(DataState.OK, parts, found)


def build_message(
    row: MessageRow, calls: Sequence[RequestRecord] = (), *, parent_id: str | None = None
) -> Message:
    """A message with its parts; `calls` are the recorded model calls it made, in order."""
    parsed = parse_data(row.data)
    parts = tuple(parse_part(part) for part in parsed.parts)
    role = Role(row.role) if row.role in Role._value2member_map_ else Role.UNKNOWN
    stats = json_object(row.stats)
    provider, model = _model(row)
    return Message(
        id=row.id,
        role=role,
        parts=parts,
        parent_id=parent_id or row.parent_id,
        data_state=parsed.state,
        raw_data=None if parsed.state is DataState.OK else row.data,
        data_bytes=row.data_bytes,
        status=row.status,
        siblings_group=row.siblings_group,
        model=model,
        provider=provider,
        steps=_steps(parts, calls) if role is Role.ASSISTANT else (),
        usage=normalise_usage(stats),
        context_tokens=count_or_none(stats.get("contextTokens")),
        timing=_timing(stats),
        created_at=row.created_at,
        deleted=row.deleted,
        compaction_summary=row.compaction_summary,
        topic_id=row.topic_id,
    )


def step_slices(parts: Sequence[Part]) -> list[tuple[int, int]]:
    """Part ranges of the model calls: each `step-start` opens one; what stands before the first belongs to it."""
    starts = [index for index, part in enumerate(parts) if isinstance(part, StepStartPart)]
    if not parts:
        return []
    bounds = [0, *starts[1:], len(parts)]
    return list(pairwise(bounds))


def _steps(parts: Sequence[Part], calls: Sequence[RequestRecord]) -> tuple[Step, ...]:
    """Steps in order; they get the recorded calls only when there are as many: a guess would be a wrong figure."""
    slices = step_slices(parts)
    if len(slices) != len(calls):
        return tuple(Step(number=i, first_part=a, end_part=b) for i, (a, b) in enumerate(slices, 1))
    return tuple(
        Step(
            number=number,
            first_part=first,
            end_part=end,
            request_index=call.index,
            request_number=call.number,
            usage=call.usage,
            timing=call.timing,
        )
        for number, ((first, end), call) in enumerate(zip(slices, calls, strict=True), 1)
    )


def _model(row: MessageRow) -> tuple[str, str]:
    """Provider and model: of the row, or of its snapshot when the model was deleted since."""
    if row.model_id:
        provider, found, model = row.model_id.partition("::")
        return (provider, model) if found else ("", row.model_id)
    model_then = json_object(row.snapshot).get("model")
    if not isinstance(model_then, dict):
        return "", ""
    provider_name, name = model_then.get("provider"), model_then.get("id")
    return provider_name if isinstance(provider_name, str) else "", name if isinstance(name, str) else ""


def _timing(stats: dict[str, JsonValue]) -> Timing:
    runtime = stats.get("runtimeTiming")
    times = runtime if isinstance(runtime, dict) else {}
    spans = times.get("spans")
    return Timing(
        started_at=time_or_none(times.get("startedAt")),
        completed_at=time_or_none(times.get("completedAt")),
        duration_ms=duration_or_none(stats.get("timeCompletionMs")),
        first_token_ms=duration_or_none(stats.get("timeFirstTokenMs")),
        spans=tuple(_span(span) for span in spans if isinstance(span, dict))
        if isinstance(spans, list)
        else (),
    )


def _span(span: dict[str, JsonValue]) -> TimingSpan:
    call, tool = span.get("toolCallId"), span.get("toolName")
    return TimingSpan(
        id=str(span.get("id", "")),
        kind=str(span.get("kind", "")),
        started_at=time_or_none(span.get("startedAt")),
        completed_at=time_or_none(span.get("completedAt")),
        tool_call_id=call if isinstance(call, str) else None,
        tool_name=tool if isinstance(tool, str) else None,
    )
