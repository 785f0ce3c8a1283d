"""The row session of a capture: what a database of the same conversation would tell, as far as prompts tell it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from inspector.pipeline.compaction.rows import Row, parts_of
from inspector.pipeline.conversion import (
    ConversionError,
    ConversionOptions,
    convert_message,
    forms_for,
    prompt_message,
)
from inspector.replay.captured_attachments import ENTRY_PREFIX
from inspector.replay.captured_rows import CapturedRows, HistoryBuilder
from inspector.replay.restore import Restorer
from inspector.replay.session import (
    CapturedRequest,
    ReadText,
    ReplayTurn,
    RowSession,
    SessionDefaults,
)
from inspector.wire import JsonValue


def captured_row_session(
    requests: Sequence[CapturedRequest],
    answers: Sequence[JsonValue],
    restorer: Restorer,
    defaults: SessionDefaults,
    loop_summaries: Mapping[int, str],
    origin: tuple[str, str],
) -> RowSession:
    """Build it.

    Args:
        requests: the conversation's requests in order.
        answers: what each answered without calling a tool, as a message; None = nothing.
        restorer: put the requests' outputs back.
        loop_summaries: recorded summary by `tail_digest` of the last message folded.
        origin: path and conversation id.

    Raises:
        Rewritten: a prompt goes back behind the history's end.
    """
    history = HistoryBuilder()
    before: JsonValue = None
    for request, answer in zip(requests, answers, strict=True):
        history.add(request, before)
        before = answer
    found = history.build()
    return RowSession(
        source_path=origin[0],
        conversation_id=origin[1],
        rows=found.rows,
        turns=found.turns,
        system="",
        summaries=found.summaries,
        defaults=defaults,
        known_blobs=restorer.known_blobs,
        read_entry=_reader(found, restorer),
        attached=found.attachments.read,
        loop_summaries=loop_summaries,
        systems=_systems(requests, found.turns),
        recorded=_unlike_their_parts(found, found.messages),
        recorded_rows=_unlike_rows(found),
    )


def _reader(found: CapturedRows, restorer: Restorer) -> ReadText:
    def read(entry_id: str) -> str | None:
        if entry_id.startswith(ENTRY_PREFIX):
            return found.attachments.read(entry_id).text
        return restorer.read(f"{entry_id}.txt")

    return read


def _systems(
    requests: Sequence[CapturedRequest], turns: Sequence[ReplayTurn]
) -> dict[str, tuple[JsonValue, ...]]:
    """System messages of the first request of each turn."""
    by_index = {request.request_index: request for request in requests}
    systems: dict[str, tuple[JsonValue, ...]] = {}
    for turn in turns:
        first = turn.steps[0].request_index
        prompt = by_index[first].served if first is not None else ()
        systems[turn.message_id] = tuple(
            message for message in prompt if isinstance(message, dict) and message.get("role") == "system"
        )
    return systems


def _unlike_their_parts(
    found: CapturedRows, sent: Mapping[tuple[int, int], Sequence[JsonValue]]
) -> dict[tuple[int, int], tuple[JsonValue, ...]]:
    """Messages of steps that would not be sent in just these bytes if they were made of their parts."""
    options = ConversionOptions(forms=forms_for(_tools(found.rows)))
    ends = {(turn.row, step.first_part): step.end_part for turn in found.turns for step in turn.steps}
    return {
        (row, first): tuple(messages)
        for (row, first), messages in sent.items()
        if _sent(parts_of(found.rows[row])[first : ends[row, first]], options) != messages
    }


def _unlike_rows(found: CapturedRows) -> dict[str, tuple[JsonValue, ...]]:
    """Messages of rows that are not those of their parts, as turns after theirs sent them."""
    unlike = {row for row, _ in _unlike_their_parts(found, found.later)}
    rows: dict[str, tuple[JsonValue, ...]] = {}
    for (row, _), messages in sorted(found.later.items(), key=lambda item: item[0]):
        if row in unlike:
            name = str(found.rows[row]["id"])
            rows[name] = (*rows.get(name, ()), *messages)
    return rows


def _sent(parts: list[JsonValue], options: ConversionOptions) -> list[JsonValue] | None:
    row: Row = {"id": "step", "role": "assistant", "parts": parts}
    try:
        converted = convert_message(row, options)
    except ConversionError:
        return None
    return [prompt_message(message) for message in converted.messages]


def _tools(rows: Sequence[Row]) -> set[str]:
    kinds = [part.get("type") for row in rows for part in parts_of(row) if isinstance(part, dict)]
    return {
        kind.removeprefix("tool-") for kind in kinds if isinstance(kind, str) and kind.startswith("tool-")
    }
