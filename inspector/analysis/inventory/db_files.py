"""`file_entries`, `gc`, `disk` and `refs_to_missing_entries` of a database's inventory."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from typing import Any, Final

from inspector.analysis.inventory.gc import gc_report, gc_verdicts
from inspector.model.blob import BlobState
from inspector.sources.conversation_db import FileEntry
from inspector.sources.conversation_db.records import INTERNAL
from inspector.sources.row_store import RowStore

_UUID: Final = r"[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}"
_ENTRY_FILE: Final = re.compile(rf"({_UUID})(\.[^.]+)?")
_RESIDUE: Final = re.compile(rf".*\.tmp-{_UUID}", re.DOTALL)
_STATES: Final = {
    BlobState.OK: "ok",
    BlobState.UNCHECKED: "ok",
    BlobState.SIZE_DIFFERS: "size_differs",
    BlobState.HASH_DIFFERS: "hash_differs",
}


class FileTally:
    """File entries, who refers to them, and what lies on disk; each file is checked once."""

    def __init__(self, source: RowStore, *, now_ms: int) -> None:
        self._source = source
        self._now_ms = now_ms
        self._entries = {entry.id: entry for entry in source.file_entries()}
        self._refs = source.file_refs()
        self._by_entry: defaultdict[str, Counter[str]] = defaultdict(Counter)
        for ref in self._refs:
            self._by_entry[ref.entry_id][ref.table] += 1
        self._verdicts = gc_verdicts(self._entries.values(), self._refs, now_ms)
        self._checked: dict[str, str] = {}

    def entry(self, entry_id: str) -> FileEntry | None:
        """The entry with this id."""
        return self._entries.get(entry_id)

    def state(self, entry: FileEntry) -> str:
        """`ok`, `missing`, `size_differs` or `hash_differs`; an entry without a hash is checked by size alone."""
        if entry.id not in self._checked:
            self._checked[entry.id] = _STATES.get(self._source.blobs.check(entry), "missing")
        return self._checked[entry.id]

    def entries(self) -> dict[str, Any]:
        """All entries by id; `file` for internal ones only."""
        return {name: self._entry(self._entries[name]) for name in sorted(self._entries)}

    def verdicts(self) -> dict[str, int]:
        """Number of entries by what a collection now would do with them."""
        return gc_report(self._entries.values(), self._refs, self._now_ms)

    def disk(self) -> dict[str, Any]:
        """Files in the blob folder that have no row: orphans, residue of broken writes, others' files."""
        names = [file.name for file in self._source.disk_files()]
        residue = [name for name in names if _RESIDUE.fullmatch(name)]
        uuids = {name: found[1] for name in names if (found := _ENTRY_FILE.fullmatch(name))}
        return {
            "files": len(names),
            "orphan_uuid_files": [name for name, entry in uuids.items() if entry not in self._entries],
            "tmp_residue": residue,
            "ignored": [name for name in names if name not in uuids and name not in residue],
        }

    def refs_to_missing_entries(self) -> list[list[str]]:
        """[table, ref id, entry id] of refs whose entry is gone."""
        return [[ref.table, ref.id, ref.entry_id] for ref in self._refs if ref.entry_id not in self._entries]

    def _entry(self, entry: FileEntry) -> dict[str, Any]:
        report = {
            "name": entry.name,
            "ext": entry.ext,
            "origin": entry.origin,
            "policy": entry.policy,
            "size": entry.size,
            "refs": dict(self._by_entry.get(entry.id, {})),
            "trashed": entry.trashed,
            "store_blob": entry.is_store_blob,
            "gc": self._verdicts[entry.id].value,
        }
        return report | {"file": self.state(entry)} if entry.origin == INTERNAL else report
