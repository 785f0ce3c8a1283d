"""The sweep of files without rows."""

from __future__ import annotations

import os
import uuid
from pathlib import Path

import pytest

from inspector.store.blob_store import BlobStore
from inspector.store.sweep import SWEEP_INTERVAL_MS, YOUNG_MS, plan_sweep, sweep, sweep_due

NOW = 10_000_000_000


@pytest.fixture
def store(tmp_path: Path) -> BlobStore:
    made = BlobStore.create(tmp_path / "store.sqlite", tmp_path / "Files", clock=lambda: NOW)
    for text in "abcd":
        made.put(text, message_id="m")
    return made


def leave(store: BlobStore, name: str, *, age: int = YOUNG_MS) -> str:
    path = store.files.folder / name
    path.write_text("left")
    os.utime(path, ns=((NOW - age) * 1_000_000,) * 2)
    return name


def test_old_orphans_and_residue_go_and_nothing_else(store: BlobStore) -> None:
    orphan, residue = leave(store, f"{uuid.uuid4()}.txt"), leave(store, f"x.txt.tmp-{uuid.uuid4()}")
    young = leave(store, f"{uuid.uuid4()}.txt", age=YOUNG_MS - 1)
    others = {leave(store, "readme.txt"), leave(store, "not-a-uuid.tmp-1")}
    report = sweep(store, NOW)
    assert set(report.removed) == {orphan, residue}
    assert report.spared == (young,)
    left = {file.name for file in store.files.list()}
    assert left == {*others, young, *(f"{entry.id}.txt" for entry, _ in store.entries())}


def test_a_sweep_that_would_take_more_than_half_takes_nothing(store: BlobStore) -> None:
    for _ in range(4):
        leave(store, f"{uuid.uuid4()}.txt")
    known = {entry.id for entry, _ in store.entries()}
    assert not plan_sweep(store.files.list(), known, NOW).aborted
    leave(store, f"{uuid.uuid4()}")
    report = sweep(store, NOW)
    assert report.aborted
    assert report.removed == ()
    assert len(list(store.files.list())) == 9


def test_sweeps_are_due_weekly() -> None:
    assert sweep_due(None, NOW)
    assert sweep_due(NOW - SWEEP_INTERVAL_MS, NOW)
    assert not sweep_due(NOW - SWEEP_INTERVAL_MS + 1, NOW)
