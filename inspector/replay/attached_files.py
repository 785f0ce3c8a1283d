"""The text of an attached file: read from the application's store, taken out of PDF and office documents."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Final

from inspector.pipeline.read_back import FileKind, kind_of
from inspector.pipeline.read_back.decoding import decode_file
from inspector.replay.documents import DOCUMENT_EXTENSIONS, NoExtractorError, document_text
from inspector.replay.session import AttachedFile
from inspector.replay.unknown import Unknown
from inspector.sources.conversation_db.records import INTERNAL, FileEntry
from inspector.sources.row_store import RowStore

_UNREADABLE: Final = AttachedFile(kind=FileKind.TEXT, text=None)


def attached_files(source: RowStore) -> Callable[[str], AttachedFile]:
    """Reads an attachment by its file entry, once."""

    @cache
    def entries() -> dict[str, FileEntry]:
        return {entry.id: entry for entry in source.file_entries()}

    @cache
    def read(entry_id: str) -> AttachedFile:
        entry = entries().get(entry_id)
        return _UNREADABLE if entry is None else _attached(source, entry)

    return read


def _attached(source: RowStore, entry: FileEntry) -> AttachedFile:
    kind, ext = kind_of(entry.ext), (entry.ext or "").lower()
    if entry.origin != INTERNAL:
        return AttachedFile(kind=kind, text=None, unknown=Unknown.OUTSIDE_FILE)
    found = source.attachment(entry.id)
    if found.size is None or found.path is None:
        return _UNREADABLE
    if kind is not FileKind.TEXT:
        return AttachedFile(kind=kind, text="")
    if ext not in DOCUMENT_EXTENSIONS:
        return AttachedFile(kind=kind, text=_decoded(Path(found.path)))
    try:
        text = document_text(Path(found.path), ext)
    except NoExtractorError:
        return AttachedFile(kind=kind, text=None, unknown=Unknown.NO_EXTRACTOR)
    return AttachedFile(kind=kind, text=text, unknown=Unknown.DOCUMENT_TEXT)


def _decoded(path: Path) -> str | None:
    try:
        data = path.read_bytes()
    except OSError:
        return None
    decoded = decode_file(data)
    return (data if decoded is None else decoded.utf8).decode("utf-8", "replace")
