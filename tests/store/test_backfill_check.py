"""A copy of a database is compared row by row; whatever differs is told, with the row it is in."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from inspector.sources.base import Progress
from inspector.sources.conversation_db import open_conversation_db
from inspector.store.backfill_check import compare_copy


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ("UPDATE message SET status = 'paused' WHERE id = :id", "columns other than data differ"),
        ("UPDATE message SET data = '{' WHERE id = :id", "data is no JSON"),
        ("UPDATE message SET data = '[]' WHERE id = :id", "data is no object"),
        ("UPDATE message SET data = '{\"parts\":[]}' WHERE id = :id", "the parts are not as many"),
        ("UPDATE message SET data = json_set(data, '$.extra', 1) WHERE id = :id", "members other than parts"),
        (
            "UPDATE message SET data = json_set(data, '$.parts[0]', json('{\"type\":\"x\"}')) WHERE id = :id",
            "part 0 does not come back",
        ),
        ("DELETE FROM message WHERE id = :id", "the rows are not the same"),
    ],
)
def test_a_row_that_differs_is_named(
    fixture_dir: Callable[[str], Path], unpacked: Callable[[str, str], Path], change: str, what: str
) -> None:
    folder = fixture_dir("toolloop")
    with closing(sqlite3.connect(folder / "Data" / "cherrystudio.sqlite")) as connection:
        triggers = connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for (name,) in triggers:
            connection.execute(f"DROP TRIGGER {name}")
        rows = connection.execute("SELECT id, data FROM message WHERE role = 'assistant'").fetchall()
        chosen = next(name for name, data in rows if json.loads(data)["parts"])
        connection.execute(change, {"id": chosen})
        connection.commit()
    with (
        closing(open_conversation_db(unpacked("fixtures", "toolloop"))) as original,
        closing(open_conversation_db(folder)) as copy,
    ):
        _, differences = compare_copy(original, copy, Progress())
    assert differences[0].what.startswith(what)
    assert what.startswith("the rows") or {found.message_id for found in differences} == {chosen}


def test_a_copy_that_is_the_same_has_no_differences(
    fixture_dir: Callable[[str], Path], unpacked: Callable[[str, str], Path]
) -> None:
    with (
        closing(open_conversation_db(unpacked("fixtures", "toolloop"))) as original,
        closing(open_conversation_db(fixture_dir("toolloop"))) as copy,
    ):
        assert compare_copy(original, copy, Progress()) == (0, [])
