"""`gc` of a database's inventory: what a collection would do with each file entry, without doing it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from inspector.sources.conversation_db import FileEntry, FileRef
from inspector.store.verdict import GcVerdict, gc_verdict


def gc_verdicts(entries: Iterable[FileEntry], refs: Iterable[FileRef], now_ms: int) -> dict[str, GcVerdict]:
    """The verdict on each entry by id."""
    counts = Counter(ref.entry_id for ref in refs)
    return {entry.id: gc_verdict(entry, counts[entry.id], now_ms) for entry in entries}


def gc_report(entries: Iterable[FileEntry], refs: Iterable[FileRef], now_ms: int) -> dict[str, int]:
    """Entries by verdict."""
    counts = Counter(verdict.value for verdict in gc_verdicts(entries, refs, now_ms).values())
    return dict(sorted(counts.items()))
