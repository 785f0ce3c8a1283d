"""Envelopes read back for a prompt, for a person, as an excerpt."""

from __future__ import annotations

from typing import Any

import pytest

from inspector.model.envelope import Envelope, parse_envelope
from inspector.pipeline.envelope_render import (
    display_excerpt,
    inflate_envelope,
    render_envelope,
    render_output,
    render_parts,
)
from inspector.pipeline.excerpt import Excerpt
from inspector.pipeline.marker import marker
from tests.pipeline.texts import stored_part

REF = {
    "fileEntryId": "e1",
    "vfsFilename": "vfs_x.txt",
    "head": "H\n",
    "tail": "T",
    "totalChars": 99,
    "totalLines": 7,
}


def envelope(body: dict[str, Any]) -> Envelope:
    parsed = parse_envelope({"$persistedToolOutput": body})
    assert parsed is not None
    return parsed


def entities(*keys: str) -> Envelope:
    refs = [{"key": key, **REF, "fileEntryId": f"e{index}"} for index, key in enumerate(keys)]
    skeleton = [{"id": 1, "content": "a…"}, {"id": 2, "content": "b"}]
    return envelope({"shape": "entities", "skeleton": skeleton, "blobRefs": refs})


def path(entry_id: str) -> str | None:
    return None if entry_id == "gone" else f"/blobs/{entry_id}.txt"


def mark(entry_id: str) -> str:
    return marker(Excerpt("H\n", "T", 99, 7), "context://vfs/vfs_x.txt", path(entry_id))


def test_each_shape_gets_its_markers() -> None:
    assert render_envelope(envelope({**REF, "shape": "text"}), path) == mark("e1")
    assert render_envelope(envelope({**REF, "shape": "mcp-content", "metadata": None}), path) == {
        "content": [{"type": "text", "text": mark("e1")}],
        "metadata": None,
    }
    assert render_envelope(entities("/0/content"), path) == [
        {"id": 1, "content": mark("e0")},
        {"id": 2, "content": "b"},
    ]


def test_a_blob_that_may_not_be_named_gets_a_marker_without_a_path() -> None:
    rendered = render_envelope(envelope({**REF, "fileEntryId": "gone", "shape": "text"}), path)
    assert rendered == mark("gone")
    assert "saved to" not in str(rendered)


@pytest.mark.parametrize(
    "output", ["text", None, {"$persistedToolOutput": None}, {"$persistedToolOutput": {}}]
)
def test_other_outputs_are_given_back(output: Any) -> None:
    assert render_output(output, path) is output


def test_parts_name_each_path_once_and_what_is_missing() -> None:
    gone = {"$persistedToolOutput": {**REF, "fileEntryId": "gone", "shape": "text"}}
    parts: list[Any] = [
        {"type": "text", "text": "t"},
        stored_part(entities("/0/content", "/1/content").raw),
        stored_part(entities("/0/content").raw),
        stored_part(gone),
        "odd",
    ]
    rendered = render_parts(parts, path)
    assert rendered.paths == ("/blobs/e0.txt", "/blobs/e1.txt")
    assert [ref.file_entry_id for ref in rendered.missing] == ["gone"]
    assert rendered.changed
    assert rendered.parts[0] is parts[0]
    assert not render_parts(parts[:1], path).changed


def test_inflating_splices_what_can_be_had() -> None:
    assert inflate_envelope(entities("/0/content", "/9/content"), lambda ref: "full") == [
        {"id": 1, "content": "full"},
        {"id": 2, "content": "b"},
    ]
    assert inflate_envelope(entities("/0/content"), lambda ref: None) == entities().skeleton
    with pytest.raises(LookupError, match="e1"):
        inflate_envelope(envelope({**REF, "shape": "text"}), lambda ref: None)


def test_the_excerpt_shown_spans_all_blobs() -> None:
    assert display_excerpt(entities("/0/content", "/1/content")) == Excerpt("H\n", "T", 198, 14)
    with pytest.raises(IndexError):
        display_excerpt(entities())
