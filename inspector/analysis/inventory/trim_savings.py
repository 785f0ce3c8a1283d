"""`trim` of a database's inventory: what the storage trim would take out of its rows (PIPELINE §6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from inspector.pipeline.offload import TrimBudget
from inspector.pipeline.storage_trim import StorageTrimOptions
from inspector.sources.conversation_db import FileEntry, MessageRow, ParsedData
from inspector.store.memory import MemoryStore
from inspector.store.row_trim import RowTrim, rehearsal_store, trim_row, trimmable_data


class TrimTally:
    """What one threshold would do, row by row.

    Attributes:
        options: the settings of this trim.
        store: the live blobs, and in memory those that would be new.
    """

    def __init__(self, threshold: int, store: MemoryStore) -> None:
        self.options = StorageTrimOptions(budget=TrimBudget(threshold=threshold))
        self.store = store
        self._saved: dict[str, int] = {}
        self._parts = 0

    def add(self, message_id: str, trim: RowTrim) -> None:
        """Count one row."""
        if trim.text is not None:
            self._saved[message_id] = trim.bytes_saved
            self._parts += len(trim.changed)

    def report(self) -> dict[str, Any]:
        """The JSON contract; bytes are UTF-8 bytes of the `data` columns and of the new blobs."""
        return {
            "data_bytes_saved": sum(self._saved.values()),
            "messages_changed": len(self._saved),
            "parts_trimmed": self._parts,
            "new_blobs": len(self.store),
            "new_blob_bytes": self.store.bytes_created,
            "per_message": dict(self._saved),
        }


class TrimTallies:
    """Savings by threshold (UTF-16 units)."""

    def __init__(self, entries: Sequence[FileEntry], thresholds: Sequence[int] = (5000, 50000)) -> None:
        self._by_threshold = {
            threshold: TrimTally(threshold, rehearsal_store(entries)) for threshold in thresholds
        }

    def add(self, row: MessageRow, parsed: ParsedData) -> None:
        """Count one row at every threshold."""
        data = trimmable_data(row, parsed)
        if data is not None:
            for tally in self._by_threshold.values():
                tally.add(row.id, trim_row(data, tally.options, tally.store))

    def report(self) -> dict[str, Any]:
        """The JSON contract."""
        return {str(threshold): tally.report() for threshold, tally in self._by_threshold.items()}
