"""Blob folders that lead elsewhere, locked databases, full temporary folders, and runs that are ended."""

from __future__ import annotations

import errno
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from inspector.cli.main import run
from inspector.model import BlobState, Problem, ToolPart
from inspector.sources.conversation_db import snapshot
from inspector.sources.open import open_source

Dirs = Callable[[str], Path]


def swap(folder: Path, how: str) -> str:
    """Put something else in the place of every stored file; what must not be seen."""
    secret = folder / "outside.txt"
    secret.write_text("TOP-SECRET-OUTSIDE " * 10)
    for file in (folder / "Data" / "Files").iterdir():
        file.unlink()
        if how == "link":
            file.symlink_to(secret)
        elif how == "pipe":
            os.mkfifo(file)
        else:
            file.mkdir()
    return "TOP-SECRET-OUTSIDE"


@pytest.mark.parametrize("how", ["link", "pipe", "folder"])
def test_what_is_no_plain_file_is_refused_and_said(fixture_dir: Dirs, how: str) -> None:
    folder = fixture_dir("research")
    secret = swap(folder, how)
    source = open_source(folder)
    states = []
    for summary in source.conversations():
        for message in source.load(summary.id).messages.values():
            for part in message.parts:
                if isinstance(part, ToolPart) and part.envelope is not None:
                    blobs = [source.blob(ref) for ref in part.envelope.refs]
                    states += [blob.state for blob in blobs]
                    assert not any(secret in (blob.text or "") for blob in blobs)
    source.close()
    assert BlobState.REFUSED in states


@pytest.mark.parametrize("how", ["link", "pipe", "folder"])
def test_no_command_follows_them(
    fixture_dir: Dirs, tmp_path: Path, how: str, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = fixture_dir("research")
    secret = swap(folder, how)
    copy = tmp_path / "copy"
    for words in (
        ["verify"],
        ["gc"],
        ["info"],
        ["replay", "--json"],
        ["backfill", "--out", str(copy), "--write"],
    ):
        assert run([words[0], str(folder), *words[1:]]) in (0, 1, 2)
    assert secret not in capsys.readouterr().out
    assert not [file for file in copy.rglob("*") if file.is_file() and secret.encode() in file.read_bytes()]


def test_a_full_temporary_folder_is_not_the_source_s_fault(
    fixture_dir: Dirs, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = fixture_dir("with-wal")

    def full(*_arguments: object, **_options: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(snapshot.shutil, "copyfile", full)
    with pytest.raises(Problem, match="no room for a temporary copy"):
        open_source(folder)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
def test_an_ended_run_leaves_no_copy_for_long(fixture_dir: Dirs, tmp_path: Path, number: int) -> None:
    folder, temporary = fixture_dir("with-wal"), tmp_path / "tmp"
    temporary.mkdir()
    environment = {**os.environ, "TMPDIR": str(temporary), "PYTHONPATH": os.getcwd()}
    script = (
        "import sys, time; from inspector.cli import info; from inspector.cli.main import run\n"
        "from inspector.sources.open import open_source\n"
        "def wait(options):\n    source = open_source(options.path); print('ready', flush=True); time.sleep(60)\n"
        f"info.run = wait; sys.exit(run(['info', {str(folder)!r}]))"
    )
    child = subprocess.Popen(
        [sys.executable, "-c", script], env=environment, stdout=subprocess.PIPE, text=True
    )
    assert child.stdout is not None
    assert child.stdout.readline().strip() == "ready"
    assert [entry.name for entry in temporary.iterdir()]
    child.send_signal(number)
    child.wait(20)
    child.stdout.close()
    if number == signal.SIGKILL:
        assert [entry.name for entry in temporary.iterdir()], "nobody could remove it yet"
        subprocess.run([sys.executable, "-m", "inspector", "info", str(folder)], env=environment, check=True,
                       stdout=subprocess.DEVNULL)  # fmt: skip
    assert [entry.name for entry in temporary.iterdir()] == []


def test_a_locked_database_is_read_or_said(fixture_dir: Dirs) -> None:
    folder = fixture_dir("research")
    database = folder / "Data" / "cherrystudio.sqlite"
    writer = sqlite3.connect(database, isolation_level=None)
    writer.execute("BEGIN EXCLUSIVE")
    try:
        began = time.monotonic()
        source = open_source(folder)
        assert source.conversations()
        source.close()
        assert time.monotonic() - began < 10
    finally:
        writer.execute("ROLLBACK")
        writer.close()


def test_a_read_only_folder_is_read(fixture_dir: Dirs) -> None:
    folder = fixture_dir("with-wal")
    for path in sorted(folder.rglob("*"), reverse=True):
        path.chmod(0o555 if path.is_dir() else 0o444)
    try:
        source = open_source(folder)
        assert source.conversations()
        source.close()
    finally:
        for path in folder.rglob("*"):
            path.chmod(0o755 if path.is_dir() else 0o644)
        shutil.rmtree(folder)
