"""Storages in memory: the blob shelf of the storage trim and, over it, the storage of the in-flight trim."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from inspector.pipeline.offload import StorageError
from inspector.pipeline.text_facts import facts
from inspector.wire import content_hash, utf8_length, vfs_filename


@dataclass(slots=True)
class MemoryShelf:
    """Blobs with ids entry-1, entry-2 …, found again by hash and size.

    Attributes:
        texts: by id.
        fail_at: "all", "lookup", or the number of the creation that fails; None = none does.
        attempts: creations asked for.
    """

    fail_at: str | float | None = None
    texts: dict[str, str] = field(default_factory=dict)
    attempts: int = 0
    _ids: dict[tuple[str, int], str] = field(default_factory=dict)

    def lookup(self, content_hash: str, size: int) -> str | None:
        if self.fail_at == "lookup":
            raise StorageError("lookup failed")
        return self._ids.get((content_hash, size))

    def create(self, text: str) -> str:
        self.attempts += 1
        if self.fail_at == "all" or self.attempts == self.fail_at:
            raise StorageError("disk full")
        entry_id = f"entry-{len(self.texts) + 1}"
        self.texts[entry_id] = text
        known = facts(text).survey
        self._ids[known.content_hash, known.size] = entry_id
        return entry_id

    def put(self, text: str) -> str:
        """The id of a text, stored if it was not."""
        known = facts(text).survey
        return self.lookup(known.content_hash, known.size) or self.create(text)

    def entry(self, entry_id: str) -> dict[str, str | int]:
        """The row of a blob, as the application keeps it."""
        text = self.texts[entry_id]
        return {
            "id": entry_id,
            "name": vfs_filename(text).removesuffix(".txt"),
            "ext": "txt",
            "cleanupPolicy": "delete_when_unreferenced",
            "size": utf8_length(text),
            "contentHash": content_hash(text),
        }


@dataclass(slots=True)
class ShelfStorage:
    """What an in-flight trim writes lands on a shelf; its path is that of the blob.

    Attributes:
        shelf: where the blobs go.
        path_of: entry id → path shown in markers.
        entries: ids in the order they were written to.
    """

    shelf: MemoryShelf
    path_of: Callable[[str], str]
    entries: list[str] = field(default_factory=list)
    _names: dict[str, str] = field(default_factory=dict)

    def exists(self, vfs_filename: str) -> bool:
        return False

    def write(self, vfs_filename: str, text: str) -> None:
        entry_id = self.shelf.put(text)
        self._names[vfs_filename] = entry_id
        if entry_id not in self.entries:
            self.entries.append(entry_id)

    def path(self, vfs_filename: str) -> str | None:
        return self.path_of(self._names[vfs_filename])
