"""Copies of a database in use: made again when the writer interfered, removed when done."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from inspector.model.problems import Problem
from inspector.sources.conversation_db import snapshot as module
from inspector.sources.conversation_db.snapshot import check_integrity, signature_of, take_snapshot


@pytest.fixture
def database(fixture_dir: Callable[[str], Path]) -> Path:
    return fixture_dir("with-wal") / "Data" / "cherrystudio.sqlite"


@pytest.fixture(autouse=True)
def _no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("time.sleep", lambda seconds: None)


def disturb(monkeypatch: pytest.MonkeyPatch, times: int, act: Callable[[], None]) -> None:
    """Run `act` in the middle of each of the first copies, as a checkpoint would."""
    copy, left = shutil.copyfile, [times]

    def copy_and_disturb(source: Any, target: Any) -> Any:
        result = copy(source, target)
        if left[0] and str(source).endswith(".sqlite"):
            left[0] -= 1
            act()
        return result

    monkeypatch.setattr(module.shutil, "copyfile", copy_and_disturb)


def test_without_a_log_the_file_itself_is_read_as_immutable(fixture_dir: Callable[[str], Path]) -> None:
    snapshot = take_snapshot(fixture_dir("no-wal") / "Data" / "cherrystudio.sqlite")
    assert snapshot.folder is None
    assert "immutable=1" in snapshot.uri
    assert snapshot.damage is None


def test_with_a_log_a_copy_is_read_and_removed_afterwards(database: Path) -> None:
    snapshot = take_snapshot(database)
    assert snapshot.folder is not None
    assert snapshot.folder not in database.parents
    snapshot.discard()
    assert not snapshot.folder.exists()


def test_a_copy_that_raced_a_checkpoint_is_made_again(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    disturb(monkeypatch, 2, lambda: database.touch())
    snapshot = take_snapshot(database)
    assert snapshot.damage is None
    snapshot.discard()


def test_a_writer_that_never_rests_gives_a_view_that_says_so(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    disturb(monkeypatch, 99, lambda: database.touch())
    snapshot = take_snapshot(database)
    assert snapshot.damage == "it changed while it was copied"
    snapshot.discard()


def test_a_restarted_log_counts_as_interference(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log = database.with_name(database.name + "-wal")
    disturb(monkeypatch, 99, lambda: log.write_bytes(bytes([log.read_bytes()[0] ^ 1]) + log.read_bytes()[1:]))
    snapshot = take_snapshot(database)
    assert snapshot.damage is not None
    snapshot.discard()


def test_a_log_that_vanishes_during_the_copy_is_no_error(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    disturb(monkeypatch, 1, database.with_name(database.name + "-wal").unlink)
    snapshot = take_snapshot(database)
    assert snapshot.damage is None
    snapshot.discard()


def test_an_interrupted_copy_leaves_nothing(
    database: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def interrupt(*arguments: Any) -> None:
        raise KeyboardInterrupt

    scratch = tmp_path / "scratch"
    scratch.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(scratch))
    monkeypatch.setattr(module.shutil, "copyfile", interrupt)
    with pytest.raises(KeyboardInterrupt):
        take_snapshot(database)
    assert list(scratch.iterdir()) == []


def test_frames_appended_to_the_log_do_not_count(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log = database.with_name(database.name + "-wal")

    def append() -> None:
        with log.open("ab") as file:
            file.write(b"\0" * 100)

    disturb(monkeypatch, 1, append)
    snapshot = take_snapshot(database)
    assert snapshot.damage is None
    snapshot.discard()


def test_a_journal_left_by_a_crash_is_rolled_back_in_the_copy(fixture_dir: Callable[[str], Path]) -> None:
    database = fixture_dir("no-wal") / "Data" / "cherrystudio.sqlite"
    copy = database.with_name("crashed.sqlite")
    shutil.copyfile(database, copy)
    writer = sqlite3.connect(copy, isolation_level=None)
    writer.execute("PRAGMA journal_mode=DELETE")
    writer.execute("PRAGMA cache_size=1")
    writer.execute("BEGIN")
    writer.execute("UPDATE message SET searchable_text = 'never committed' || randomblob(3000)")
    crashed = database.with_name("after.sqlite")
    shutil.copyfile(copy, crashed)
    shutil.copyfile(f"{copy}-journal", f"{crashed}-journal")
    writer.execute("ROLLBACK")
    writer.close()
    snapshot = take_snapshot(crashed)
    reader = sqlite3.connect(snapshot.uri, uri=True)
    found = reader.execute("SELECT count(*) FROM message WHERE searchable_text LIKE 'never%'").fetchone()
    reader.close()
    snapshot.discard()
    assert found == (0,)
    assert snapshot.damage is None


def test_a_file_that_vanishes_is_a_problem(database: Path) -> None:
    database.unlink()
    with pytest.raises(Problem, match="no such file"):
        take_snapshot(database)


def test_the_signature_changes_with_file_or_log(database: Path) -> None:
    before = signature_of(database)
    assert signature_of(database) == before
    with database.with_name(database.name + "-wal").open("ab") as file:
        file.write(b"x")
    assert signature_of(database) != before


def test_integrity_of_sound_and_torn_files(fixture_dir: Callable[[str], Path]) -> None:
    def uri(name: str) -> str:
        return (fixture_dir(name) / "Data" / "cherrystudio.sqlite").as_uri() + "?immutable=1"

    assert check_integrity(uri("damaged")) is None
    assert check_integrity(uri("torn"))


def test_a_complaint_that_cannot_be_printed_is_still_a_complaint(monkeypatch: pytest.MonkeyPatch) -> None:
    class Connection:
        def execute(self, statement: str) -> None:
            b"\xff".decode()

        def close(self) -> None:
            pass

    monkeypatch.setattr(module.sqlite3, "connect", lambda *arguments, **options: Connection())
    assert check_integrity("file:x") == module.UNPRINTABLE
