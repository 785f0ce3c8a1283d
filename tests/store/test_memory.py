"""The store in memory keeps the rules of the one on disk."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from inspector.model import BlobState
from inspector.pipeline.read_back import AllowList, FsReadText, fs_read
from inspector.store.blob_store import BlobStore
from inspector.store.memory import MemoryStore, MemoryStoreFiles
from inspector.wire import content_hash, utf8_length


def test_ids_are_the_same_in_every_store_of_its_kind() -> None:
    one, two = MemoryStore("/a"), MemoryStore("/b")
    assert one.create("text") == two.create("text") != two.create("other")
    entry_id = one.create("text")
    assert len(entry_id) == 36
    assert one.path(entry_id) == f"/a/{entry_id}.txt"
    assert (len(one), two.bytes_created) == (1, 9)


def test_adopted_entries_are_reused_but_not_served() -> None:
    store = MemoryStore()
    store.adopt(content_hash("text"), 4, "elsewhere")
    assert store.lookup(content_hash("text"), 4) == "elsewhere"
    assert store.read("elsewhere").state is BlobState.MISSING_ENTRY
    assert store.path("elsewhere") == "/Files/elsewhere.txt"
    assert store.path("nobody") is None


@settings(max_examples=20)  # each makes a store on disk
@given(st.lists(st.text(st.characters(codec=None), max_size=8), max_size=5))
def test_it_reads_back_what_the_store_on_disk_does(tmp_path_factory: object, texts: list[str]) -> None:
    folder: Path = tmp_path_factory.mktemp("store")  # type: ignore[attr-defined]
    disk, memory = BlobStore.create(folder / "s.sqlite", folder), MemoryStore()
    for text in texts:
        on_disk = disk.put(text)
        in_memory = memory.put(text)
        assert in_memory.created == on_disk.created
        assert memory.lookup(content_hash(text), utf8_length(text)) == in_memory.entry_id
        assert memory.read(in_memory.entry_id).text == disk.read(on_disk.entry_id).text
    disk.close()


def test_fs_read_reads_it() -> None:
    store = MemoryStore("/Users/x/Files")
    path = store.path(store.create("a\nb"))
    files = MemoryStoreFiles(store)
    allowed = AllowList.of([str(path)], files)
    assert fs_read(f"{path}/", allowed=allowed, files=files) == FsReadText("     1\ta\n     2\tb", 1, 2, 2)
    assert files.facts("/elsewhere/x.txt") is None
