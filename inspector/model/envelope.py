"""Persisted tool outputs: what a trimmed output left behind in a message row (PIPELINE §6)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from inspector.wire.reading import whole
from inspector.wire.values import JsonValue

ENVELOPE_KEY: Final = "$persistedToolOutput"
DEFERRED_KEY: Final = "$deferredToolResult"


class EnvelopeShape(StrEnum):
    """How the original output looked and so how it is rendered back."""

    TEXT = "text"
    MCP_CONTENT = "mcp-content"
    ENTITIES = "entities"


@dataclass(frozen=True, slots=True)
class BlobRef:
    """One text that was moved out of a message row.

    Attributes:
        key: where it sat in the skeleton (`/3/content`); "" for a whole output (v1).
        file_entry_id: `file_entry.id` of the blob.
        vfs_filename: `vfs_<16 hex>.txt`.
        head, tail: excerpt kept in the row.
        total_chars: UTF-16 code units of the full text.
        total_lines: newline count + 1.
    """

    key: str
    file_entry_id: str
    vfs_filename: str
    head: str
    tail: str
    total_chars: int
    total_lines: int


@dataclass(frozen=True, slots=True)
class Envelope:
    """A v1 (text, mcp-content) or v2 (entities) envelope.

    Attributes:
        version: 1 or 2.
        shape: how the output looked.
        refs: blobs behind it; v1 has exactly one with key "".
        skeleton: v2 only: the output with snippets in place of the texts.
        metadata: v1 mcp-content only; None also when absent (see `has_metadata`).
        has_metadata: whether the key was present (a null is kept).
        raw: the stored value, for rendering back byte by byte.
    """

    version: int
    shape: EnvelopeShape
    refs: tuple[BlobRef, ...]
    raw: JsonValue
    skeleton: JsonValue = None
    metadata: JsonValue = None
    has_metadata: bool = False

    @property
    def total_chars(self) -> int:
        """UTF-16 code units behind the envelope."""
        return sum(ref.total_chars for ref in self.refs)


def is_envelope(output: JsonValue) -> bool:
    """Whether a tool output is an object carrying an envelope, well-formed or not."""
    return isinstance(output, dict) and ENVELOPE_KEY in output


def is_deferred(output: JsonValue) -> bool:
    """Whether a tool output is a deferred result, which is never trimmed."""
    return isinstance(output, dict) and DEFERRED_KEY in output


def parse_envelope(output: JsonValue) -> Envelope | None:
    """Read an envelope; None when the value is none or is malformed (it is then shown raw)."""
    if not isinstance(output, dict):
        return None
    body = output.get(ENVELOPE_KEY)
    if not isinstance(body, dict):
        return None
    shape = body.get("shape")
    if shape == EnvelopeShape.ENTITIES:
        return _parse_v2(output, body)
    if shape in (EnvelopeShape.TEXT, EnvelopeShape.MCP_CONTENT):
        ref = _parse_ref({**body, "key": ""})
        if ref is None:
            return None
        return Envelope(
            version=1,
            shape=EnvelopeShape(str(shape)),
            refs=(ref,),
            raw=output,
            metadata=body.get("metadata"),
            has_metadata="metadata" in body,
        )
    return None


def _parse_v2(output: JsonValue, body: dict[str, JsonValue]) -> Envelope | None:
    raw_refs = body.get("blobRefs")
    if not isinstance(raw_refs, list):
        return None
    refs = [ref for raw in raw_refs if (ref := _parse_ref(raw)) is not None]
    if len(refs) != len(raw_refs):
        return None
    return Envelope(
        version=2, shape=EnvelopeShape.ENTITIES, refs=tuple(refs), raw=output, skeleton=body.get("skeleton")
    )


def _parse_ref(raw: JsonValue) -> BlobRef | None:
    if not isinstance(raw, dict):
        return None
    texts = [raw.get(name) for name in ("key", "fileEntryId", "vfsFilename", "head", "tail")]
    chars, lines = whole(raw.get("totalChars")), whole(raw.get("totalLines"))
    if chars is None or lines is None or not all(isinstance(text, str) for text in texts):
        return None
    key, entry, name, head, tail = (str(text) for text in texts)
    return BlobRef(key, entry, name, head, tail, chars, lines)
