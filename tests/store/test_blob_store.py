"""Writing, reusing, tying and reading blobs."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
import sqlalchemy as sa
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from inspector.model import BlobState, Problem
from inspector.store.blob_store import BlobStore
from inspector.store.engine import open_engine
from inspector.store.steps import Step

NOW = 1_000_000


@pytest.fixture
def store(tmp_path: Path) -> BlobStore:
    return BlobStore.create(tmp_path / "store.sqlite", tmp_path / "Files", clock=lambda: NOW)


def test_a_blob_is_named_and_hashed_like_the_applications(store: BlobStore) -> None:
    blob = store.put("abc\n")
    entry = store.entry(blob.entry_id)
    assert entry is not None
    assert (entry.name, entry.ext, entry.size) == ("vfs_edeaaff3f1774ad2", "txt", 4)
    assert entry.content_hash == "xxh3-64:079364cbfdf9f4cb"
    assert entry.is_store_blob
    assert not entry.is_user_attachment
    assert store.read(blob.entry_id).text == "abc\n"
    assert store.path(blob.entry_id) == str(store.files.folder / f"{blob.entry_id}.txt")


def test_the_same_content_is_kept_once(store: BlobStore) -> None:
    first, second = store.put("x", message_id="a"), store.put("x", message_id="b")
    assert second.entry_id == first.entry_id
    assert (first.created, second.created) == (True, False)
    assert store.entries()[0][1] == 2
    assert store.put("x", message_id="a").entry_id == first.entry_id
    assert store.entries()[0][1] == 2


@pytest.mark.parametrize(
    "changes",
    [
        {"deleted_at": 1},
        {"cleanup_policy": "manual"},
        {"ext": "md"},
        {"size": 2},
        {"content_hash": "xxh3-64:0"},
    ],
)
def test_what_is_not_reused(store: BlobStore, tmp_path: Path, changes: dict[str, object]) -> None:
    blob = store.put("x")
    with open_engine(tmp_path / "store.sqlite").begin() as connection:
        names = ", ".join(f"{name} = :{name}" for name in changes)
        connection.execute(sa.text(f"UPDATE file_entry SET {names}"), changes)
    assert store.put("x").entry_id != blob.entry_id


def test_a_lone_surrogate_is_stored_as_replacement_character(store: BlobStore) -> None:
    assert store.read(store.put("a\ud800b").entry_id).text == "a\ufffdb"


@pytest.mark.parametrize("left", [None, b"", b"cut"])
def test_a_lost_file_is_written_again_under_its_entry(store: BlobStore, left: bytes | None) -> None:
    blob = store.put("content")
    path = store.files.path(blob.entry_id, "txt")
    path.unlink()
    if left is not None:
        path.write_bytes(left)
    with store.begin() as transaction:
        entry = store.entry(blob.entry_id)
        assert entry is not None
        assert transaction.lookup(str(entry.content_hash), 7) is None
    assert store.put("content") == type(blob)(blob.entry_id, created=False)
    assert store.read(blob.entry_id).text == "content"


@pytest.mark.parametrize(
    ("content", "state"),
    [(None, BlobState.MISSING_FILE), (b"abc", BlobState.SIZE_DIFFERS), (b"abcX", BlobState.HASH_DIFFERS)],
)
def test_damaged_files_are_never_served(store: BlobStore, content: bytes | None, state: BlobState) -> None:
    blob = store.put("abcd")
    path = store.files.path(blob.entry_id, "txt")
    path.unlink()
    if content is not None:
        path.write_bytes(content)
    found = store.read(blob.entry_id)
    assert (found.state, found.text) == (state, None)


def test_only_store_blobs_have_a_path_and_are_read(store: BlobStore, tmp_path: Path) -> None:
    blob = store.put("x")
    with open_engine(tmp_path / "store.sqlite").begin() as connection:
        connection.execute(sa.text("UPDATE file_entry SET cleanup_policy = 'manual'"))
    assert store.read(blob.entry_id).state is BlobState.REFUSED
    assert store.path(blob.entry_id) is store.path("nobody") is None
    assert store.read("nobody").state is BlobState.MISSING_ENTRY


def test_settling_keeps_what_the_message_stores_and_unties_the_rest(store: BlobStore) -> None:
    offloaded, kept = (store.put(text, message_id="m").entry_id for text in ("a", "b"))
    other = store.put("c", message_id="other").entry_id
    store.settle("m", [kept, other])
    assert {entry.id: refs for entry, refs in store.entries()} == {offloaded: 0, kept: 1, other: 2}


def test_what_fails_inside_a_transaction_leaves_no_row(store: BlobStore) -> None:
    def fail_late() -> None:
        with store.begin() as transaction:
            transaction.put("x", message_id="m")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail_late()
    assert store.entries() == []


class Failing:
    """Refuses to go on after a number of steps."""

    def __init__(self, steps: int) -> None:
        self.steps = steps

    def __call__(self, step: Step, subject: str) -> None:
        self.steps -= 1
        if self.steps < 0:
            raise OSError(28, "No space left on device")


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    texts=st.lists(st.text(max_size=20), max_size=4),
    broken=st.lists(st.integers(0, 9), max_size=3),
)
def test_a_failing_disk_loses_nothing(
    tmp_path_factory: pytest.TempPathFactory, texts: list[str], broken: list[int]
) -> None:
    folder = tmp_path_factory.mktemp("store")
    sound = BlobStore.create(folder / "store.sqlite", folder / "Files")
    kept = {text: sound.put(text, message_id="m").entry_id for text in texts}
    for steps in broken:
        failing = BlobStore(folder / "store.sqlite", folder / "Files", observer=Failing(steps))
        for text in (*texts, "new"):
            try:
                kept[text] = failing.put(text, message_id="m").entry_id
            except OSError:
                continue
    for text, entry_id in kept.items():
        assert sound.read(entry_id).text == text
    for entry, refs in sound.entries():
        assert refs == 1
        assert sound.read(entry.id).state is BlobState.OK
    assert not any(file.residue for file in sound.files.list())


def test_two_writers_agree_on_one_entry(store: BlobStore, tmp_path: Path) -> None:
    found: list[str] = []

    def write() -> None:
        other = BlobStore(tmp_path / "store.sqlite", tmp_path / "Files")
        found.append(other.put("shared" * 1000, message_id="m").entry_id)

    threads = [threading.Thread(target=write) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(found)) == 1
    assert len(store.entries()) == 1


@pytest.mark.parametrize("name", ["older-schema", "no-tables"])
def test_a_database_from_before_the_store_is_refused(fixture_dir: object, tmp_path: Path, name: str) -> None:
    database = tmp_path / "empty.sqlite"
    if name == "older-schema":
        database = fixture_dir(name) / "Data" / "cherrystudio.sqlite"  # type: ignore[operator]
    with pytest.raises(Problem, match="before the blob store"):
        BlobStore(database, tmp_path)
