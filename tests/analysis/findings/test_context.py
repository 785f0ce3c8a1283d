"""Read-back, markers, skeletons and lanes: what the model can no longer reach, and near misses."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from inspector.analysis.findings import Severity
from inspector.analysis.findings.marker_text import is_nested, markers_in
from inspector.pipeline.compaction.wording import wrap_summary
from inspector.pipeline.excerpt import excerpt
from inspector.pipeline.marker import marker
from inspector.replay.engine import Replayer
from inspector.sources.open import open_source
from inspector.wire import vfs_filename, vfs_uri
from tests.analysis.findings.conftest import Look, call, data, step, tool, user

FOLDED_IN, BOUNDARY = "01a00595-3a48-78ed-b47e-b19111cd0142", "01a00595-3a7a-7511-907b-e6a981a7fa46"
TEXT = "".join(f"line {n}\n" for n in range(1000))


def marked(text: str, path: str | None = "/blobs/a.txt") -> str:
    return marker(excerpt(text), vfs_uri(vfs_filename(text)), path)


def test_an_attachment_that_the_summary_does_not_name(database: Callable[[str], Path], look: Look) -> None:
    found = look(database("toolloop"), "lost-readback")
    (folded,) = [finding for finding in found if finding.kind == "attachment-folded"]
    assert (folded.where.message_id, folded.where.part) == (FOLDED_IN, 1)
    assert folded.data == {
        "handle": "handbook.txt",
        "entry": "01a00595-3660-7a26-a179-681f1b3dc2a8",
        "boundary": BOUNDARY,
        "asking_message": "01a0059a-d02a-7411-92c7-9a0e9983f5f6",
    }
    assert folded.try_settings == ("manifests=true",)


def test_attachments_outside_a_message_window(database: Callable[[str], Path], look: Look) -> None:
    found = [f for f in look(database("toolloop"), "lost-readback") if f.kind == "attachment-windowed"]
    assert [finding.data["handle"] for finding in found] == ["field notes.md", "field notes.md (2)"]
    replayer = Replayer.open(open_source(database("toolloop")), found[0].where.topic or "")
    tried = replayer.run(replayer.own_settings.with_assignments(found[0].try_settings or ()))
    assert replayer.run().requests[-1].readable.files == ()
    assert tried.requests[-1].readable.files == ("field notes.md", "field notes.md (2)")


def test_a_summary_that_names_the_file_keeps_it(changed: Callable[..., Path], look: Look) -> None:
    folder = changed(
        "toolloop", "update message set compaction_summary = ? where id = ?", "See handbook.txt.", BOUNDARY
    )
    assert "attachment-folded" not in {finding.kind for finding in look(folder, "lost-readback")}


def test_envelopes_without_entry_or_file(database: Callable[[str], Path], look: Look) -> None:
    kinds = [finding.kind for finding in look(database("damaged"), "lost-readback")]
    assert kinds.count("blob-gone") == 1
    assert kinds.count("marker-without-path") == 6


def test_a_refused_read_back(capture: Callable[[str], Path], look: Look) -> None:
    (finding,) = look(capture("v6-truncated-markers"), "lost-readback")
    assert (finding.kind, finding.where.request) == ("denied", 11)
    assert "/etc/passwd" in finding.message


def test_markers_without_a_tool_to_read_them(made: Callable[..., Path], look: Look) -> None:
    prompt = [user("a"), *call("c1", "dump", marked(TEXT))]
    (finding,) = look(made(step(1, prompt, tools=[tool("dump")])), "lost-readback")
    assert (finding.kind, finding.path) == ("no-reader", "prompt[2].content[0]")


def test_markers_with_one_are_silent(made: Callable[..., Path], look: Look) -> None:
    prompt = [user("a"), *call("c1", "dump", marked(TEXT))]
    assert look(made(step(1, prompt, tools=[tool("dump"), tool("fs_read")])), "lost-readback") == []


def test_what_a_captured_fold_took_away(made: Callable[..., Path], look: Look) -> None:
    tools = [tool("fs_read")]
    file = {"type": "file", "mediaType": "text/plain", "filename": "notes.txt", "data": "bm90ZXM="}
    before = [{"role": "user", "content": [file]}, *call("c1", "dump", marked(TEXT)), user("b")]

    def folded(summary: str) -> Path:
        after = [user(wrap_summary(summary)), user("b"), user("c")]
        return made(step(1, before, tools=tools), step(2, after, tools=tools))

    found = look(folded("Goal: tea."), "lost-readback")
    assert [(finding.kind, finding.where.request) for finding in found] == [
        ("attachment-folded", 1),
        ("outputs-folded", 1),
    ]
    assert look(folded("Files: notes.txt; output at /blobs/a.txt"), "lost-readback") == []


def test_a_blob_missing_among_others(made: Callable[..., Path], look: Look, tmp_path: Path) -> None:
    (tmp_path / vfs_filename("other")).write_text("other", encoding="utf-8")
    prompt = [user("a"), *call("c1", "dump", marked(TEXT))]
    (finding,) = look(made(step(1, prompt, tools=[tool("fs_read")])), "lost-readback")
    assert (finding.kind, finding.severity) == ("blob-gone", Severity.ERROR)
    (tmp_path / vfs_filename(TEXT)).write_text(TEXT, encoding="utf-8")
    assert look(tmp_path, "lost-readback") == []


def test_markers_are_read_in_every_form() -> None:
    with_path, without = next(markers_in(marked(TEXT))), next(markers_in(marked(TEXT, None)))
    assert (with_path.path, with_path.chars, with_path.vfs_filename) == (
        "/blobs/a.txt",
        len(TEXT),
        vfs_filename(TEXT),
    )
    assert without.path == ""
    assert list(markers_in("<persisted-output> mentioned")) == []


def test_a_marker_inside_an_excerpt_is_nested_and_two_in_a_row_are_not() -> None:
    inner = marked(TEXT)
    assert is_nested(marked(f"{marker(excerpt(TEXT, 20, 20), vfs_uri(vfs_filename(TEXT)), '/a')}\n{TEXT}"))
    assert not is_nested(f"{marked(TEXT)}\n{marked(TEXT * 2, '/blobs/b.txt')}")
    assert not is_nested(inner)


def test_marker_in_marker(made: Callable[..., Path], look: Look) -> None:
    inner = marker(excerpt(TEXT, 20, 20), vfs_uri(vfs_filename(TEXT)), "/a")
    prompt = [user("a"), *call("c1", "dump", marked(f"{inner}\n{TEXT}"))]
    (finding,) = look(made(step(1, prompt)), "marker-in-marker")
    assert finding.data == {"tool": "dump", "persisted": False}


@pytest.mark.parametrize("name", ["v6-truncated-markers", "v6-web-search-recall"])
def test_plain_markers_are_silent(name: str, capture: Callable[[str], Path], look: Look) -> None:
    assert look(capture(name), "marker-in-marker") == []


def test_an_envelope_whose_head_holds_a_marker(changed: Callable[..., Path], look: Look) -> None:
    body = {"shape": "text", "fileEntryId": "e", "vfsFilename": "vfs_0.txt", "head": "x <persisted-output>"}
    output = {"$persistedToolOutput": {**body, "tail": "", "totalChars": 9, "totalLines": 1}}
    part = {"type": "tool-run", "toolCallId": "c", "state": "output-available", "input": {}, "output": output}
    folder = changed(
        "research", "update message set data = ? where id = (select max(id) from message)", data(part)
    )
    (finding,) = look(folder, "marker-in-marker")
    assert finding.data == {"tool": "run", "persisted": True}


def test_a_text_without_a_place_in_its_skeleton(database: Callable[[str], Path], look: Look) -> None:
    (finding,) = look(database("damaged"), "skeleton-damaged")
    assert (finding.kind, finding.path) == ("key", "/5/content")


def test_an_item_that_lost_its_identity(changed: Callable[..., Path], look: Look) -> None:
    body = {
        "shape": "entities",
        "skeleton": [{"id": "a-1", "url": "u", "title": "t"}, {"url": "u"}],
        "blobRefs": [],
    }
    output = {"$persistedToolOutput": body}
    part = {
        "type": "tool-web_search",
        "toolCallId": "c",
        "state": "output-available",
        "input": {},
        "output": output,
    }
    folder = changed(
        "research", "update message set data = ? where id = (select max(id) from message)", data(part)
    )
    (finding,) = look(folder, "skeleton-damaged")
    assert finding.data["detail"] == "item 1: id, title"


@pytest.mark.parametrize("name", ["research", "toolloop"])
def test_sound_skeletons_are_silent(name: str, database: Callable[[str], Path], look: Look) -> None:
    assert look(database(name), "skeleton-damaged") == []


def test_outputs_between_the_two_thresholds(database: Callable[[str], Path], look: Look) -> None:
    found = look(database("toolloop"), "cross-lane-drift")
    assert [(finding.kind, len(finding.data["outputs"])) for finding in found] == [
        ("between", 2),
        ("form", 1),
        ("between", 20),
    ]
    assert found[2].data["in_flight_threshold"] == 4800
    assert found[2].try_settings == ("truncate_threshold=4800",)


def test_bytes_that_changed_between_requests(capture: Callable[[str], Path], look: Look) -> None:
    found = look(capture("v6-cache-bust"), "cross-lane-drift")
    assert 13 in [finding.where.request for finding in found]
    assert {finding.kind for finding in found} == {"bytes"}


def test_equal_thresholds_do_not_drift(database: Callable[[str], Path], look: Look) -> None:
    assert look(database("research"), "cross-lane-drift") == []
    assert look(database("with-wal"), "cross-lane-drift") == []
