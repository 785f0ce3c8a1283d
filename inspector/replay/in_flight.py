"""The in-flight trim of a replay: one message at a time, remembered per message and budget (PIPELINE §5)."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field

from inspector.pipeline import trim_record
from inspector.pipeline.in_flight_trim import InFlightOptions, trim_tool_results
from inspector.pipeline.json_memo import JsonMemo
from inspector.pipeline.offload import TrimBudget
from inspector.pipeline.trim_record import TrimRecord
from inspector.replay.blob_ledger import BlobLedger
from inspector.replay.lane_memo import Variants, trim_outcome
from inspector.replay.removed import removed_middle
from inspector.replay.resolve import Resolved
from inspector.replay.result import Lane, RemovedMiddle, TrimOutcome
from inspector.replay.rules import in_flight_registry
from inspector.wire import JsonValue


@dataclass(frozen=True, slots=True)
class TrimmedMessage:
    """A message after the trim.

    Attributes:
        message: the object given when nothing was cut.
        outcomes: what was cut.
        offloaded: entry ids of the markers; texts, paths: what lies behind them, and where.
    """

    message: JsonValue
    outcomes: tuple[TrimOutcome, ...] = ()
    offloaded: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()


@dataclass(slots=True)
class TrimMemo:
    """Trimmed messages by message identity and everything their bytes depend on."""

    json: JsonMemo = field(default_factory=JsonMemo)
    known: dict[tuple[int, Hashable], Variants[TrimmedMessage]] = field(default_factory=dict)


@dataclass(slots=True)
class LedgerStorage:
    """The ledger as the trim's storage: always written, so that the ledger sees every text.

    Attributes:
        entries, texts: entry ids and texts by vfs filename.
    """

    ledger: BlobLedger
    entries: dict[str, str] = field(default_factory=dict)
    texts: dict[str, str] = field(default_factory=dict)

    def exists(self, vfs_filename: str) -> bool:
        return False

    def write(self, vfs_filename: str, text: str) -> None:
        self.entries[vfs_filename] = self.ledger.offload(text)
        self.texts[vfs_filename] = text

    def path(self, vfs_filename: str) -> str | None:
        return self.ledger.path_of(self.entries[vfs_filename]) if self.ledger.folder else None


class InFlightLane:
    """Trims the messages of one replay run."""

    def __init__(self, resolved: Resolved, ledger: BlobLedger, memo: TrimMemo) -> None:
        settings = resolved.settings
        self._options = InFlightOptions(
            budget=TrimBudget(
                threshold=int(resolved.in_flight_threshold),
                head_chars=settings.head_chars,
                tail_chars=settings.tail_chars,
            ),
            per_tool=in_flight_registry(settings.codecs).policies(),
        )
        self._threshold = self._options.budget.threshold
        self._key = (settings.head_chars, settings.tail_chars, settings.codecs, ledger.folder)
        self._ledger = ledger
        self._memo = memo

    def trim(self, message: JsonValue) -> TrimmedMessage:
        """One message; other roles than `tool` pass."""
        if not isinstance(message, dict) or message.get("role") != "tool":
            return TrimmedMessage(message)
        key = (id(message), self._key)
        variants = self._memo.known.get(key)
        if variants is not None:
            known = variants.at(self._threshold)
            if known is not None and self._still_holds(known):
                return known
        trimmed, lengths = self._trim(message)
        self._memo.known.setdefault(key, Variants(lengths, holder=message)).keep(self._threshold, trimmed)
        return trimmed

    def _still_holds(self, known: TrimmedMessage) -> bool:
        """Whether this run's ledger names the same entries, as it nearly always does."""
        return tuple(self._ledger.offload(text) for text in known.texts) == known.offloaded

    def _trim(self, message: JsonValue) -> tuple[TrimmedMessage, tuple[int, ...]]:
        storage = LedgerStorage(self._ledger)
        done = trim_tool_results([message], self._options, storage, json_memo=self._memo.json)
        cut = [record for record in done.records if record.outcome is not trim_record.TrimOutcome.KEPT]
        lengths = tuple(record.chars_before for record in done.records)
        if not cut:
            return TrimmedMessage(message), lengths
        names = list(storage.texts)
        trimmed = TrimmedMessage(
            done.prompt[0],
            tuple(self._outcome(record, storage) for record in cut),
            tuple(storage.entries[name] for name in names),
            tuple(storage.texts[name] for name in names),
            tuple(self._ledger.path_of(storage.entries[name]) for name in names),
        )
        return trimmed, lengths

    def _outcome(self, record: TrimRecord, storage: LedgerStorage) -> TrimOutcome:
        text = storage.texts.get(record.vfs_filename or "")
        removed: RemovedMiddle | None = None
        if text is not None:
            budget = self._options.budget
            removed = removed_middle(
                text, budget.head_chars, budget.tail_chars, recoverable=record.place is not None
            )
        return trim_outcome(record, Lane.IN_FLIGHT, removed)
