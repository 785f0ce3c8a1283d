"""`OpencodeSource`: an opencode database as a read-only `Source` (SOURCES E)."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from inspector.model.request import RequestPayload, RequestPurpose, RequestState
from inspector.model.usage import UNKNOWN_ACCOUNT, Account, Usage, checked
from inspector.sources.base import Progress
from inspector.sources.head import Head
from inspector.sources.opencode.rows import (
    JsonObject,
    Row,
    Step,
    fold_before,
    prompt_of,
    read_rows,
    said_parts,
    steps_of,
)
from inspector.sources.recorded import Call, RecordedSource
from inspector.sources.sqlite_files import opened_copy, signature_of, tables_of
from inspector.wire.reading import text_member, whole
from inspector.wire.values import JsonValue

_TABLES = frozenset({"session", "message", "part"})


def is_opencode(head: Head) -> bool:
    """Whether a database has opencode's three tables."""
    return head.is_sqlite and tables_of(head.path) >= _TABLES


class OpencodeSource(RecordedSource):
    """An opened database; every session is a conversation, a child session a nested run.

    Attributes: see `RecordedSource`.
    """

    format = "opencode"

    def __init__(self, path: Path, progress: Progress | None = None) -> None:
        super().__init__(path)
        self.take(self._read(progress or Progress()), progress)

    @property
    def size(self) -> int:
        """Bytes of the main file."""
        return self.path.stat().st_size if self.path.exists() else 0

    def read_again(self) -> list[Call] | None:
        """Everything again when the file or its log changed."""
        return self._read(Progress()) if signature_of(self.path) != self._signature else None

    def _read(self, progress: Progress) -> list[Call]:
        self._signature = signature_of(self.path)
        found: list[Call] = []
        with opened_copy(self.path) as connection:
            systems = _systems(connection)
            sessions = connection.execute(
                "SELECT id, parent_id, title FROM session ORDER BY time_created, id"
            ).fetchall()
            for done, (name, parent, title) in enumerate(sessions):
                progress.step(done, len(sessions), "sessions")
                rows = read_rows(connection, str(name))
                steps = list(steps_of(rows))
                head = min((n for step in steps if (n := account_of(step).usage.input)), default=None)
                found += [
                    _call(
                        rows,
                        step,
                        number,
                        str(parent or ""),
                        str(title or ""),
                        systems.get(str(name), ""),
                        head,
                    )
                    for number, step in enumerate(steps, start=1)
                ]
        return found


def _systems(connection: sqlite3.Connection) -> dict[str, str]:
    """System prompts by session, which newer versions keep."""
    try:
        rows = connection.execute(
            "SELECT session_id, baseline FROM instruction_checkpoint ORDER BY baseline_seq"
        )
        return {str(session): str(text) for session, text in rows if text}
    except sqlite3.Error:
        return {}  # tables of older versions lack it


def _call(
    rows: Sequence[Row], step: Step, number: int, parent: str, title: str, system: str, head: int | None
) -> Call:
    row = rows[step.row]
    error = row.data.get("error")
    fold = fold_before(rows, step.row)
    time = row.data.get("time")
    ended = whole(time.get("completed")) if isinstance(time, dict) else None
    missing = None if system else head
    return Call(
        id=f"{row.id}/{number}",
        messages=partial(prompt_of, rows, step, system),
        payload=partial(_payload, rows, step, system, missing),
        thread=row.session,
        parent=parent,
        model=text_member(row.data, "modelID"),
        provider=text_member(row.data, "providerID"),
        type="stream",
        state=RequestState.ERROR if isinstance(error, dict) else RequestState.OK,
        error=text_member(error, "name") or None,
        account=account_of(step),
        purpose=RequestPurpose.SUMMARIZE if row.data.get("summary") is True else RequestPurpose.MAIN,
        started_at=row.at,
        completed_at=ended,
        fold=0 if fold is None else fold + 1,
        summary=None if fold is None else _summary(rows[fold + 1]),
        folded=0 if fold is None else 2,
        title=title,
    )


def _summary(answer: Row) -> JsonValue:
    texts = [text_member(part, "text") for part in answer.parts if part.get("type") == "text"]
    return {"role": "user", "content": [{"type": "text", "text": "\n".join(texts)}]}


def account_of(step: Step) -> Account:
    """Its account: `input` leaves out what was read from the cache or written to it."""
    if step.tokens is None:
        return UNKNOWN_ACCOUNT
    held = step.tokens.get("cache")
    cache: JsonObject = held if isinstance(held, dict) else {}
    plain, read, written = (
        whole(step.tokens.get("input")),
        whole(cache.get("read")),
        whole(cache.get("write")),
    )
    whole_prompt = None if plain is None else plain + (read or 0) + (written or 0)
    reasoning = whole(step.tokens.get("reasoning"))
    output = whole(step.tokens.get("output"))
    usage, impossible = checked(Usage(whole_prompt, plain, read, written, output, reasoning))
    return Account(
        usage=usage, impossible=impossible, cost=step.cost, currency=None if step.cost is None else "USD"
    )


def _payload(rows: Sequence[Row], step: Step, system: str, missing: int | None) -> RequestPayload:
    parts = [one for part in rows[step.row].parts[step.first : step.end] for one in said_parts(part)]
    return RequestPayload(
        prompt=prompt_of(rows, step, system),
        output={"content": parts, "finishReason": rows[step.row].data.get("finish")} if parts else None,
        raw_response=rows[step.row].data,
        usage=step.tokens,
        missing_tokens=missing,
    )
