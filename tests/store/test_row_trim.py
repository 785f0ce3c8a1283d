"""The storage trim of rows: which it takes, what comes back, and that a failing store loses nothing."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.pipeline.offload import TrimBudget
from inspector.pipeline.storage_trim import StorageTrimOptions
from inspector.sources.conversation_db import FileEntry, MessageRow
from inspector.store.memory import MemoryStore
from inspector.store.row_trim import rehearsal_store, restorable_parts, restores, trim_row, trimmable_data
from inspector.wire import JsonValue, content_hash

OPTIONS = StorageTrimOptions(budget=TrimBudget(threshold=20, head_chars=5, tail_chars=5))
TEXTS = st.text(st.sampled_from("ab \n😀é中\ud800"), max_size=60)


def call(output: JsonValue, tool: str = "run") -> dict[str, JsonValue]:
    return {"type": f"tool-{tool}", "toolCallId": "c", "state": "output-available", "output": output}


OUTPUTS = st.one_of(
    TEXTS.map(call),
    st.lists(TEXTS, min_size=1, max_size=3).map(
        lambda texts: call({"content": [{"type": "text", "text": text} for text in texts], "metadata": None})
    ),
    st.lists(TEXTS, min_size=1, max_size=3).map(
        lambda texts: call([{"id": "x", "content": text} for text in texts], "web_search")
    ),
    st.builds(lambda text: call({"text": text, "n": 1}, "read_file"), TEXTS),
    st.just({"type": "text", "text": "t"}),
)


class FailingStore(MemoryStore):
    """Fails at the given writes."""

    def __init__(self, failing: frozenset[int]) -> None:
        super().__init__()
        self.writes = 0
        self.failing = failing

    def create(self, text: str) -> str:
        self.writes += 1
        if self.writes in self.failing:
            raise OSError(28, "No space left on device")
        return super().create(text)


@given(st.lists(OUTPUTS, max_size=5), st.frozensets(st.integers(1, 6), max_size=4))
def test_every_output_is_whole_or_comes_back(parts: list[JsonValue], failing: frozenset[int]) -> None:
    data: dict[str, JsonValue] = {"parts": parts}
    good, kept = restorable_parts(data, OPTIONS)
    store = FailingStore(failing)
    trim = trim_row(data, OPTIONS, store, only=good)
    after = trim.data["parts"]
    assert isinstance(after, list)
    for at, (old, new) in enumerate(zip(parts, after, strict=True)):
        if at in trim.changed:
            assert isinstance(old, dict)
            assert isinstance(new, dict)
            assert restores(old["output"], new["output"], lambda ref: store.read(ref.file_entry_id).text)
        else:
            assert new is old
    assert not kept & set(trim.changed)


@given(st.lists(OUTPUTS, max_size=5))
def test_a_trimmed_row_is_not_trimmed_again(parts: list[JsonValue]) -> None:
    once = trim_row({"parts": parts}, OPTIONS, MemoryStore())
    again = trim_row(once.data, OPTIONS, MemoryStore())
    assert (again.changed, again.text) == ((), None)
    assert again.data is once.data


@pytest.mark.parametrize(
    ("role", "data", "taken"),
    [
        ("assistant", {"parts": []}, True),
        ("assistant", {"parts": [{"type": "text"}], "turnOptions": {}}, True),
        ("user", {"parts": []}, False),
        ("assistant", {"parts": [{"type": 5}]}, False),
        ("assistant", {"parts": ["text"]}, False),
        ("assistant", {"parts": {}}, False),
        ("assistant", [], False),
        ("assistant", None, False),
    ],
)
def test_rows_it_takes(role: str, data: object, taken: bool) -> None:
    text = json.dumps(data)
    row = MessageRow(
        rowid=1, id="m", parent_id=None, topic_id="t", role=role, status="", data=text, data_bytes=len(text)
    )
    assert (trimmable_data(row) is not None) is taken


def test_broken_json_is_not_taken() -> None:
    row = MessageRow(
        rowid=1, id="m", parent_id=None, topic_id="t", role="assistant", status="", data="{", data_bytes=1
    )
    assert trimmable_data(row) is None


def test_bytes_saved_are_those_of_the_column() -> None:
    data: dict[str, JsonValue] = {"parts": [call("é" * 200)], "x": 1}
    trim = trim_row(data, OPTIONS, MemoryStore())
    assert trim.text is not None
    before = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    assert trim.bytes_saved == len(before.encode()) - len(trim.text.encode())


@pytest.mark.parametrize("trashed", [False, True])
def test_a_rehearsal_reuses_live_blobs_only(trashed: bool) -> None:
    entry = FileEntry(
        id="e",
        origin="internal",
        name="vfs_0",
        ext="txt",
        size=40,
        content_hash=content_hash("x" * 40),
        policy="delete_when_unreferenced",
        external_path=None,
        created_at=1,
        trashed=trashed,
    )
    store = rehearsal_store([entry])
    trim = trim_row({"parts": [call("x" * 40)]}, OPTIONS, store)
    assert (trim.records[0].place == "e", len(store)) == ((True, 0) if not trashed else (False, 1))
    assert store.bytes_created == 40 * len(store)
