"""Rows of an opencode database, and the prompt each step of an answer was given (SOURCES E)."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from inspector.wire.reading import text_member, whole
from inspector.wire.values import JsonValue

JsonObject = dict[str, JsonValue]
CLEARED: Final = "[Old tool result content cleared]"
_ENDED: Final = frozenset({"completed", "error"})


@dataclass(slots=True)
class Row:
    """A message with its parts.

    Attributes:
        id, session: as stored.
        at: ms since epoch.
        data: its own record.
        parts: in order.
    """

    id: str
    session: str
    at: int | None
    data: JsonObject
    parts: list[JsonObject] = field(default_factory=list)

    @property
    def is_answer(self) -> bool:
        """Whether the model made it."""
        return self.data.get("role") == "assistant"

    @property
    def is_fold(self) -> bool:
        """Whether it asks for the history to be folded."""
        return any(part.get("type") == "compaction" for part in self.parts)


@dataclass(frozen=True, slots=True)
class Step:
    """One call of the model within an answer.

    Attributes:
        row: index of the answer in its session.
        first, end: its parts.
        tokens: as recorded; None = not recorded.
        cost: in USD; None = not recorded.
    """

    row: int
    first: int
    end: int
    tokens: JsonObject | None
    cost: float | None


def read_rows(connection: sqlite3.Connection, session: str) -> list[Row]:
    """A session's messages with their parts, oldest first."""
    rows = {
        str(name): Row(str(name), session, whole(at), _object(data))
        for name, at, data in connection.execute(
            "SELECT id, time_created, data FROM message WHERE session_id = ? ORDER BY time_created, id",
            (session,),
        )
    }
    parts = connection.execute(
        "SELECT message_id, data FROM part WHERE session_id = ? ORDER BY message_id, id", (session,)
    )
    for message, data in parts:
        if message in rows:
            rows[message].parts.append(_object(data))
    return list(rows.values())


def _object(text: object) -> JsonObject:
    try:
        value = json.loads(text) if isinstance(text, str) else None
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}


def steps_of(rows: Sequence[Row]) -> Iterator[Step]:
    """Calls in order: what `step-finish` ends, else the answer as a whole."""
    for number, row in enumerate(rows):
        if not row.is_answer:
            continue
        first = 0
        for at, part in enumerate(row.parts, start=1):
            if part.get("type") == "step-finish":
                yield Step(number, first, at, _tokens(part), _cost(part))
                first = at
        if first == 0:
            yield Step(number, 0, len(row.parts), _tokens(row.data), _cost(row.data))


def _tokens(holder: JsonObject) -> JsonObject | None:
    tokens = holder.get("tokens")
    return tokens if isinstance(tokens, dict) else None


def _cost(holder: JsonObject) -> float | None:
    cost = holder.get("cost")
    return float(cost) if isinstance(cost, int | float) and not isinstance(cost, bool) else None


def fold_before(rows: Sequence[Row], answer: int) -> int | None:
    """The message from which the history of an answer begins: the last fold whose summary was written before it."""
    for at in range(answer - 1, 0, -1):
        if rows[at].data.get("summary") is True and rows[at].is_answer and rows[at - 1].is_fold:
            return at - 1
    return None


def prompt_of(rows: Sequence[Row], step: Step, system: str) -> list[JsonValue]:
    """Messages that were sent for a step, as far as the database has them."""
    found: list[JsonValue] = [{"role": "system", "content": system}] if system else []
    start = fold_before(rows, step.row) or 0
    sent_at = rows[step.row].at
    for row in rows[start : step.row]:
        found += messages_of(row, row.parts, sent_at)
    return found + messages_of(rows[step.row], rows[step.row].parts[: step.first], sent_at)


def messages_of(row: Row, parts: Sequence[JsonObject], sent_at: int | None) -> list[JsonValue]:
    """Parts of a message as prompt messages; results that were cleared before `sent_at` are their stub."""
    if not row.is_answer:
        content = [_user_part(part) for part in parts if part.get("type") in ("text", "file", "compaction")]
        return [{"role": "user", "content": list(content)}] if content else []
    found: list[JsonValue] = []
    said: list[JsonValue] = []
    results: list[JsonValue] = []
    for part in parts:
        if part.get("type") == "step-start" and (said or results):
            found += _step(said, results)
            said, results = [], []
        said += said_parts(part)
        result = _result(part, sent_at)
        if result is not None:
            results.append(result)
    return found + _step(said, results)


def _step(said: list[JsonValue], results: list[JsonValue]) -> list[JsonValue]:
    found: list[JsonValue] = [{"role": "assistant", "content": said}] if said else []
    return [*found, {"role": "tool", "content": results}] if results else found


def _user_part(part: JsonObject) -> JsonValue:
    if part.get("type") == "file":
        return {
            "type": "file",
            "mediaType": text_member(part, "mime"),
            "filename": text_member(part, "filename"),
            "data": part.get("url"),
        }
    if part.get("type") == "compaction":
        return {"type": "text", "text": "What did we do so far?"}
    return {"type": "text", "text": text_member(part, "text")}


def said_parts(part: JsonObject) -> list[JsonValue]:
    """What of a part the model itself wrote."""
    kind = part.get("type")
    if kind in ("text", "reasoning"):
        return [{"type": kind, "text": text_member(part, "text")}]
    if kind != "tool":
        return []
    state = part.get("state")
    return [
        {
            "type": "tool-call",
            "toolCallId": text_member(part, "callID"),
            "toolName": text_member(part, "tool"),
            "input": state.get("input") if isinstance(state, dict) else None,
        }
    ]


def _result(part: JsonObject, sent_at: int | None) -> JsonValue:
    state = part.get("state")
    if (
        part.get("type") != "tool"
        or not isinstance(state, dict)
        or text_member(state, "status") not in _ENDED
    ):
        return None
    failed = state.get("status") == "error"
    text = text_member(state, "error" if failed else "output")
    time = state.get("time")
    cleared = whole(time.get("compacted")) if isinstance(time, dict) else None
    if cleared is not None and (sent_at is None or cleared <= sent_at):
        text = CLEARED
    return {
        "type": "tool-result",
        "toolCallId": text_member(part, "callID"),
        "toolName": text_member(part, "tool"),
        "output": {"type": "error-text" if failed else "text", "value": text},
    }
