"""Trimming a copy of a database as the application would have done: old fat rows become envelopes (PIPELINE §6, §7).

Each message is one transaction: its blobs, its references and its new `data` are there together or not at all, so a
run that is killed goes on where it stopped. What an envelope could not give back is left in the row.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

import sqlalchemy as sa

from inspector.model.envelope import parse_envelope
from inspector.model.timing import now_ms
from inspector.pipeline.offload import TrimBudget
from inspector.pipeline.storage_trim import BlobShelf, StorageTrimOptions
from inspector.pipeline.tool_registry import ToolRegistry, built_in_registry
from inspector.sources.base import Progress
from inspector.sources.conversation_db import ConversationDbSource, MessageRow, open_conversation_db
from inspector.store.backfill_check import CopyDifference, compare_copy
from inspector.store.blob_store import BlobStore
from inspector.store.copy_folder import CopyFolder, Phase
from inspector.store.row_trim import (
    JsonObject,
    RowTrim,
    rehearsal_store,
    restorable_parts,
    trim_row,
    trimmable_data,
)
from inspector.store.steps import StepObserver, unobserved
from inspector.wire import utf8_length

_MESSAGES: Final = sa.table("message", sa.column("id"), sa.column("data"))


@dataclass(frozen=True, slots=True)
class TrimmedMessage:
    """What was or would be done to one message.

    Attributes:
        message_id, topic_id: which.
        parts: tool parts that became envelopes.
        kept: tool parts left whole because an envelope could not give them back.
        bytes_saved: UTF-8 bytes of its `data`.
    """

    message_id: str
    topic_id: str
    parts: int
    kept: int
    bytes_saved: int


@dataclass(frozen=True, slots=True)
class BackfillReport:
    """What a run did or would do.

    Attributes:
        written: False for a dry run.
        threshold: UTF-16 units.
        messages: those with something over the threshold, in stored order.
        already_done: messages that an earlier, interrupted run had trimmed.
        new_blobs, new_blob_bytes: texts that were not in the store before, in this run.
        checked_envelopes: envelopes of the copy that were read back and compared.
        differences: what the copy does not give back; empty is the only good answer.
    """

    written: bool
    threshold: int
    messages: tuple[TrimmedMessage, ...]
    already_done: int
    new_blobs: int
    new_blob_bytes: int
    checked_envelopes: int = 0
    differences: tuple[CopyDifference, ...] = ()

    @property
    def bytes_saved(self) -> int:
        """UTF-8 bytes of all `data` columns."""
        return sum(message.bytes_saved for message in self.messages)


def rehearse(
    source: ConversationDbSource,
    threshold: int,
    *,
    registry: ToolRegistry | None = None,
    progress: Progress | None = None,
) -> BackfillReport:
    """What `backfill` would do; nothing is written anywhere."""
    options = _options(threshold, registry)
    store = rehearsal_store(source.file_entries())
    messages = []
    for row, data in _fat_rows(source, progress or Progress(), "planned"):
        good, kept = restorable_parts(data, options)
        if good or kept:
            messages.append(_message(row, trim_row(data, options, store, only=good), kept))
    return BackfillReport(False, threshold, tuple(messages), 0, len(store), store.bytes_created)


def backfill(
    source: ConversationDbSource,
    copy: CopyFolder,
    *,
    registry: ToolRegistry | None = None,
    progress: Progress | None = None,
    clock: Callable[[], int] = now_ms,
    observer: StepObserver = unobserved,
) -> BackfillReport:
    """Copy the database unless that is done, trim the copy, and compare it with the original.

    Raises Problem, OSError, and `Cancelled`; the copy can be gone on with after each of them.
    """
    progress = progress or Progress()
    copy.fill(source, progress)
    store = BlobStore(copy.database, copy.files, clock=clock, observer=observer)
    try:
        run = _Run(store, _options(copy.state.threshold, registry))
        for row, data in _fat_rows(source, progress, "trimmed"):
            run.row(row, data)
    finally:
        store.close()
    opened = open_conversation_db(copy.folder)
    try:
        checked, differences = compare_copy(source, opened, progress)
    finally:
        opened.close()
    if not differences:
        copy.set_phase(Phase.DONE)
    return BackfillReport(
        written=True,
        threshold=copy.state.threshold,
        messages=tuple(run.messages),
        already_done=run.already_done,
        new_blobs=run.new_blobs,
        new_blob_bytes=run.new_blob_bytes,
        checked_envelopes=checked,
        differences=tuple(differences),
    )


class _Run:
    """One run over the rows of a copy; counts so far."""

    def __init__(self, store: BlobStore, options: StorageTrimOptions) -> None:
        self.messages: list[TrimmedMessage] = []
        self.already_done = 0
        self.new_blobs = 0
        self.new_blob_bytes = 0
        self._store = store
        self._options = options

    def row(self, original: MessageRow, data: JsonObject) -> None:
        """Trim one message of the copy, unless that was done."""
        good, kept = restorable_parts(data, self._options)
        if not good and not kept:
            return
        with self._store.begin() as transaction:
            stored = sa.select(_MESSAGES.c.data).where(_MESSAGES.c.id == original.id)
            if transaction.connection.execute(stored).scalar() != original.data:
                self.already_done += 1
                return
            shelf = _CountingShelf(transaction)
            trim = trim_row(data, self._options, shelf, only=good)
            if trim.text is not None:
                update = sa.update(_MESSAGES).where(_MESSAGES.c.id == original.id).values(data=trim.text)
                transaction.connection.execute(update)
            for entry_id in _entry_ids(trim):
                transaction.add_ref(entry_id, original.id)
        self.messages.append(_message(original, trim, kept))
        self.new_blobs += shelf.created
        self.new_blob_bytes += shelf.bytes_created


class _CountingShelf:
    """A shelf that counts what is new on it."""

    def __init__(self, shelf: BlobShelf) -> None:
        self.created = 0
        self.bytes_created = 0
        self._shelf = shelf

    def lookup(self, content_hash: str, size: int) -> str | None:
        """See `BlobShelf`."""
        return self._shelf.lookup(content_hash, size)

    def create(self, text: str) -> str:
        """See `BlobShelf`."""
        entry_id = self._shelf.create(text)
        self.created += 1
        self.bytes_created += utf8_length(text)
        return entry_id


def _options(threshold: int, registry: ToolRegistry | None) -> StorageTrimOptions:
    return StorageTrimOptions(
        budget=TrimBudget(threshold=threshold), registry=registry or built_in_registry()
    )


def _fat_rows(
    source: ConversationDbSource, progress: Progress, what: str
) -> Iterator[tuple[MessageRow, JsonObject]]:
    """Rows that the trim takes; not those with bytes that are no UTF-8, which writing them again would lose."""
    for count, row in enumerate(source.rows()):
        progress.step(count, 0, what)
        if row.data is not None and utf8_length(row.data) == row.data_bytes:
            data = trimmable_data(row)
            if data is not None:
                yield row, data


def _message(row: MessageRow, trim: RowTrim, kept: set[int]) -> TrimmedMessage:
    return TrimmedMessage(row.id, row.topic_id, len(trim.changed), len(kept), trim.bytes_saved)


def _entry_ids(trim: RowTrim) -> list[str]:
    """Blobs behind the new envelopes of a row, each once."""
    parts = trim.data["parts"]
    assert isinstance(parts, list)
    outputs = [part.get("output") for at in trim.changed if isinstance(part := parts[at], dict)]
    envelopes = [envelope for output in outputs if (envelope := parse_envelope(output)) is not None]
    return list(dict.fromkeys(ref.file_entry_id for envelope in envelopes for ref in envelope.refs))
