"""The storage trim of one stored message row: which rows it takes, and the `data` text it would leave (PIPELINE §6)."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable
from dataclasses import dataclass

from inspector.model.envelope import BlobRef, EnvelopeShape, parse_envelope
from inspector.pipeline.envelope_render import inflate_envelope
from inspector.pipeline.storage_trim import BlobShelf, StorageTrimOptions, trim_for_storage
from inspector.pipeline.stored_output import storable_text
from inspector.pipeline.trim_record import TrimRecord
from inspector.sources.conversation_db import FileEntry, MessageRow, ParsedData, parse_data
from inspector.store.memory import MemoryStore
from inspector.wire import JsonValue, dumps, utf8_length

JsonObject = dict[str, JsonValue]


@dataclass(frozen=True, slots=True)
class RowTrim:
    """What the trim makes of a row.

    Attributes:
        data: the whole `data` object after it; the same object when nothing changed.
        records: what was done to each output, and why not.
        changed: indexes of the parts with a new envelope.
        text: the new `data` column; None when nothing changed.
        bytes_saved: UTF-8 bytes of the column that are gone.
    """

    data: JsonObject
    records: tuple[TrimRecord, ...]
    changed: tuple[int, ...]
    text: str | None
    bytes_saved: int


def trimmable_data(row: MessageRow, parsed: ParsedData | None = None) -> JsonObject | None:
    """The `data` of a row that the trim takes: of an assistant, readable, its parts objects with a type.

    `parsed` is that `data`, where it has been read already.
    """
    if row.role != "assistant":
        return None
    found = parsed or parse_data(row.data)
    typed = all(isinstance(part, dict) and isinstance(part.get("type"), str) for part in found.parts)
    return found.whole if typed else None


def trim_row(
    data: JsonObject, options: StorageTrimOptions, shelf: BlobShelf, *, only: Container[int] | None = None
) -> RowTrim:
    """Trim the parts of a row's `data`, or only those with the given indexes."""
    before = data["parts"]
    assert isinstance(before, list)
    offered = before if only is None else [part if at in only else None for at, part in enumerate(before)]
    trimmed = trim_for_storage(offered, options, shelf)
    changed = tuple(
        at for at, (old, new) in enumerate(zip(offered, trimmed.parts, strict=True)) if old is not new
    )
    if not changed:
        return RowTrim(data, trimmed.records, (), None, 0)
    after = [trimmed.parts[at] if at in changed else part for at, part in enumerate(before)]
    new_data: JsonObject = {**data, "parts": after}
    text = dumps(new_data)
    saved = utf8_length(dumps(data)) - utf8_length(text)
    return RowTrim(new_data, trimmed.records, changed, text, saved)


def restorable_parts(data: JsonObject, options: StorageTrimOptions) -> tuple[set[int], set[int]]:
    """Indexes of the parts that would become envelopes: those that give their output back, and the others.

    A lone surrogate, which a blob cannot hold, or a member that rebuilding loses makes an output one of the others.
    """
    store = MemoryStore()
    trim = trim_row(data, options, store)
    before, after = data["parts"], trim.data["parts"]
    assert isinstance(before, list)
    assert isinstance(after, list)
    good = {
        at
        for at in trim.changed
        if restores(_output(before[at]), _output(after[at]), lambda ref: store.read(ref.file_entry_id).text)
    }
    return good, set(trim.changed) - good


def rehearsal_store(entries: Iterable[FileEntry], folder: str = "/Files") -> MemoryStore:
    """A store in memory that reuses the live blobs of a database as the application's would."""
    store = MemoryStore(folder, keeps_texts=False)
    for entry in entries:
        if (
            entry.is_store_blob
            and not entry.trashed
            and entry.content_hash is not None
            and entry.size is not None
        ):
            store.adopt(entry.content_hash, entry.size, entry.id)
    return store


def restores(
    original: JsonValue, envelope_output: JsonValue, text_of: Callable[[BlobRef], str | None]
) -> bool:
    """Whether an envelope gives the original output back.

    Entities come back as they were. Of a text or an MCP result the text, its kind and its metadata do; the borders
    between an MCP result's blocks do not, nor for the application's own envelopes.
    """
    envelope = parse_envelope(envelope_output)
    if envelope is None:
        return False
    if any(text_of(ref) is None for ref in envelope.refs):
        return False
    inflated = inflate_envelope(envelope, text_of)
    if envelope.shape is EnvelopeShape.ENTITIES:
        return dumps(inflated) == dumps(original)
    return storable_text(inflated) == storable_text(original)


def _output(part: JsonValue) -> JsonValue:
    return part.get("output") if isinstance(part, dict) else None
