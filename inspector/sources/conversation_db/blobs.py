"""Blobs and attachments on disk, checked against what the database says of them (FORMATS A, PIPELINE §7).

Only files inside the blob folder are ever read: ids come from the database and may be anything, and an external
entry may name any file of the machine.
"""

from __future__ import annotations

import os
from pathlib import Path

from inspector.model.blob import Blob, BlobState
from inspector.model.regular_files import LARGEST, is_regular, read_regular
from inspector.sources.conversation_db.records import INTERNAL, DiskFile, FileEntry
from inspector.wire import content_hash_bytes

_BINARY_PROBE = 8192


class BlobFolder:
    """The `Files` folder of a database; `path` None = there is none."""

    def __init__(self, path: Path | None) -> None:
        self.path = path

    def files(self) -> list[DiskFile]:
        """Plain files in the folder, by name."""
        if self.path is None or not self.path.is_dir():
            return []
        found = [(path.name, path.lstat()) for path in self.path.iterdir() if is_regular(path)]
        return sorted(
            (DiskFile(name, stat.st_size, stat.st_mtime_ns // 1_000_000) for name, stat in found),
            key=lambda file: file.name,
        )

    def file_of(self, entry_id: str, ext: str | None) -> Path | None:
        """Where an internal entry's file lies; None when the name would leave the folder."""
        name = f"{entry_id}.{ext}" if ext else entry_id
        if self.path is None or not entry_id or Path(name).name != name or "\\" in name or "\0" in name:
            return None
        return self.path / name

    def check(self, entry: FileEntry) -> BlobState:
        """Compare an internal entry's file with its row, reading the bytes only when the size fits."""
        return self._look(entry)[0]

    def read(self, entry: FileEntry) -> Blob:
        """An internal entry's bytes as text, with the outcome of the check; text None for binary content."""
        state, data = self._look(entry)
        path = self.file_of(entry.id, entry.ext)
        if data is None and path is not None and state is BlobState.SIZE_DIFFERS:
            data = read_regular(path)
        return Blob(
            state=state,
            text=None if data is None or _is_binary(data) else data.decode("utf-8", "replace"),
            path=str(path) if path is not None else None,
            size=None if data is None else len(data),
            expected_size=entry.size,
            expected_hash=entry.content_hash,
            found_hash=None if data is None else content_hash_bytes(data),
            user_attachment=entry.is_user_attachment,
        )

    def resolve_blob(self, entry_id: str, entry: FileEntry | None) -> Blob:
        """A blob that an envelope points to; what the gate refuses is not read."""
        if entry is None:
            return self._without_row(entry_id)
        if not entry.is_store_blob:
            return Blob(state=BlobState.REFUSED, expected_size=entry.size, expected_hash=entry.content_hash)
        return self.read(entry)

    def resolve_attachment(self, entry: FileEntry | None) -> Blob:
        """A user's file; an external one is named, not read."""
        if entry is None:
            return Blob(state=BlobState.MISSING_ENTRY)
        if entry.origin != INTERNAL:
            return Blob(state=BlobState.UNCHECKED, path=entry.external_path)
        return self.read(entry)

    def _without_row(self, entry_id: str) -> Blob:
        """A file may outlive its row until the weekly sweep: it is then the only copy left, so it is shown."""
        path = self.file_of(entry_id, "txt")
        data = read_regular(path) if path is not None else None
        if path is None or data is None:
            return Blob(state=BlobState.MISSING_ENTRY)
        return Blob(
            state=BlobState.MISSING_ENTRY,
            text=data.decode("utf-8", "replace"),
            path=str(path),
            size=len(data),
            found_hash=content_hash_bytes(data),
        )

    def _look(self, entry: FileEntry) -> tuple[BlobState, bytes | None]:
        if self.path is None:
            return BlobState.NO_FOLDER, None
        path = self.file_of(entry.id, entry.ext)
        if path is not None and os.path.lexists(path) and not is_regular(path):
            return BlobState.REFUSED, None
        size = None if path is None else _size(path)
        if path is None or size is None:
            return BlobState.MISSING_FILE, None
        if size > LARGEST:
            return BlobState.REFUSED, None
        if entry.size is not None and size != entry.size:
            return BlobState.SIZE_DIFFERS, None
        data = read_regular(path)
        if data is None:
            return BlobState.MISSING_FILE, None
        if entry.content_hash is None:
            return BlobState.UNCHECKED, data
        same = content_hash_bytes(data) == entry.content_hash
        return BlobState.OK if same else BlobState.HASH_DIFFERS, data


def _size(path: Path) -> int | None:
    """Of a plain file; None where there is none, or none for us."""
    try:
        return path.lstat().st_size if is_regular(path) else None
    except OSError:
        return None


def _is_binary(data: bytes) -> bool:
    return b"\0" in data[:_BINARY_PROBE]
