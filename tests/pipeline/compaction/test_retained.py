"""Read-back rights: attachments by handle, archived outputs by path."""

from __future__ import annotations

from inspector.pipeline.compaction.retained import collect_retained_context
from tests.pipeline.compaction.builders import archived, file_part, row


def blob_path(entry: str) -> str | None:
    return f"/blobs/{entry}.txt" if entry.startswith("own") else None


def test_handles_are_unique_over_all_rows() -> None:
    rows = [
        row("u0", "", file_part("f1"), file_part("f2", " a.txt ")),
        row("a0", "", file_part("f3")),
        row("u1", "", file_part("f4", None)),
    ]
    context = collect_retained_context(rows, blob_path)
    assert context.handles == ["a.txt", "a.txt (2)", "a.txt (3)", "file"]
    assert [file.display_name for file in context.files] == ["a.txt", " a.txt ", "a.txt", "file"]


def test_files_without_an_entry_cannot_be_read_back() -> None:
    plain = {"type": "file", "mediaType": "image/png", "url": "https://x/y"}
    assert collect_retained_context([row("u0", "", plain)], blob_path).files == ()


def test_paths_are_those_of_the_stores_own_blobs_once_each() -> None:
    rows = [
        row("a0", "", archived("own-1"), archived("gone", "own-2")),
        row("a1", "", archived("own-1"), archived("foreign")),
    ]
    assert collect_retained_context(rows, blob_path).paths == ["/blobs/own-1.txt", "/blobs/own-2.txt"]


def test_only_available_outputs_count() -> None:
    rows = [row("a0", "", archived("own-1", state="output-error"), {"type": "tool-run", "output": "plain"})]
    assert collect_retained_context(rows, blob_path).paths == []


def test_what_lies_behind_a_boundary_keeps_the_handles_of_the_whole_path() -> None:
    rows = [
        row("u0", "", file_part("f1")),
        row("a0", "", archived("own-1")),
        row("u1", "", file_part("f2")),
        row("a1", "", archived("own-1"), archived("own-2")),
    ]
    context = collect_retained_context(rows, blob_path)
    assert (context.up_to(1).handles, context.up_to(1).paths) == (["a.txt"], ["/blobs/own-1.txt"])
    assert context.up_to(-1).handles == []
    assert context.up_to(3) == context
