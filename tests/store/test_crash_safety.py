"""A process killed at any step of a write or a collection loses nothing referenced and leaves nothing half-written."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from inspector.model import BlobState
from inspector.store.blob_store import BlobStore
from inspector.store.collector import collect
from inspector.store.steps import Step
from inspector.store.sweep import YOUNG_MS, sweep
from inspector.store.verdict import GRACE_MS
from tests.store.crash_child import MESSAGE, NOW, TEXTS

WRITE_STEPS = (
    Step.FILE_OPENED,
    Step.FILE_WRITTEN,
    Step.FILE_SYNCED,
    Step.FILE_RENAMED,
    Step.FOLDER_SYNCED,
    Step.ROW_WRITTEN,
    Step.COMMITTED,
)
DELETE_STEPS = (Step.ROW_DELETED, Step.COMMITTED, Step.FILE_REMOVED)
ROOT = Path(__file__).parents[2]


@pytest.fixture
def place(tmp_path: Path) -> tuple[Path, Path]:
    return tmp_path / "store.sqlite", tmp_path / "Files"


def killed(place: tuple[Path, Path], action: str, step: Step, number: int) -> None:
    database, folder = place
    words = ["-m", "tests.store.crash_child", str(database), str(folder), action, step.value, str(number)]
    child = subprocess.run([sys.executable, *words], cwd=ROOT, capture_output=True, timeout=60, check=False)
    assert child.returncode == -signal.SIGKILL, child.stderr.decode()


def assert_sound(store: BlobStore) -> None:
    """Every row has its whole file, and every file that looks like a blob and has a row is what the row says."""
    for entry, _ in store.entries():
        assert store.read(entry.id).state is BlobState.OK


def swept(store: BlobStore) -> None:
    later = max((file.modified_at for file in store.files.list()), default=0) + YOUNG_MS
    sweep(store, later)
    known = {entry.id for entry, _ in store.entries()}
    assert {file.entry_id for file in store.files.list()} == known


@pytest.mark.parametrize("number", [1, 2], ids=["first write", "second write"])
@pytest.mark.parametrize("step", WRITE_STEPS)
def test_killed_while_writing(place: tuple[Path, Path], step: Step, number: int) -> None:
    before = BlobStore.create(*place, clock=lambda: NOW)
    kept = [before.put(f"kept {index}", message_id=MESSAGE).entry_id for index in range(2)]
    killed(place, "put", step, number)

    store = BlobStore(*place, clock=lambda: NOW)
    assert_sound(store)
    assert [store.read(entry_id).text for entry_id in kept] == ["kept 0", "kept 1"]
    finished = number if step is Step.COMMITTED else number - 1
    assert [refs for _, refs in store.entries()] == [1] * (2 + finished)

    again = [store.put(text, message_id=MESSAGE) for text in TEXTS]
    assert [blob.created for blob in again] == [index >= finished for index in range(2)]
    assert [store.read(blob.entry_id).text for blob in again] == list(TEXTS)
    swept(store)


@pytest.mark.parametrize("number", [1, 2], ids=["first deletion", "second deletion"])
@pytest.mark.parametrize("step", DELETE_STEPS)
def test_killed_while_collecting(place: tuple[Path, Path], step: Step, number: int) -> None:
    before = BlobStore.create(*place, clock=lambda: NOW - GRACE_MS - 1)
    kept = [before.put(f"kept {index}", message_id=MESSAGE).entry_id for index in range(3)]
    loose = sorted(before.put(f"loose {index}").entry_id for index in range(2))
    killed(place, "collect", step, number)

    store = BlobStore(*place, clock=lambda: NOW)
    assert_sound(store)
    assert [store.read(entry_id).text for entry_id in kept] == ["kept 0", "kept 1", "kept 2"]
    gone = number - 1 if step is Step.ROW_DELETED else number
    assert len(store.entries()) == 5 - gone
    assert store.read(loose[0]).state is (BlobState.MISSING_ENTRY if gone else BlobState.OK)

    collect(store, NOW)
    swept(store)
    assert [entry.id for entry, _ in store.entries()] == sorted(kept)
