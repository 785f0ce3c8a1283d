"""Envelopes of both versions are read; malformed ones are none and stay visible as raw outputs."""

from __future__ import annotations

import pytest

from inspector.model import EnvelopeShape, is_deferred, is_envelope, parse_envelope

REF = {
    "fileEntryId": "e1",
    "vfsFilename": "vfs_0123456789abcdef.txt",
    "head": "h",
    "tail": "t",
    "totalChars": 9,
    "totalLines": 2,
}


def v1(**changes: object) -> dict:
    return {"$persistedToolOutput": {**REF, "shape": "text", **changes}}


def v2(refs: object) -> dict:
    skeleton = [{"id": "a-1", "content": "s"}]
    return {"$persistedToolOutput": {"shape": "entities", "skeleton": skeleton, "blobRefs": refs}}


def test_v1_has_one_blob_with_an_empty_key() -> None:
    envelope = parse_envelope(v1())
    assert envelope is not None
    assert (envelope.version, envelope.shape, envelope.refs[0].key) == (1, EnvelopeShape.TEXT, "")
    assert (envelope.total_chars, envelope.has_metadata) == (9, False)


def test_null_metadata_is_kept_apart_from_none() -> None:
    envelope = parse_envelope(v1(shape="mcp-content", metadata=None))
    assert envelope is not None
    assert (envelope.has_metadata, envelope.metadata) == (True, None)


def test_v2_sums_its_blobs() -> None:
    envelope = parse_envelope(v2([{**REF, "key": "/0/content"}, {**REF, "key": "/1/content"}]))
    assert envelope is not None
    assert (envelope.version, envelope.total_chars) == (2, 18)
    assert [ref.key for ref in envelope.refs] == ["/0/content", "/1/content"]


@pytest.mark.parametrize(
    "output",
    [
        None,
        "text",
        {},
        {"$persistedToolOutput": 1},
        v1(shape="hologram"),
        v1(totalChars="9"),
        v1(totalChars=True),
        v1(head=None),
        v2("none"),
        v2([{**REF}]),
    ],
)
def test_malformed_envelopes_are_none(output: object) -> None:
    assert parse_envelope(output) is None


def test_predicates_look_for_the_keys_alone() -> None:
    assert is_envelope({"$persistedToolOutput": 1})
    assert not is_envelope([])
    assert is_deferred({"$deferredToolResult": {}})
    assert not is_deferred(None)
