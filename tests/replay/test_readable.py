"""Rights to read back: listed, used through readers, and gone where nothing names them."""

from __future__ import annotations

from inspector.pipeline.compaction.retained import RetainedContext, RetainedFile, RetainedOutput
from inspector.replay.blob_ledger import BlobLedger
from inspector.replay.readable import readable_of, still_named, texts_behind
from inspector.replay.result import Readable

FILES = (
    RetainedFile(entry_id="e1", handle="notes.md", display_name="notes.md", row=0),
    RetainedFile(entry_id="e2", handle="notes.md (2)", display_name="notes.md", row=2),
)
RETAINED = RetainedContext(files=FILES, outputs=(RetainedOutput(path="/f/old.txt", row=1),))


def user(text: str) -> dict:
    return {"role": "user", "content": [{"type": "text", "text": text}]}


def test_attachments_archived_outputs_and_what_was_offloaded_now() -> None:
    readable = readable_of(RETAINED, ["/f/new.txt", "/f/old.txt"])
    assert readable.files == ("notes.md", "notes.md (2)")
    assert readable.outputs == ("/f/old.txt", "/f/new.txt")


def test_what_a_prompt_does_not_name_cannot_be_read() -> None:
    readable = readable_of(RETAINED, ["/f/new.txt"])
    prompt = [user("Full output saved to: /f/new.txt"), user("see notes.md (2)")]
    assert still_named(readable, prompt) == Readable(
        files=("notes.md", "notes.md (2)"), outputs=("/f/new.txt",)
    )
    assert still_named(readable, [user("nothing")]) == Readable()


def test_readers_give_the_texts_behind_what_is_readable() -> None:
    ledger = BlobLedger("/f", {}, names_by_content=True)
    path = ledger.path_of(ledger.offload("made here"))
    readable = Readable(files=("notes.md (2)",), outputs=(path, "/f/e9.txt"))
    behind = texts_behind(RETAINED, readable, ledger, lambda entry: f"text of {entry}")
    assert {name: read() for name, read in behind.items()} == {
        "notes.md (2)": "text of e2",
        path: "made here",
        "/f/e9.txt": "text of e9",
    }
