"""What a source with stored rows offers beyond `Source`: the application's own tables, for replays and upkeep."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol, cast

from inspector.model.conversation import ConversationSummary
from inspector.sources.base import Source, Trait
from inspector.sources.conversation_db.blobs import BlobFolder
from inspector.sources.conversation_db.damage import TableHealth
from inspector.sources.conversation_db.records import (
    DiskFile,
    FileEntry,
    FileRef,
    MessageRow,
    ModelInfo,
    TopicRow,
    UsageRow,
)
from inspector.wire.values import JsonValue


class OwnModels(Protocol):
    """A source that lists the models its user has set up."""

    def models(self) -> Sequence[ModelInfo]:
        """Each with context window and prices as recorded."""
        ...


class OwnSettings(OwnModels, Protocol):
    """A source that keeps the settings its application ran with."""

    def preferences(self) -> dict[str, JsonValue]:
        """The context settings by key, parsed."""
        ...


class RowStore(Source, OwnSettings, Protocol):
    """Stored rows with their files (`Trait.ROWS`).

    Attributes:
        blobs: the blob folder.
    """

    blobs: BlobFolder

    def usage_records(self) -> Sequence[UsageRow]:
        """Usage records as stored, in the order of `requests`."""
        ...

    def topics(self) -> Sequence[TopicRow]:
        """Topic rows in stored order, deleted ones included."""
        ...

    def rows(self, topic_id: str | None = None) -> Iterator[MessageRow]:
        """Message rows (of one topic, or all) in stored order, read as they are asked for."""
        ...

    def session_rows(self, session_id: str | None = None) -> Iterator[MessageRow]:
        """Message rows of agent sessions in stored order."""
        ...

    def file_entries(self) -> Sequence[FileEntry]:
        """File entries in stored order, trashed ones included."""
        ...

    def file_refs(self) -> Sequence[FileRef]:
        """References from messages to file entries."""
        ...

    def disk_files(self) -> Sequence[DiskFile]:
        """Files in the blob folder, by name."""
        ...

    def count_badges(self) -> Sequence[ConversationSummary]:
        """The list of conversations with everything counted: one pass over all rows."""
        ...

    def verify(self) -> str | None:
        """Check the file as a whole; the first complaint."""
        ...

    def table_health(self) -> Mapping[str, TableHealth]:
        """Rows counted and rows readable, by main table."""
        ...


def row_store(source: Source) -> RowStore | None:
    """The source as one with stored rows; None when it has none."""
    return cast(RowStore, source) if Trait.ROWS in source.traits else None
