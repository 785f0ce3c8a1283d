"""opencode databases: steps, prune marks, folds, nested sessions (SOURCES E)."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from inspector.analysis.prefix.causes import CauseId
from inspector.analysis.prefix.report import analyse
from inspector.analysis.prompt_view import prompt_sections
from inspector.sources.base import Source
from inspector.sources.open import open_source
from inspector.sources.opencode.rows import CLEARED

Insert = Callable[..., None]


@pytest.fixture
def database(tmp_path: Path) -> Path:
    path = tmp_path / "opencode.db"
    with sqlite3.connect(path) as made:
        made.execute("CREATE TABLE session (id, parent_id, title, time_created)")
        made.execute("CREATE TABLE message (id, session_id, time_created, data)")
        made.execute("CREATE TABLE part (id, message_id, session_id, data)")
    return path


def add(
    path: Path, message: str, at: int, data: dict[str, Any], *parts: dict[str, Any], session: str = "ses_1"
) -> None:
    with sqlite3.connect(path) as made:
        made.execute("INSERT INTO message VALUES (?, ?, ?, ?)", (message, session, at, json.dumps(data)))
        for number, part in enumerate(parts):
            values = (f"{message}-{number}", message, session, json.dumps(part))
            made.execute("INSERT INTO part VALUES (?, ?, ?, ?)", values)


def new_session(path: Path, name: str = "ses_1", parent: str | None = None) -> None:
    with sqlite3.connect(path) as made:
        made.execute("INSERT INTO session VALUES (?, ?, ?, ?)", (name, parent, f"Title of {name}", 1))


def text(value: str) -> dict[str, Any]:
    return {"type": "text", "text": value}


def tool(call: str, output: str, compacted: int | None = None) -> dict[str, Any]:
    time = {"start": 1, "end": 2, **({} if compacted is None else {"compacted": compacted})}
    state = {"status": "completed", "input": {}, "output": output, "time": time}
    return {"type": "tool", "tool": "read", "callID": call, "state": state}


def finish(plain: int, read: int, written: int = 0) -> dict[str, Any]:
    tokens = {"input": plain, "output": 4, "reasoning": 1, "cache": {"read": read, "write": written}}
    return {"type": "step-finish", "tokens": tokens, "cost": 0.5}


USER = {"role": "user"}
ANSWER = {"role": "assistant", "providerID": "anthropic", "modelID": "claude-x"}


def texts(source: Source, index: int) -> list[str]:
    return [section.text for section in prompt_sections(source.payload(index).prompt)]


def test_steps_are_requests_and_figures_are_apart(database: Path) -> None:
    new_session(database)
    add(database, "m1", 10, USER, text("go"))
    start = {"type": "step-start"}
    add(
        database,
        "m2",
        20,
        ANSWER,
        start,
        tool("c", "out"),
        finish(5, 90, 10),
        start,
        text("done"),
        finish(6, 100),
    )
    source = open_source(database)
    first, second = source.requests()
    assert (first.usage.input, first.usage.cache_read, first.usage.output, first.cost) == (105, 90, 4, 0.5)
    assert texts(source, 1)[0] == "go"
    assert texts(source, 1)[-1] == "out"
    assert source.conversations()[0].title == "Title of ses_1"
    assert source.payload(0).missing_tokens == 105
    assert len(list(source.load("ses_1").path())) == 2
    assert analyse(source).verdicts[1].cause.id is CauseId.EXTENDS
    assert second.number == 2


def test_pruned_outputs_are_stubs_from_then_on(database: Path) -> None:
    new_session(database)
    add(database, "m1", 10, USER, text("go"))
    add(database, "m2", 20, ANSWER, tool("c", "long", compacted=35), finish(5, 0))
    add(database, "m3", 30, USER, text("on"))
    add(database, "m4", 31, ANSWER, text("a"), finish(5, 0))
    add(database, "m5", 40, USER, text("more"))
    add(database, "m6", 41, ANSWER, text("b"), finish(5, 0))
    source = open_source(database)
    assert "long" in texts(source, 1)
    assert CLEARED in texts(source, 2)
    assert "long" not in texts(source, 2)
    assert analyse(source).verdicts[2].cause.id is CauseId.TOOL_RESULT_CHANGED


def test_history_begins_at_the_last_fold(database: Path) -> None:
    new_session(database)
    add(database, "m1", 10, USER, text("early"))
    add(database, "m2", 20, ANSWER, text("x"), finish(50, 0))
    add(database, "m3", 30, USER, {"type": "compaction", "auto": True})
    add(database, "m4", 40, {**ANSWER, "summary": True}, text("what was done"), finish(60, 0))
    add(database, "m5", 50, USER, text("late"))
    add(database, "m6", 60, ANSWER, text("y"), finish(20, 0))
    source = open_source(database)
    assert "early" not in texts(source, 2)
    assert texts(source, 2)[-2:] == ["what was done", "late"]
    (boundary,) = source.load("ses_1").boundaries
    assert boundary.summary == "what was done"
    assert [r.opens_with_summary for r in source.requests()] == [False, False, True]


def test_child_sessions_are_nested_runs(database: Path) -> None:
    new_session(database)
    new_session(database, "ses_2", parent="ses_1")
    add(database, "m1", 10, ANSWER, text("a"), finish(1, 0))
    add(database, "n1", 11, ANSWER, text("b"), finish(1, 0), session="ses_2")
    source = open_source(database)
    assert [(run.id, run.parent_run_id) for run in source.runs()] == [("ses_1", None), ("ses_2", "ses_1")]


def test_nothing_is_written_beside_it(database: Path) -> None:
    new_session(database)
    add(database, "m1", 10, ANSWER, text("a"), finish(1, 0))
    before = sorted(path.name for path in database.parent.iterdir())
    open_source(database).close()
    assert sorted(path.name for path in database.parent.iterdir()) == before
