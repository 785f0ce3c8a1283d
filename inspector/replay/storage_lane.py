"""The storage trim of a replay: what a row would hold after its turn (PIPELINE §6)."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field

from inspector.pipeline import trim_record
from inspector.pipeline.compaction.rows import Row, parts_of
from inspector.pipeline.offload import TrimBudget
from inspector.pipeline.storage_trim import StorageTrimOptions, trim_for_storage
from inspector.replay.blob_ledger import BlobLedger
from inspector.replay.lane_memo import Variants, trim_outcome
from inspector.replay.resolve import Resolved
from inspector.replay.result import Lane, TrimOutcome
from inspector.replay.rules import storage_registry
from inspector.wire import JsonValue, js_json, utf16


@dataclass(frozen=True, slots=True)
class StoredRow:
    """A row after its turn.

    Attributes:
        row: with its parts as stored; parts: the same parts.
        bytes_before, bytes_after: UTF-8 bytes of the parts' JSON in full and as stored.
        blobs: blobs the row refers to.
        outcomes: outputs moved out.
        entries, texts: entry ids and what lies behind them, in the order they were stored.
    """

    row: Row
    parts: tuple[JsonValue, ...]
    bytes_before: int
    bytes_after: int
    blobs: int
    outcomes: tuple[TrimOutcome, ...]
    entries: tuple[str, ...]
    texts: tuple[str, ...]


@dataclass(slots=True)
class StorageMemo:
    """Stored rows by row and everything their bytes depend on; JSON sizes of parts by identity."""

    rows: dict[Hashable, Variants[StoredRow]] = field(default_factory=dict)
    sizes: dict[int, tuple[JsonValue, int]] = field(default_factory=dict)

    def bytes_of(self, parts: Sequence[JsonValue]) -> int:
        """UTF-8 bytes of the JSON of parts."""
        return sum(self._of(part) for part in parts)

    def _of(self, part: JsonValue) -> int:
        known = self.sizes.get(id(part))
        if known is None:
            known = (part, utf16.utf8_length(js_json.dumps(part)))
            self.sizes[id(part)] = known
        return known[1]


@dataclass(slots=True)
class _LedgerShelf:
    """The ledger as the trim's store: never a hit, so that the ledger sees every text."""

    ledger: BlobLedger
    entries: list[str] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)

    def lookup(self, content_hash: str, size: int) -> str | None:
        return None

    def create(self, text: str) -> str:
        entry = self.ledger.offload(text, referenced=True)
        self.entries.append(entry)
        self.texts.append(text)
        return entry


class StorageLane:
    """Stores the rows of one replay run."""

    def __init__(self, resolved: Resolved, ledger: BlobLedger, memo: StorageMemo) -> None:
        settings = resolved.settings
        budget = TrimBudget(
            threshold=settings.truncate_threshold,
            head_chars=settings.head_chars,
            tail_chars=settings.tail_chars,
        )
        self._options = StorageTrimOptions(
            budget=budget,
            registry=storage_registry(settings.codecs),
            enabled=settings.storage_trim and settings.pipeline,
        )
        self._threshold = budget.threshold
        self._key = (
            settings.head_chars,
            settings.tail_chars,
            settings.codecs,
            self._options.enabled,
            ledger.folder,
        )
        self._ledger = ledger
        self._memo = memo

    def store(self, row: Row) -> StoredRow:
        """The row as it would be stored."""
        key = (id(row), self._key)
        variants = self._memo.rows.get(key)
        if variants is not None:
            known = variants.at(self._threshold)
            if known is not None and self._still_holds(known):
                return known
        stored, lengths = self._store(row)
        self._memo.rows.setdefault(key, Variants(lengths, holder=row)).keep(self._threshold, stored)
        return stored

    def _still_holds(self, known: StoredRow) -> bool:
        ids = tuple(self._ledger.offload(text, referenced=True) for text in known.texts)
        return ids == known.entries

    def _store(self, row: Row) -> tuple[StoredRow, tuple[int, ...]]:
        parts = parts_of(row)
        shelf = _LedgerShelf(self._ledger)
        done = trim_for_storage(parts, self._options, shelf)
        stored: Row = {**row, "parts": done.parts} if done.changed else row
        result = StoredRow(
            row=stored,
            parts=tuple(done.parts),
            bytes_before=self._memo.bytes_of(parts),
            bytes_after=self._memo.bytes_of(done.parts),
            blobs=len(set(shelf.entries)),
            outcomes=tuple(
                trim_outcome(record, Lane.STORAGE)
                for record in done.records
                if record.outcome is not trim_record.TrimOutcome.KEPT
            ),
            entries=tuple(shelf.entries),
            texts=tuple(shelf.texts),
        )
        return result, tuple(record.chars_before for record in done.records)
