"""What the content page can show of a selection: texts to choose from, and the facts above them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from inspector.analysis.prompt_view import (
    Section,
    SectionKind,
    answer_sections,
    message_sections,
    part_sections,
)
from inspector.app.inspector.readable import Readable, assemble
from inspector.app.selection import Selection
from inspector.app.timeline.tool_output import output_facts
from inspector.model import BlobRef, FilePart, Part, Role, ToolPart


@dataclass(frozen=True, slots=True)
class BlobChoice:
    """A text that lies outside the row: a blob behind an envelope, or an attachment.

    Attributes:
        ref: the blob; None for an attachment.
        entry_id: its file entry.
        title: what the output says it is; "" when nothing.
    """

    ref: BlobRef | None
    entry_id: str
    title: str


@dataclass(frozen=True, slots=True)
class Content:
    """A selection, read.

    Attributes:
        selection: what it is about.
        sections: what its rows keep.
        readable: the sections as one text.
        blobs: what lies outside.
    """

    selection: Selection
    sections: Sequence[Section]
    readable: Readable
    blobs: Sequence[BlobChoice] = ()

    @property
    def chosen(self) -> int:
        """Index of the blob that is selected itself; -1 when none is."""
        wanted = self.selection.blob
        return next((n for n, blob in enumerate(self.blobs) if wanted is not None and blob.ref == wanted), -1)


def content_of(selection: Selection) -> Content:
    """Read a selection; loads the payload when only a request is selected (a worker's job)."""
    message, part = selection.message, selection.part
    if selection.boundary is not None and part is None:
        return _content(selection, _summary(selection))
    if message is None:
        return _content(selection, _answer(selection))
    if part is not None and selection.part_index is not None:
        return _content(selection, list(part_sections(part, message.role, selection.part_index)), [part])
    return _content(selection, message_sections(message), message.parts)


def _content(selection: Selection, sections: list[Section], parts: Sequence[Part] = ()) -> Content:
    blobs = [blob for part in parts for blob in _blobs(part)]
    return Content(selection, sections, assemble(sections, headings=len(sections) > 1), blobs)


def _summary(selection: Selection) -> list[Section]:
    boundary = selection.boundary
    if boundary is None or boundary.summary is None:
        return []
    return [Section(kind=SectionKind.TEXT, role=Role.USER, text=boundary.summary)]


def _answer(selection: Selection) -> list[Section]:
    record = selection.request
    if record is None or not record.has_payload:
        return []
    return answer_sections(selection.source.payload(record.index))


def _blobs(part: Part) -> list[BlobChoice]:
    if isinstance(part, FilePart) and part.file_entry_id:
        return [BlobChoice(None, part.file_entry_id, part.filename or part.media_type)]
    if not isinstance(part, ToolPart) or part.envelope is None:
        return []
    facts = output_facts(part)
    items = facts.items if facts is not None else ()
    titles = {item.ref: item.title or item.id for item in items if item.ref is not None}
    return [
        BlobChoice(ref, ref.file_entry_id, titles.get(ref) or ref.vfs_filename) for ref in part.envelope.refs
    ]
