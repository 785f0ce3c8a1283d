"""What a collection and a sweep would do with the blobs of a database, without doing it (PIPELINE §7)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from inspector.sources.conversation_db import FileEntry, FileRef
from inspector.sources.row_store import RowStore
from inspector.store.collector import MOST_PER_PASS
from inspector.store.files import BlobFiles
from inspector.store.sweep import Sweep, plan_sweep
from inspector.store.verdict import GcVerdict, gc_verdict


@dataclass(frozen=True, slots=True)
class CollectionPlan:
    """A dry run.

    Attributes:
        verdicts: entries by verdict.
        collectable: what would go, oldest first.
        passes: how many passes that takes.
        sweep: files without a row; None when the blob folder is not there.
    """

    verdicts: dict[str, int]
    collectable: tuple[FileEntry, ...]
    passes: int
    sweep: Sweep | None

    @property
    def bytes_collectable(self) -> int:
        """Bytes that the rows say would be freed."""
        return sum(entry.size or 0 for entry in self.collectable)


def gc_verdicts(entries: Iterable[FileEntry], refs: Iterable[FileRef], now_ms: int) -> dict[str, GcVerdict]:
    """The verdict on each entry by id."""
    counts = Counter(ref.entry_id for ref in refs)
    return {entry.id: gc_verdict(entry, counts[entry.id], now_ms) for entry in entries}


def gc_report(entries: Iterable[FileEntry], refs: Iterable[FileRef], now_ms: int) -> dict[str, int]:
    """Entries by verdict: `gc` of a database's inventory."""
    counts = Counter(verdict.value for verdict in gc_verdicts(entries, refs, now_ms).values())
    return dict(sorted(counts.items()))


def collection_plan(source: RowStore, now_ms: int) -> CollectionPlan:
    """Judge every entry and every file as of `now_ms`."""
    entries, refs = source.file_entries(), source.file_refs()
    verdicts = gc_verdicts(entries, refs, now_ms)
    collectable = sorted(
        (entry for entry in entries if verdicts[entry.id] is GcVerdict.COLLECT),
        key=lambda entry: (entry.created_at or 0, entry.id),
    )
    folder = source.blobs.path
    return CollectionPlan(
        verdicts=gc_report(entries, refs, now_ms),
        collectable=tuple(collectable),
        passes=-(-len(collectable) // MOST_PER_PASS),
        sweep=None if folder is None else plan_sweep(BlobFiles(folder).list(), set(verdicts), now_ms),
    )
