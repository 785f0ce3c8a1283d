"""Files named by a stranger's data: plain ones are read; links, pipes and devices are not, nor waited for."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from inspector.model import scratch
from inspector.model.problems import Problem
from inspector.model.regular_files import is_regular, read_regular
from inspector.model.scratch import scratch_folder, sweep_stale


def test_only_plain_files_are_read(tmp_path: Path) -> None:
    plain, link, pipe = tmp_path / "plain", tmp_path / "link", tmp_path / "pipe"
    plain.write_bytes(b"text")
    link.symlink_to(plain)
    os.mkfifo(pipe)
    assert read_regular(plain) == b"text"
    assert is_regular(plain)
    for other in (link, pipe, tmp_path, tmp_path / "gone", Path("/dev/zero"), tmp_path / "a\0b"):
        assert read_regular(other) is None
        assert not is_regular(other)


def test_a_file_beyond_the_limit_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "big").write_bytes(b"12345")
    assert read_regular(tmp_path / "big", most=5) == b"12345"
    assert read_regular(tmp_path / "big", most=4) is None


def test_folders_of_processes_that_are_gone_are_removed(tmp_path: Path) -> None:
    gone = subprocess.run(
        [sys.executable, "-c", "import os; print(os.getpid())"], capture_output=True, text=True, check=True
    )
    stale = tmp_path / f"context-inspector-{gone.stdout.strip()}-abc"
    alive = tmp_path / f"context-inspector-{os.getpid()}-abc"
    other = tmp_path / "context-inspector-notes"
    target = tmp_path / "target"
    for folder in (stale, alive, other, target):
        folder.mkdir()
        (folder / "copy.sqlite").write_bytes(b"x")
    (tmp_path / f"context-inspector-{gone.stdout.strip()}-link").symlink_to(target)
    sweep_stale(tmp_path)
    assert not stale.exists()
    assert alive.exists()
    assert other.exists()
    assert (target / "copy.sqlite").exists(), "a link is not followed"


def test_a_full_temporary_folder_is_told_as_such(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scratch.tempfile, "gettempdir", lambda: str(tmp_path / "none"))
    with pytest.raises(Problem, match="no room for a temporary copy"):
        scratch_folder()
