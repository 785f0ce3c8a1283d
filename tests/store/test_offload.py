"""In-flight trims through a blob store: blobs are tied at once, and a failing store loses nothing."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy.exc import OperationalError

from inspector.pipeline.offload import StorageError, TrimBudget, offload
from inspector.store.blob_store import BlobStore
from inspector.store.memory import MemoryStore
from inspector.store.offload import StoreOffload

TEXT = "line of a long output\n" * 200
BUDGET = TrimBudget(threshold=100, head_chars=50, tail_chars=50)


def test_a_marker_shows_where_the_text_is_and_the_message_holds_it(tmp_path: Path) -> None:
    store = BlobStore.create(tmp_path / "s.sqlite", tmp_path / "Files")
    storage = StoreOffload(store, "placeholder")
    moved = offload(TEXT, BUDGET, storage)
    entry_id = storage.entry_ids[moved.vfs_filename]
    assert moved.path == str(tmp_path / "Files" / f"{entry_id}.txt")
    assert f"Full output saved to: {moved.path}" in moved.marker
    assert Path(str(moved.path)).read_text() == TEXT
    assert [refs for _, refs in store.entries()] == [1]
    store.settle("placeholder", [])
    assert [refs for _, refs in store.entries()] == [0]


def test_the_same_text_has_the_same_marker_in_every_request() -> None:
    store = MemoryStore("/Users/x/Data/Files")
    assert offload(TEXT, BUDGET, StoreOffload(store, "a")) == offload(TEXT, BUDGET, StoreOffload(store, "b"))
    assert len(store) == 1


def test_a_failing_database_is_a_storage_error() -> None:
    class Broken(MemoryStore):
        def put(self, text: str, *, message_id: str | None = None) -> None:  # type: ignore[override]
            raise OperationalError("INSERT", {}, Exception("disk I/O error"))

    with pytest.raises(StorageError, match="disk I/O error"):
        StoreOffload(Broken()).write("vfs_0.txt", TEXT)


def test_what_was_not_written_has_no_path() -> None:
    assert StoreOffload(MemoryStore()).path("vfs_0.txt") is None
