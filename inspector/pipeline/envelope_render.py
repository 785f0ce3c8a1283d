"""Reading envelopes back: as the model sees them, as a person sees them, as an excerpt (PIPELINE §6)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from inspector.model.envelope import BlobRef, Envelope, EnvelopeShape, parse_envelope
from inspector.pipeline.codecs import splice
from inspector.pipeline.excerpt import Excerpt
from inspector.pipeline.marker import marker
from inspector.pipeline.stored_output import restored_output
from inspector.wire import UNDEFINED, JsonValue, vfs_uri

BlobPath: TypeAlias = Callable[[str], str | None]
"""File entry id → path a marker may show; None when the entry is gone or is no blob of the store."""


@dataclass(frozen=True, slots=True)
class RenderedParts:
    """Stored parts with their envelopes rendered for a prompt.

    Attributes:
        parts: parts without an envelope are the same objects as before.
        paths: those shown in markers, each once, in order.
        missing: refs whose marker has no path.
        changed: any part is another one now.
    """

    parts: list[JsonValue]
    paths: tuple[str, ...]
    missing: tuple[BlobRef, ...]
    changed: bool


def render_envelope(envelope: Envelope, blob_path: BlobPath) -> JsonValue:
    """What stands in a prompt for an envelope: its markers, in the shape that the output had."""
    return _filled(envelope, lambda ref: _marker_of(ref, blob_path))


def render_output(output: JsonValue, blob_path: BlobPath) -> JsonValue:
    """`render_envelope` of an output; anything but a well-formed envelope is given back as it is."""
    envelope = parse_envelope(output)
    return output if envelope is None else render_envelope(envelope, blob_path)


def render_parts(parts: Sequence[JsonValue], blob_path: BlobPath) -> RenderedParts:
    """Render the outputs of a message's tool parts."""
    rendered: list[JsonValue] = []
    refs: list[tuple[BlobRef, str | None]] = []
    for part in parts:
        envelope = parse_envelope(part.get("output")) if isinstance(part, dict) else None
        if envelope is None or not isinstance(part, dict):
            rendered.append(part)
            continue
        places = {ref.file_entry_id: blob_path(ref.file_entry_id) for ref in envelope.refs}
        refs.extend((ref, places[ref.file_entry_id]) for ref in envelope.refs)
        rendered.append({**part, "output": render_envelope(envelope, places.__getitem__)})
    return RenderedParts(
        rendered,
        paths=tuple(dict.fromkeys(path for _, path in refs if path is not None)),
        missing=tuple(ref for ref, path in refs if path is None),
        changed=any(after is not before for after, before in zip(rendered, parts, strict=True)),
    )


def inflate_envelope(envelope: Envelope, text_of: Callable[[BlobRef], str | None]) -> JsonValue:
    """The output with its full texts; where a text cannot be had (None), the skeleton's snippet stays.

    Raises LookupError when the one text of a v1 envelope cannot be had.
    """
    return _filled(envelope, text_of)


def display_excerpt(envelope: Envelope) -> Excerpt:
    """Head of the first blob, tail of the last, chars and lines of all. Raises IndexError without blobs."""
    refs = envelope.refs
    return Excerpt(
        refs[0].head,
        refs[-1].tail,
        sum(ref.total_chars for ref in refs),
        sum(ref.total_lines for ref in refs),
    )


def _marker_of(ref: BlobRef, blob_path: BlobPath) -> str:
    shown = Excerpt(ref.head, ref.tail, ref.total_chars, ref.total_lines)
    return marker(shown, vfs_uri(ref.vfs_filename), blob_path(ref.file_entry_id))


def _filled(envelope: Envelope, text_of: Callable[[BlobRef], str | None]) -> JsonValue:
    if envelope.shape is not EnvelopeShape.ENTITIES:
        text = text_of(envelope.refs[0])
        if text is None:
            raise LookupError(envelope.refs[0].file_entry_id)
        return restored_output(
            envelope.shape, text, envelope.metadata if envelope.has_metadata else UNDEFINED
        )
    output = envelope.skeleton
    for ref in envelope.refs:
        text = text_of(ref)
        if text is not None:
            output = splice(output, ref.key, text)
    return output
