"""The garbage collector: unreferenced blobs past their grace go, row first, file after (PIPELINE §7)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from inspector.sources.conversation_db import FileEntry
from inspector.sources.conversation_db.records import INTERNAL
from inspector.store.verdict import GcVerdict, gc_verdict

if TYPE_CHECKING:
    from inspector.store.blob_store import BlobStore

MOST_PER_PASS: Final = 100


@dataclass(frozen=True, slots=True)
class Judged:
    """An entry and what a collection would do with it.

    Attributes:
        refs: rows of all tables that hold it.
    """

    entry: FileEntry
    refs: int
    verdict: GcVerdict


@dataclass(frozen=True, slots=True)
class Collection:
    """What one pass did.

    Attributes:
        collected: ids of entries whose row is gone.
        spared: ids that had become referenced since they were judged.
        remaining: collectable entries left for the next pass.
        stuck_files: names of files that could not be removed; the sweep will try again.
    """

    collected: tuple[str, ...]
    spared: tuple[str, ...]
    remaining: int
    stuck_files: tuple[str, ...]


def judge(store: BlobStore, now_ms: int) -> list[Judged]:
    """The verdict on every entry, oldest first; nothing is changed."""
    return [Judged(entry, refs, gc_verdict(entry, refs, now_ms)) for entry, refs in store.entries()]


def collect(store: BlobStore, now_ms: int, *, most: int = MOST_PER_PASS) -> Collection:
    """One pass over at most `most` collectable entries, oldest first."""
    candidates = [found.entry for found in judge(store, now_ms) if found.verdict is GcVerdict.COLLECT]
    collected: list[str] = []
    spared: list[str] = []
    stuck: list[str] = []
    for entry in candidates[:most]:
        if not _delete_row(store, entry, now_ms):
            spared.append(entry.id)
            continue
        collected.append(entry.id)
        stuck += _remove_file(store, entry)
    return Collection(tuple(collected), tuple(spared), max(len(candidates) - most, 0), tuple(stuck))


def _delete_row(store: BlobStore, entry: FileEntry, now_ms: int) -> bool:
    """Judge again under the write lock, by all reference tables, and delete the row only then."""
    with store.begin() as transaction:
        current = transaction.entry(entry.id)
        if current is None:
            return False
        if gc_verdict(current, transaction.ref_count(entry.id), now_ms) is not GcVerdict.COLLECT:
            return False
        transaction.delete(entry.id)
        return True


def _remove_file(store: BlobStore, entry: FileEntry) -> list[str]:
    if entry.origin != INTERNAL:
        return []
    name = f"{entry.id}.{entry.ext}" if entry.ext else entry.id
    try:
        store.files.remove(store.files.path(entry.id, entry.ext).name)
    except (OSError, ValueError):
        return [name]
    return []
