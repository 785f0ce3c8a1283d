"""A blob store as the storage of in-flight trims: blobs are tied to the placeholder at once (PIPELINE §7)."""

from __future__ import annotations

from typing import Protocol

from inspector.pipeline.offload import StorageError
from inspector.store.stored_blob import StoredBlob


class PuttingStore(Protocol):
    """What an offload needs of a store."""

    def put(self, text: str, *, message_id: str | None = None) -> StoredBlob:
        """Reuse or create a blob and tie it to a message."""
        ...

    def path(self, entry_id: str) -> str | None:
        """The path that a marker shows."""
        ...


class StoreOffload:
    """The storage of one request (`OffloadStorage`).

    Attributes:
        entry_ids: entry by vfs filename of what this request put away; two texts can share a name, as lone surrogates
            are not told apart, and the last one written has it.
    """

    def __init__(self, store: PuttingStore, message_id: str | None = None) -> None:
        """`message_id` is the assistant's placeholder; its references are provisional until the turn is settled."""
        self._store = store
        self._message_id = message_id
        self.entry_ids: dict[str, str] = {}

    def exists(self, vfs_filename: str) -> bool:
        """Never known beforehand: each text is put, which reuses what is there and ties it to this message."""
        return False

    def write(self, vfs_filename: str, text: str) -> None:
        """Put a text away. Raises StorageError or OSError."""
        try:
            self.entry_ids[vfs_filename] = self._store.put(text, message_id=self._message_id).entry_id
        except _database_errors() as error:
            raise StorageError(str(error)) from error

    def path(self, vfs_filename: str) -> str | None:
        """Where the text of that name can be read."""
        entry_id = self.entry_ids.get(vfs_filename)
        return None if entry_id is None else self._store.path(entry_id)


def _database_errors() -> type[Exception]:
    """Imported when something has failed: rehearsals in memory, as every start of the window, go without."""
    from sqlalchemy.exc import SQLAlchemyError

    return SQLAlchemyError
