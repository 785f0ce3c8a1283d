"""Collections: what goes, in which order, and what is looked at again."""

from __future__ import annotations

from pathlib import Path

import pytest
import sqlalchemy as sa

from inspector.store.blob_store import BlobStore
from inspector.store.collector import collect, judge
from inspector.store.engine import open_engine
from inspector.store.steps import Step
from inspector.store.verdict import GRACE_MS, GcVerdict

NOW = 10_000_000_000


def at(place: Path, age: int, observer: object = None) -> BlobStore:
    options = {} if observer is None else {"observer": observer}
    BlobStore.create(place / "store.sqlite", place / "Files").close()
    return BlobStore(place / "store.sqlite", place / "Files", clock=lambda: NOW - age, **options)


def test_only_unreferenced_blobs_past_their_grace_go(tmp_path: Path) -> None:
    old = at(tmp_path, GRACE_MS + 1)
    loose, held = old.put("loose").entry_id, old.put("held", message_id="m").entry_id
    young = at(tmp_path, 0).put("young").entry_id
    assert [(found.entry.id, found.verdict) for found in judge(old, NOW) if found.entry.id != held] == [
        (loose, GcVerdict.COLLECT),
        (young, GcVerdict.KEEP_GRACE),
    ]
    assert collect(old, NOW).collected == (loose,)
    assert sorted(file.entry_id or "" for file in old.files.list()) == sorted([held, young])


def test_a_pass_takes_at_most_a_hundred(tmp_path: Path) -> None:
    store = at(tmp_path, GRACE_MS + 1)
    with store.begin() as transaction:
        for number in range(103):
            transaction.put(str(number))
    first = collect(store, NOW)
    assert (len(first.collected), first.remaining) == (100, 3)
    assert (len(collect(store, NOW).collected), store.entries()) == (3, [])


@pytest.mark.parametrize("table", ["chat_message_file_ref", "painting_file_ref"])
def test_a_reference_made_since_the_judgement_spares(tmp_path: Path, table: str) -> None:
    at(tmp_path, GRACE_MS + 2).put("a")
    late = at(tmp_path, GRACE_MS + 1).put("b").entry_id
    with open_engine(tmp_path / "store.sqlite").begin() as connection:
        connection.exec_driver_sql(
            "CREATE TABLE painting_file_ref (id TEXT, file_entry_id TEXT, source_id TEXT, role TEXT)"
        )

    def tie(step: Step, subject: str) -> None:
        if step is Step.FILE_REMOVED:
            with open_engine(tmp_path / "store.sqlite").begin() as connection:
                values = (
                    "('r', :entry, 's', 'tool_output', 0, 0)"
                    if table.startswith("chat")
                    else "('r', :entry, 's', '')"
                )
                connection.execute(sa.text(f"INSERT INTO {table} VALUES {values}"), {"entry": late})

    report = collect(at(tmp_path, 0, tie), NOW)
    assert (len(report.collected), report.spared) == (1, (late,))
    assert at(tmp_path, 0).read(late).text == "b"


def test_a_file_that_cannot_be_removed_is_named_and_its_row_is_gone(tmp_path: Path) -> None:
    store = at(tmp_path, GRACE_MS + 1)
    entry_id = store.put("x").entry_id
    path = store.files.path(entry_id, "txt")
    path.unlink()
    path.mkdir()
    report = collect(store, NOW)
    assert (report.collected, report.stuck_files) == ((entry_id,), (f"{entry_id}.txt",))
    assert store.entries() == []
