"""A content-addressed blob store over a folder and a SQLite database (PIPELINE §7).

A blob's row is committed after its file is whole and in place; its row is gone before its file. So a process that dies
anywhere leaves at most a file without a row, which the sweep takes. Everything that decides by the rows runs inside one
write transaction, so that a collection in another process cannot remove what a write has just found to reuse.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import sqlalchemy as sa

from inspector.model.blob import Blob, BlobState
from inspector.model.timing import now_ms
from inspector.sources.conversation_db import FileEntry
from inspector.sources.conversation_db.records import BLOB_EXT
from inspector.store.engine import WRITING, open_engine
from inspector.store.files import BlobFiles
from inspector.store.ids import new_entry_id
from inspector.store.steps import Step, StepObserver, unobserved
from inspector.store.stored_blob import StoredBlob
from inspector.store.tables import StoreTables, create_tables
from inspector.wire import content_hash_bytes, encode_utf8


class BlobStore:
    """A store opened for writing. Never open one on a user's own data without being asked.

    Attributes:
        files: the folder.
        tables: the rows.
    """

    def __init__(
        self,
        database: Path,
        folder: Path,
        *,
        clock: Callable[[], int] = now_ms,
        observer: StepObserver = unobserved,
    ) -> None:
        """Open the tables of an existing database; raises Problem when it has none for a store."""
        self._engine = open_engine(database)
        self._clock = clock
        self._observer = observer
        self.files = BlobFiles(folder, observer)
        self.tables = StoreTables(self._engine, database)

    @classmethod
    def create(cls, database: Path, folder: Path, *, clock: Callable[[], int] = now_ms) -> BlobStore:
        """A store of its own, with the tables made when they are not there."""
        engine = open_engine(database)
        create_tables(engine)
        engine.dispose()
        return cls(database, folder, clock=clock)

    @contextmanager
    def begin(self) -> Iterator[StoreTransaction]:
        """One write transaction: all of what is done in it, or after an exception or a crash nothing."""
        writer = self._engine.execution_options(**WRITING)
        with writer.connect() as connection, connection.begin():
            yield StoreTransaction(self, connection, self._clock(), self._observer)
        self._observer(Step.COMMITTED, "")

    def put(self, text: str, *, message_id: str | None = None) -> StoredBlob:
        """Keep a text and tie it to a message at once. Raises OSError."""
        with self.begin() as transaction:
            return transaction.put(text, message_id=message_id)

    def settle(self, message_id: str, entry_ids: Iterable[str]) -> None:
        """End a message's provisional references: what its stored parts hold stays tied, nothing else."""
        with self.begin() as transaction:
            transaction.settle(message_id, entry_ids)

    def entry(self, entry_id: str) -> FileEntry | None:
        """An entry's row."""
        with self._engine.connect() as connection:
            return self.tables.get(connection, entry_id)

    def entries(self) -> list[tuple[FileEntry, int]]:
        """All entries, oldest first, each with the number of rows that refer to it."""
        with self._engine.connect() as connection:
            counts = self.tables.ref_counts(connection)
            return [(entry, counts.get(entry.id, 0)) for entry in self.tables.entries(connection)]

    def read(self, entry_id: str) -> Blob:
        """A blob with the outcome of its check; no text unless its file is what its row says."""
        entry = self.entry(entry_id)
        if entry is None:
            return Blob(state=BlobState.MISSING_ENTRY)
        if not entry.is_store_blob:
            return Blob(state=BlobState.REFUSED, expected_size=entry.size, expected_hash=entry.content_hash)
        data = self.files.read(entry.id, entry.ext)
        state = _state(entry, data)
        whole = data if state in (BlobState.OK, BlobState.UNCHECKED) else None
        return Blob(
            state=state,
            text=None if whole is None else whole.decode("utf-8", "replace"),
            path=None if data is None else str(self.files.path(entry.id, entry.ext)),
            size=None if data is None else len(data),
            expected_size=entry.size,
            expected_hash=entry.content_hash,
            found_hash=None if data is None else content_hash_bytes(data),
            user_attachment=entry.is_user_attachment,
        )

    def path(self, entry_id: str) -> str | None:
        """The path a marker may show: of an entry that is a blob of this store, whether or not its file is there."""
        entry = self.entry(entry_id)
        if entry is None or not entry.is_store_blob:
            return None
        return str(self.files.path(entry.id, entry.ext))

    def close(self) -> None:
        """Close the database."""
        self._engine.dispose()


class StoreTransaction:
    """What may be done inside one write transaction.

    Attributes:
        connection: for statements that belong to the same transaction.
        now_ms: when it began.
    """

    def __init__(
        self, store: BlobStore, connection: sa.Connection, now_ms: int, observer: StepObserver
    ) -> None:
        self.connection = connection
        self.now_ms = now_ms
        self._files = store.files
        self._tables = store.tables
        self._observer = observer

    def lookup(self, content_hash: str, size: int) -> str | None:
        """The entry to reuse for a content; one whose file is lost or not that content is none."""
        entry = self._tables.find(self.connection, content_hash, size)
        data = None if entry is None else self._files.read(entry.id, entry.ext)
        whole = entry is not None and data is not None and _state(entry, data) is BlobState.OK
        return entry.id if entry is not None and whole else None

    def create(self, text: str) -> str:
        """A new blob, whether or not there is one of this content. Raises OSError."""
        data = encode_utf8(text)
        entry_id = new_entry_id(self.now_ms)
        self._files.write(entry_id, BLOB_EXT, data)
        self._tables.insert(self.connection, entry_id, text, data, self.now_ms)
        self._observer(Step.ROW_WRITTEN, entry_id)
        return entry_id

    def put(self, text: str, *, message_id: str | None = None) -> StoredBlob:
        """Reuse or create a blob, and tie it to a message. Raises OSError."""
        data = encode_utf8(text)
        entry = self._tables.find(self.connection, content_hash_bytes(data), len(data))
        if entry is not None and self._files.read(entry.id, entry.ext) != data:
            # The row promises what its file does not hold; the text at hand is that content.
            self._files.write(entry.id, BLOB_EXT, data)
        entry_id = self.create(text) if entry is None else entry.id
        if message_id is not None:
            self.add_ref(entry_id, message_id)
        return StoredBlob(entry_id, created=entry is None)

    def add_ref(self, entry_id: str, message_id: str) -> None:
        """Tie a blob to a message, provisionally until `settle`."""
        self._tables.add_ref(self.connection, entry_id, message_id, self.now_ms)

    def settle(self, message_id: str, entry_ids: Iterable[str]) -> None:
        """See `BlobStore.settle`."""
        wanted = dict.fromkeys(entry_ids)
        tied = self._tables.message_refs(self.connection, message_id)
        self._tables.drop_refs(self.connection, message_id, [held for held in tied if held not in wanted])
        for entry_id in wanted:
            self.add_ref(entry_id, message_id)

    def ref_count(self, entry_id: str) -> int:
        """Rows of all reference tables that hold this entry, now."""
        return self._tables.ref_count(self.connection, entry_id)

    def entry(self, entry_id: str) -> FileEntry | None:
        """An entry's row, now."""
        return self._tables.get(self.connection, entry_id)

    def delete(self, entry_id: str) -> None:
        """Remove an entry's row; its file may go only after the commit."""
        self._tables.delete(self.connection, entry_id)
        self._observer(Step.ROW_DELETED, entry_id)


def _state(entry: FileEntry, data: bytes | None) -> BlobState:
    if data is None:
        return BlobState.MISSING_FILE
    if entry.size is not None and len(data) != entry.size:
        return BlobState.SIZE_DIFFERS
    if entry.content_hash is None:
        return BlobState.UNCHECKED
    return BlobState.OK if content_hash_bytes(data) == entry.content_hash else BlobState.HASH_DIFFERS
