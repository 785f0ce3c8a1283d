"""codec.jsonl: codecs, splicing, snippets, recognition of outputs, envelopes read back."""

from __future__ import annotations

from typing import Any

from inspector.model.envelope import ENVELOPE_KEY, Envelope, parse_envelope
from inspector.pipeline.codecs import snippet, splice
from inspector.pipeline.envelope_render import display_excerpt, inflate_envelope
from inspector.pipeline.stored_output import is_deferred_output, is_persisted_output, storable_text
from inspector.sources.conversation_db.records import FileEntry
from inspector.wire import UNDEFINED
from tests.golden.adapters.canned_codecs import codec_of


def run(given: dict[str, Any]) -> Any:
    """One call of the named function."""
    return FUNCTIONS[given["fn"]](given)


def _deflate(given: dict[str, Any]) -> Any:
    value = given["value"]
    deflated = None if value is UNDEFINED else codec_of(given["codec"]).deflate(value)
    if deflated is None:
        return None
    blobs = [{"key": item.key, "text": item.text} for item in deflated.texts]
    return {"skeleton": deflated.skeleton, "blobs": blobs}


def _storable(given: dict[str, Any]) -> Any:
    found = storable_text(given["output"])
    return found and {"text": found.text, "shape": str(found.shape), "metadata": found.metadata}


def envelope_of(ref: dict[str, Any]) -> Envelope:
    """The envelope with this body."""
    envelope = parse_envelope({ENVELOPE_KEY: ref})
    assert envelope is not None
    return envelope


def _refs(given: dict[str, Any]) -> Any:
    return [
        {
            "key": ref.key,
            "fileEntryId": ref.file_entry_id,
            "vfsFilename": ref.vfs_filename,
            "head": ref.head,
            "tail": ref.tail,
            "totalChars": ref.total_chars,
            "totalLines": ref.total_lines,
        }
        for ref in envelope_of(given["ref"]).refs
    ]


def _display(given: dict[str, Any]) -> Any:
    try:
        shown = display_excerpt(envelope_of(given["ref"]))
    except IndexError:
        return {"error": "Cannot read properties of undefined (reading 'head')"}
    return {
        "head": shown.head,
        "tail": shown.tail,
        "totalChars": shown.total_chars,
        "totalLines": shown.total_lines,
    }


def _is_blob(given: dict[str, Any]) -> bool:
    entry = given["entry"]
    return FileEntry(
        id="",
        origin=entry["origin"],
        name="",
        ext=entry["ext"],
        size=None,
        content_hash=None,
        policy=entry["cleanupPolicy"],
        external_path=None,
        created_at=None,
        trashed=False,
    ).is_store_blob


FUNCTIONS = {
    "deflate": _deflate,
    "assemble": lambda given: codec_of(given["codec"]).assemble(given["skeleton"], given["texts"]),
    "snippet": lambda given: snippet(given["text"]),
    "spliceTextAtKey": lambda given: splice(given["skeleton"], given["key"], given["text"]),
    "inflateEntities": lambda given: inflate_envelope(
        envelope_of(given["ref"]), lambda ref: given["texts"].get(ref.key)
    ),
    "reconstructOutput": lambda given: inflate_envelope(
        envelope_of(given["ref"]), lambda _: given["fullText"]
    ),
    "extractPersistableText": _storable,
    "blobRefsOf": _refs,
    "envelopeDisplayExcerpt": _display,
    "isPersistedToolOutput": lambda given: is_persisted_output(given["value"]),
    "isDeferredToolOutput": lambda given: is_deferred_output(given["value"]),
    "isToolOutputBlobEntry": _is_blob,
}
