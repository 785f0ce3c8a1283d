"""`backfill` plans by default, writes when told to, and proves what it wrote."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from inspector.cli.main import run


@pytest.fixture
def toolloop(fixture_dir: Callable[[str], Path]) -> str:
    return str(fixture_dir("toolloop"))


def test_without_write_nothing_is_written(
    toolloop: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["backfill", toolloop, "--threshold", "5000", "--out", str(tmp_path / "copy")]) == 0
    assert "4 messages would save 197\u202fkB; 24 new blobs of 232\u202fkB." in capsys.readouterr().out
    assert not (tmp_path / "copy").exists()


def test_with_write_the_copy_is_made_and_verified(
    toolloop: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = str(tmp_path / "copy")
    words = ["backfill", toolloop, "--threshold", "5000", "--out", copy, "--write"]
    assert run(words) == 0
    assert "25 envelopes read back and compared, everything comes back." in capsys.readouterr().out
    assert run([*words, "--json"]) == 0
    again = json.loads(capsys.readouterr().out)
    assert (again["already_done"], again["messages"], again["differences"]) == (4, [], [])
    assert run(["verify", copy]) == 0
    assert run(["backfill", copy, "--threshold", "5000", "--json"]) == 0
    assert json.loads(capsys.readouterr().out.split("\n", 1)[1])["data_bytes_saved"] == 0


def test_write_needs_a_folder(toolloop: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["backfill", toolloop, "--write"]) == 2
    assert "--write needs --out" in capsys.readouterr().err


def test_a_folder_that_cannot_be_written(
    toolloop: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    assert run(["backfill", toolloop, "--out", str(tmp_path / "file" / "copy"), "--write"]) == 2
    assert "could not be written" in capsys.readouterr().err


def test_an_old_database_is_planned_with_a_word_of_warning(
    fixture_dir: Callable[[str], Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old = str(fixture_dir("old-schema"))
    assert run(["backfill", old, "--threshold", "5000"]) == 0
    planned = capsys.readouterr()
    assert "would save 220\u202fkB" in planned.out
    assert "before the blob store" in planned.err
    assert run(["backfill", old, "--out", str(tmp_path / "copy"), "--write"]) == 2
    assert "before the blob store" in capsys.readouterr().err
