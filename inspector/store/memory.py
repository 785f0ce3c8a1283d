"""A blob store in memory, for replays and dry runs: same rules, nothing written (PIPELINE §7)."""

from __future__ import annotations

import posixpath
from collections.abc import Callable

from inspector.model.blob import Blob, BlobState
from inspector.pipeline.read_back import FileFacts
from inspector.sources.conversation_db.records import BLOB_EXT
from inspector.store.ids import stable_entry_id
from inspector.store.stored_blob import StoredBlob
from inspector.wire import content_hash_bytes, encode_utf8

EntryIds = Callable[[str, int], str]
"""Makes an entry id of a content hash and a size in bytes."""


class MemoryStore:
    """Blobs by id; with stable ids the same content has the same id, and so the same path, in every replay.

    Attributes:
        folder: the folder that paths show, as the application's own machine has it.
        bytes_created: bytes of all blobs that were created here.
    """

    def __init__(
        self, folder: str = "/Files", *, entry_ids: EntryIds = stable_entry_id, keeps_texts: bool = True
    ) -> None:
        """A store that keeps no texts only counts, however much is put into it; nothing can be read from it."""
        self.folder = folder.rstrip("/")
        self.bytes_created = 0
        self._entry_ids = entry_ids
        self._keeps_texts = keeps_texts
        self._by_content: dict[tuple[str, int], str] = {}
        self._blobs: dict[str, bytes] = {}
        self._created: set[str] = set()
        self._adopted: set[str] = set()

    def __len__(self) -> int:
        return len(self._created)

    def lookup(self, content_hash: str, size: int) -> str | None:
        """The entry to reuse for a content."""
        return self._by_content.get((content_hash, size))

    def adopt(self, content_hash: str, size: int, entry_id: str) -> None:
        """Know an entry of another store, so that its content is reused under its path; its text stays there."""
        self._by_content.setdefault((content_hash, size), entry_id)
        self._adopted.add(entry_id)

    def create(self, text: str) -> str:
        """A new blob."""
        data = encode_utf8(text)
        content_hash = content_hash_bytes(data)
        entry_id = self._entry_ids(content_hash, len(data))
        self._by_content[content_hash, len(data)] = entry_id
        if entry_id not in self._created:
            self._created.add(entry_id)
            self.bytes_created += len(data)
        if self._keeps_texts:
            self._blobs[entry_id] = data
        return entry_id

    def put(self, text: str, *, message_id: str | None = None) -> StoredBlob:
        """Reuse or create a blob. Nothing is collected here, so there are no references to keep."""
        data = encode_utf8(text)
        known = self.lookup(content_hash_bytes(data), len(data))
        return StoredBlob(self.create(text) if known is None else known, created=known is None)

    def read(self, entry_id: str) -> Blob:
        """A blob that was created and kept here."""
        data = self._blobs.get(entry_id)
        if data is None:
            return Blob(state=BlobState.MISSING_ENTRY)
        return Blob(state=BlobState.OK, text=data.decode(), path=self.path(entry_id), size=len(data))

    def path(self, entry_id: str) -> str | None:
        """The path that a marker shows of a blob."""
        known = entry_id in self._created or entry_id in self._adopted
        return f"{self.folder}/{entry_id}.{BLOB_EXT}" if known else None


class MemoryStoreFiles:
    """A memory store as the file system that `fs_read` reads (`ReadableFiles`)."""

    def __init__(self, store: MemoryStore) -> None:
        self._store = store

    def real_path(self, path: str) -> str | None:
        """Paths are what they are: there are no links."""
        return path

    def facts(self, path: str) -> FileFacts | None:
        """The size of the blob at the path."""
        blob = self._blob(path)
        return None if blob.size is None else FileFacts(regular=True, size=blob.size)

    def read(self, path: str) -> bytes:
        """The bytes of the blob at the path."""
        blob = self._blob(path)
        if blob.text is None:
            raise FileNotFoundError(path)
        return blob.text.encode()

    def _blob(self, path: str) -> Blob:
        folder, name = posixpath.split(path)
        entry_id = name.removesuffix(f".{BLOB_EXT}") if folder == self._store.folder else ""
        return self._store.read(entry_id)
