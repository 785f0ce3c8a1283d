"""Backfills: what the application would have done, on a copy, resumable, and proven against the original."""

from __future__ import annotations

import json
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from inspector.model import Problem
from inspector.pipeline.offload import TrimBudget
from inspector.pipeline.storage_trim import StorageTrimOptions, trim_for_storage
from inspector.sources.conversation_db import ConversationDbSource, open_conversation_db
from inspector.store.backfill import BackfillReport, backfill, rehearse
from inspector.store.copy_folder import CopyFolder, Phase
from inspector.store.memory import MemoryStore
from inspector.store.steps import Step
from tests.store.backfill_child import THRESHOLD

ROOT = Path(__file__).parents[2]


@pytest.fixture
def folder(fixture_dir: Callable[[str], Path]) -> Path:
    return fixture_dir("toolloop")


@pytest.fixture
def source(folder: Path) -> Iterator[ConversationDbSource]:
    opened = open_conversation_db(folder)
    yield opened
    opened.close()


def run(source: ConversationDbSource, out: Path) -> BackfillReport:
    return backfill(source, CopyFolder.open(out, source, THRESHOLD))


def data_by_id(database: Path) -> dict[str, str]:
    with closing(sqlite3.connect(database)) as connection:
        return dict(connection.execute("SELECT id, data FROM message").fetchall())


def change(folder: Path, sql: str, *values: object) -> None:
    with closing(sqlite3.connect(folder / "Data" / "cherrystudio.sqlite")) as connection:
        connection.execute("PRAGMA foreign_keys = OFF")
        connection.execute(sql, values)
        connection.commit()


def without_ids(value: Any) -> Any:
    """Envelopes with the ids of their entries blanked."""
    if isinstance(value, list):
        return [without_ids(item) for item in value]
    if isinstance(value, dict):
        return {key: "…" if key == "fileEntryId" else without_ids(item) for key, item in value.items()}
    return value


def test_figures_are_those_known_of_the_fixture(
    source: ConversationDbSource, folder: Path, tmp_path: Path
) -> None:
    expected = json.loads((folder / "expected.json").read_text())["trim"][str(THRESHOLD)]
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    for report in (rehearse(source, THRESHOLD), run(source, tmp_path / "copy")):
        assert report.bytes_saved == expected["data_bytes_saved"]
        assert {message.message_id: message.bytes_saved for message in report.messages} == expected[
            "per_message"
        ]
        assert sum(message.parts for message in report.messages) == expected["parts_trimmed"]
        assert (report.new_blobs, report.new_blob_bytes) == (
            expected["new_blobs"],
            expected["new_blob_bytes"],
        )
    assert report.checked_envelopes == expected["parts_trimmed"]
    assert report.differences == ()
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before


def test_envelopes_are_the_storage_trim_s_own(source: ConversationDbSource, tmp_path: Path) -> None:
    run(source, tmp_path / "copy")
    options = StorageTrimOptions(budget=TrimBudget(threshold=THRESHOLD))
    copied = data_by_id(tmp_path / "copy" / "Data" / "cherrystudio.sqlite")
    changed = 0
    for row in source.rows():
        if copied[row.id] != row.data:
            changed += 1
            parts = json.loads(str(row.data))["parts"]
            wanted = trim_for_storage(parts, options, MemoryStore()).parts
            assert without_ids(json.loads(copied[row.id])["parts"]) == without_ids(wanted)
    assert changed == 4


def test_new_blobs_are_tied_and_the_search_index_still_answers(
    source: ConversationDbSource, tmp_path: Path
) -> None:
    run(source, tmp_path / "copy")
    with closing(sqlite3.connect(tmp_path / "copy" / "Data" / "cherrystudio.sqlite")) as connection:
        loose = """SELECT count(*) FROM file_entry WHERE cleanup_policy = 'delete_when_unreferenced'
            AND id NOT IN (SELECT file_entry_id FROM chat_message_file_ref)"""
        assert connection.execute(loose).fetchone() == (0,)
        connection.execute("INSERT INTO message_fts(message_fts) VALUES ('integrity-check')")
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []


def test_a_second_run_changes_nothing(source: ConversationDbSource, tmp_path: Path) -> None:
    run(source, tmp_path / "copy")
    database = tmp_path / "copy" / "Data" / "cherrystudio.sqlite"
    before = data_by_id(database)
    again = run(source, tmp_path / "copy")
    assert (again.messages, again.already_done, again.new_blobs, again.checked_envelopes) == ((), 4, 0, 25)
    assert data_by_id(database) == before
    assert CopyFolder.open(tmp_path / "copy", source, THRESHOLD).state.phase is Phase.DONE


@pytest.mark.parametrize(
    ("step", "number"),
    [(Step.FILE_WRITTEN, 3), (Step.FOLDER_SYNCED, 20), (Step.ROW_WRITTEN, 24), (Step.COMMITTED, 2)],
)
def test_killed_and_gone_on_with(
    source: ConversationDbSource, folder: Path, tmp_path: Path, step: Step, number: int
) -> None:
    words = ["-m", "tests.store.backfill_child", str(folder), str(tmp_path / "copy"), step.value, str(number)]
    child = subprocess.run([sys.executable, *words], cwd=ROOT, capture_output=True, timeout=60, check=False)
    assert child.returncode == -signal.SIGKILL, child.stderr.decode()
    report = run(source, tmp_path / "copy")
    assert report.differences == ()
    assert report.checked_envelopes == 25
    assert report.already_done + len(report.messages) == 4


def test_what_an_envelope_cannot_give_back_stays_in_the_row(folder: Path, tmp_path: Path) -> None:
    lossy = {"type": "tool-x", "state": "output-available", "output": "\ud800" + "x" * 9000}
    odd = [{"content": "y" * 9000, "__proto__": 1}]
    strange = {"type": "tool-web_fetch", "state": "output-available", "output": odd}
    fine = {"type": "tool-x", "state": "output-available", "output": "z" * 9000}
    data = json.dumps({"parts": [lossy, strange, fine]})
    change(folder, "UPDATE message SET data = ? WHERE role = 'assistant'", data)
    source = open_conversation_db(folder)
    planned, done = rehearse(source, THRESHOLD), run(source, tmp_path / "copy")
    source.close()
    for report in (planned, done):
        assert {(message.parts, message.kept) for message in report.messages} == {(1, 2)}
        assert report.new_blobs == 1
    assert done.differences == ()
    rows = [
        json.loads(text) for text in data_by_id(tmp_path / "copy" / "Data" / "cherrystudio.sqlite").values()
    ]
    trimmed = next(row["parts"] for row in rows if len(row["parts"]) == 3)
    assert trimmed[:2] == [lossy, strange]
    assert "$persistedToolOutput" in trimmed[2]["output"]


def test_bytes_that_are_no_utf_8_are_left_alone(folder: Path, tmp_path: Path) -> None:
    part = b'{"type":"tool-x","state":"output-available","output":"\xff' + b"x" * 9000 + b'"}'
    change(
        folder,
        "UPDATE message SET data = CAST(? AS TEXT) WHERE id = (SELECT max(id) FROM message WHERE role = 'assistant')",
        b'{"parts":[' + part + b"]}",
    )
    source = open_conversation_db(folder)
    assert run(source, tmp_path / "copy").differences == ()
    source.close()


def test_a_changed_blob_in_the_copy_is_found(source: ConversationDbSource, tmp_path: Path) -> None:
    report = run(source, tmp_path / "copy")
    with closing(sqlite3.connect(tmp_path / "copy" / "Data" / "cherrystudio.sqlite")) as connection:
        message = report.messages[0].message_id
        query = """SELECT e.id FROM file_entry e JOIN chat_message_file_ref r ON r.file_entry_id = e.id
            WHERE r.source_id = ? AND r.role = 'tool_output' ORDER BY e.id DESC"""
        entry = connection.execute(query, (message,)).fetchone()[0]
    file = tmp_path / "copy" / "Data" / "Files" / f"{entry}.txt"
    file.write_bytes(file.read_bytes().swapcase())
    again = run(source, tmp_path / "copy")
    assert {difference.message_id for difference in again.differences} == {message}
    assert any("does not come back" in difference.what for difference in again.differences)


def test_blobs_that_cannot_be_known_are_no_differences(folder: Path, tmp_path: Path) -> None:
    shutil.rmtree(folder / "Data" / "Files")
    source = open_conversation_db(folder)
    report = run(source, tmp_path / "copy")
    source.close()
    assert (report.differences, report.checked_envelopes) == ((), 25)


def test_a_database_from_before_the_store_is_planned_but_not_written(
    fixture_dir: Callable[[str], Path], tmp_path: Path
) -> None:
    source = open_conversation_db(fixture_dir("old-schema"))
    assert rehearse(source, THRESHOLD).bytes_saved == 219638
    with pytest.raises(Problem, match="role tool_output"):
        run(source, tmp_path / "copy")
    assert not (tmp_path / "copy").exists()
    source.close()
