"""`ConversationDbSource`: the application's database behind the `Source` seam, read-only and lazy (FORMATS A)."""

from __future__ import annotations

import threading
import weakref
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from inspector.model.blob import Blob
from inspector.model.conversation import Conversation, ConversationSummary, RunRecord
from inspector.model.envelope import BlobRef
from inspector.model.problems import Notice, Problem
from inspector.model.request import RequestPayload, RequestRecord
from inspector.sources.base import Progress, SearchHit, Trait
from inspector.sources.conversation_db.blobs import BlobFolder
from inspector.sources.conversation_db.damage import TableHealth, table_health
from inspector.sources.conversation_db.database import Database
from inspector.sources.conversation_db.loading import load_session, load_topic
from inspector.sources.conversation_db.location import Location, locate
from inspector.sources.conversation_db.records import (
    DiskFile,
    FileEntry,
    FileRef,
    MessageRow,
    ModelInfo,
    TopicRow,
    UsageRow,
)
from inspector.sources.conversation_db.search import search_rows
from inspector.sources.conversation_db.snapshot import signature_of, take_snapshot
from inspector.sources.conversation_db.state import State
from inspector.wire import JsonValue


class ConversationDbSource:
    """A conversation database, opened.

    Attributes:
        path: the .sqlite file.
        format, traits: see `Source`.
        blobs: the blob folder.
    """

    format = "conversation-db"
    traits = frozenset({Trait.ROWS, Trait.BLOBS, Trait.BOUNDARIES, Trait.USAGE, Trait.CLOCK})

    def __init__(self, location: Location) -> None:
        self.path = location.database
        self.blobs = BlobFolder(location.blobs)
        self._location = location
        self._lock = threading.Lock()
        self._state = self._read_state()

    @property
    def size(self) -> int:
        """Bytes of the main file when it was read."""
        return self._state.database.snapshot.size

    @property
    def notices(self) -> Sequence[Notice]:
        """Damage met so far, and a missing blob folder."""
        damage = self._state.database.damage
        if damage is None:
            return self._location.notices
        found = Notice("db-damaged", {"path": str(self.path), "found": damage}, "error")
        return (found, *self._location.notices)

    def conversations(self) -> Sequence[ConversationSummary]:
        """Topics and agent sessions, newest first; in a big database without the badges of `count_badges`."""
        return self._state.conversations()

    def count_badges(self) -> Sequence[ConversationSummary]:
        """The same list with bytes, folds, envelopes, requests and usage counted: one pass over all rows."""
        return self._state.counted_conversations()

    def runs(self) -> Sequence[RunRecord]:
        """Databases have no runs."""
        return ()

    def requests(self) -> Sequence[RequestRecord]:
        """Every usage record by created_at, id; sums of older applications among them (`is_aggregate`)."""
        return self._state.requests()

    def usage_records(self) -> Sequence[UsageRow]:
        """The same records as stored, in the same order."""
        return self._state.usage_records()

    def load(self, conversation_id: str, progress: Progress | None = None) -> Conversation:
        """Load one topic or agent session, reading its rows only; raises `Problem("no-such-item")`."""
        state = self._state
        entries = state.conversations()
        entry = next((found for found in entries if found.id == conversation_id), None)
        if entry is None:
            available = f"it holds {len(entries)} conversations"
            raise Problem(
                "no-such-item",
                {
                    "path": str(self.path),
                    "what": "topic",
                    "name": conversation_id,
                    "available": available,
                },
            )
        session = state.session(conversation_id)
        if session is not None:
            return load_session(state, entry, session, progress or Progress())
        return load_topic(state, entry, state.topic(conversation_id), progress or Progress())

    def payload(self, request_index: int) -> RequestPayload:
        """Databases record no requests, only what they cost: always empty."""
        self._state.requests()[request_index]
        return RequestPayload()

    def raw_json(self, request_index: int) -> dict[str, str | None]:
        """What the usage record keeps as JSON: cost breakdown and the prices then."""
        return self._state.recorded_json(self._state.requests()[request_index].id)

    def blob(self, ref: BlobRef) -> Blob:
        """Resolve and check one blob."""
        return self.blobs.resolve_blob(ref.file_entry_id, self._state.tables.file_entry(ref.file_entry_id))

    def attachment(self, file_entry_id: str) -> Blob:
        """Resolve a user's attachment."""
        return self.blobs.resolve_attachment(self._state.tables.file_entry(file_entry_id))

    def search(self, query: str, progress: Progress | None = None) -> Iterator[SearchHit]:
        """Hits in all conversations, those that the application's own index knows first."""
        return search_rows(self._state.tables, query, progress=progress)

    def search_in(
        self, conversation_id: str, query: str, progress: Progress | None = None
    ) -> Iterator[SearchHit]:
        """Hits in one conversation."""
        return search_rows(self._state.tables, query, conversation_id=conversation_id, progress=progress)

    def topics(self) -> Sequence[TopicRow]:
        """Topic rows in stored order, deleted ones included."""
        return self._state.topics()

    def rows(self, topic_id: str | None = None) -> Iterator[MessageRow]:
        """Message rows (of one topic, or all) in stored order, read as they are asked for."""
        return self._state.tables.messages(topic_id)

    def session_rows(self, session_id: str | None = None) -> Iterator[MessageRow]:
        """Message rows of agent sessions in stored order."""
        return self._state.tables.session_messages(session_id)

    def file_entries(self) -> Sequence[FileEntry]:
        """File entries in stored order, trashed ones included."""
        return self._state.tables.file_entries()

    def file_refs(self) -> Sequence[FileRef]:
        """Rows of all `*_file_ref` tables, by table name, each in stored order."""
        return self._state.tables.file_refs()

    def disk_files(self) -> Sequence[DiskFile]:
        """Files in the blob folder, by name."""
        return self.blobs.files()

    def models(self) -> Sequence[ModelInfo]:
        """Models the user has set up, with context window and prices as recorded."""
        return self._state.models()

    def preferences(self) -> dict[str, JsonValue]:
        """The `chat.context_settings.*` preferences by key, parsed; nothing else is read."""
        return self._state.preferences()

    def verify(self) -> str | None:
        """Check every page of the database, whatever its size; returns SQLite's first complaint."""
        return self._state.database.check()

    def table_health(self) -> Mapping[str, TableHealth]:
        """Rows counted and rows readable, by main table; tells how bad a damage is."""
        return table_health(self._state.database)

    def refresh(self) -> bool:
        """Read again when the file or its log changed; a damaged copy does not replace a sound one."""
        with self._lock:
            old = self._state
            if signature_of(self.path) == old.database.snapshot.signature:
                return False
            try:
                new = self._read_state()
            except Problem:
                # The file may be in the middle of being replaced; what was read stays, the next look tries again.
                return False
            keeps = old.database.snapshot.folder is not None and old.database.damage is None
            if keeps and new.database.damage is not None:
                new.close()
                return False
            self._state = new
            old.close()
            return True

    def close(self) -> None:
        """Close connections and remove temporary copies."""
        self._state.close()

    def _read_state(self) -> State:
        database = Database(self.path, take_snapshot(self.path))
        # Whoever forgets to close must not leave a copy of somebody's conversations in the temporary folder.
        weakref.finalize(database, database.snapshot.discard)
        return State(database)


def open_conversation_db(path: Path | str, *, blobs: Path | None = None) -> ConversationDbSource:
    """Open a .sqlite file, a `Data` folder or a user-data folder.

    Args:
        path: what the user gave.
        blobs: folder with the blobs, when it is not `Files` beside the database.

    Raises:
        Problem: one sentence for whatever is wrong with the path.
    """
    return ConversationDbSource(locate(Path(path), blobs=blobs))
