"""What has been read of one snapshot and is worth keeping: lists and indexes, never message content."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence

from inspector.model.conversation import ConversationSummary
from inspector.model.request import RequestRecord
from inspector.sources.conversation_db import usage
from inspector.sources.conversation_db.database import Database
from inspector.sources.conversation_db.records import ModelInfo, SessionRow, TopicRow, UsageRow
from inspector.sources.conversation_db.snapshot import CHECK_LIMIT
from inspector.sources.conversation_db.summaries import list_conversations, with_badges
from inspector.sources.conversation_db.tables import Tables
from inspector.wire import JsonValue


class State:
    """Caches over one database; methods may be called from any thread.

    Attributes:
        database: the snapshot's connections.
        tables: typed reading of it.
    """

    def __init__(self, database: Database) -> None:
        self.database = database
        self.tables = Tables(database)
        self._lock = threading.RLock()
        self._conversations: list[ConversationSummary] | None = None
        self._counted = False
        self._models: list[ModelInfo] | None = None
        self._preferences: dict[str, JsonValue] | None = None
        self._usage: list[UsageRow] | None = None
        self._requests: tuple[RequestRecord, ...] | None = None
        self._positions: Mapping[str, int] | None = None
        self._topics: dict[str, TopicRow] | None = None
        self._sessions: dict[str, SessionRow] | None = None

    def conversations(self) -> Sequence[ConversationSummary]:
        """The list; with badges at once when the database is small."""
        with self._lock:
            if self._conversations is None:
                self._conversations = list_conversations(self.tables)
                if self.database.snapshot.size <= CHECK_LIMIT:
                    self.counted_conversations()
            return self._conversations

    def counted_conversations(self) -> Sequence[ConversationSummary]:
        """The list with badges."""
        with self._lock:
            listed = self._conversations or list_conversations(self.tables)
            if not self._counted:
                listed = with_badges(self.tables, listed, self.usage_records())
            self._conversations, self._counted = list(listed), True
            return self._conversations

    def models(self) -> Sequence[ModelInfo]:
        """All models the user has set up; every topic's settings ask for them."""
        with self._lock:
            if self._models is None:
                self._models = self.tables.models()
            return self._models

    def preferences(self) -> dict[str, JsonValue]:
        """Context settings by key, parsed."""
        with self._lock:
            if self._preferences is None:
                self._preferences = self.tables.preferences()
            return dict(self._preferences)

    def topics(self) -> Sequence[TopicRow]:
        """Topic rows in stored order."""
        return list(self._topics_by_id().values())

    def topic(self, topic_id: str) -> TopicRow | None:
        """One topic's row; None when only its messages are left."""
        return self._topics_by_id().get(topic_id)

    def session(self, session_id: str) -> SessionRow | None:
        """One agent session's row."""
        with self._lock:
            if self._sessions is None:
                self._sessions = {row.id: row for row in self.tables.sessions()}
            return self._sessions.get(session_id)

    def usage_records(self) -> list[UsageRow]:
        """All usage records in order."""
        with self._lock:
            if self._usage is None:
                self._usage = usage.usage_rows(self.database)
            return self._usage

    def requests(self) -> tuple[RequestRecord, ...]:
        """All usage records as requests."""
        with self._lock:
            if self._requests is None:
                rows = self.usage_records()
                self._requests = usage.request_records(rows, usage.positions_of(rows))
            return self._requests

    def requests_of(self, message_kind: str, conversation_id: str) -> tuple[RequestRecord, ...]:
        """The requests of one conversation, with their place among all."""
        with self._lock:
            if self._requests is not None or self.database.damage is not None:
                return tuple(row for row in self.requests() if row.conversation_id == conversation_id)
            if self._positions is None:
                self._positions = usage.record_positions(self.database)
            rows = usage.usage_rows_of(self.database, message_kind, conversation_id)
            return usage.request_records(rows, self._positions)

    def recorded_json(self, record_id: str) -> dict[str, str | None]:
        """JSON columns of one usage record."""
        return usage.recorded_json(self.database, record_id)

    def close(self) -> None:
        """Close the database."""
        self.database.close()

    def _topics_by_id(self) -> dict[str, TopicRow]:
        with self._lock:
            if self._topics is None:
                self._topics = {row.id: row for row in self.tables.topics()}
            return self._topics
