"""Copies to work on: whole, resumable, and never beside the original."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from inspector.model import Problem
from inspector.sources.base import Cancelled, Progress
from inspector.sources.conversation_db import ConversationDbSource, open_conversation_db
from inspector.store.copy_folder import CopyFolder, Phase


@pytest.fixture
def source(fixture_dir: Callable[[str], Path]) -> Iterator[ConversationDbSource]:
    opened = open_conversation_db(fixture_dir("with-wal"))
    yield opened
    opened.close()


def rows(database: Path) -> int:
    with closing(sqlite3.connect(database)) as connection:
        return int(connection.execute("SELECT count(*) FROM message").fetchone()[0])


def test_a_copy_has_the_log_s_rows_and_the_blobs(source: ConversationDbSource, tmp_path: Path) -> None:
    before = {path: path.read_bytes() for path in source.path.parent.rglob("*") if path.is_file()}
    copy = CopyFolder.open(tmp_path / "copy", source, 5000)
    copy.fill(source, Progress())
    assert rows(copy.database) == sum(1 for _ in source.rows())
    assert sorted(path.name for path in copy.files.iterdir()) == [file.name for file in source.disk_files()]
    assert {path: path.read_bytes() for path in source.path.parent.rglob("*") if path.is_file()} == before
    assert copy.state.phase is Phase.TRIMMING


def test_an_interrupted_copy_goes_on(source: ConversationDbSource, tmp_path: Path) -> None:
    copy = CopyFolder.open(tmp_path / "copy", source, 5000)
    with pytest.raises(Cancelled):
        copy.fill(source, Progress(is_cancelled=lambda: True))
    again = CopyFolder.open(tmp_path / "copy", source, 5000)
    again.fill(source, Progress())
    assert rows(again.database) > 0
    marked = again.database.stat().st_mtime_ns
    CopyFolder.open(tmp_path / "copy", source, 5000).fill(source, Progress())
    assert again.database.stat().st_mtime_ns == marked


def test_nothing_else_is_overwritten(source: ConversationDbSource, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "file").touch()
    with pytest.raises(Problem, match="something else"):
        CopyFolder.open(tmp_path / "other", source, 5000)
    with pytest.raises(Problem, match="something else"):
        CopyFolder.open(tmp_path / "other" / "file", source, 5000)
    CopyFolder.open(tmp_path / "copy", source, 5000)
    with pytest.raises(Problem, match="something else"):
        CopyFolder.open(tmp_path / "copy", source, 6000)
    state = tmp_path / "copy" / "backfill.json"
    state.write_text(json.dumps({"phase": "?"}))
    with pytest.raises(Problem, match="could not be read"):
        CopyFolder.open(tmp_path / "copy", source, 5000)


@pytest.mark.parametrize("inside", [".", "Data", "Data/Files/copy"])
def test_a_copy_inside_its_original_is_refused(source: ConversationDbSource, inside: str) -> None:
    with pytest.raises(Problem, match="lies inside"):
        CopyFolder.open(source.path.parent.parent / inside, source, 5000)


def test_a_damaged_original_is_not_copied(fixture_dir: Callable[[str], Path], tmp_path: Path) -> None:
    folder = fixture_dir("no-wal")
    source = open_conversation_db(folder)
    copy = CopyFolder.open(tmp_path / "copy", source, 5000)
    source.path.write_bytes(b"SQLite format 3\0" + b"\xff" * 5000)
    with pytest.raises(Problem, match="damaged"):
        copy.fill(source, Progress())
    assert not copy.database.exists()
    source.close()
