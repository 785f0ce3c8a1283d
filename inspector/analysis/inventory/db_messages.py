"""`messages` of a database's inventory: rows by role, status and state of their data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from inspector.model.message import DataState
from inspector.sources.conversation_db import MessageRow, ParsedData, TopicRow
from inspector.sources.row_store import RowStore


class MessageTally:
    """Counts over all rows of `message`."""

    def __init__(self) -> None:
        self._roles: Counter[str] = Counter()
        self._statuses: Counter[str] = Counter()
        self._states: Counter[str] = Counter()
        self._topics: Counter[str] = Counter()
        self._bad: dict[str, str] = {}
        self._siblings: set[tuple[str | None, int]] = set()
        self._deleted = 0
        self._bytes = 0
        self._largest: tuple[int, str] | None = None

    def add(self, row: MessageRow, parsed: ParsedData) -> None:
        """Count one row."""
        self._roles[row.role] += 1
        self._states[parsed.state.value] += 1
        if parsed.state is not DataState.OK:
            self._bad[row.id] = parsed.state.value
        if not row.is_root:
            self._statuses[row.status] += 1
            self._topics[row.topic_id] += 1
        if row.siblings_group:
            self._siblings.add((row.parent_id, row.siblings_group))
        self._deleted += row.deleted
        self._bytes += row.data_bytes
        self._largest = max(self._largest or (-1, ""), (row.data_bytes, row.id))

    def report(self, topics: Sequence[TopicRow]) -> dict[str, Any]:
        """The counts; content rows are all but root rows, `data_bytes` are UTF-8 bytes as stored."""
        return {
            "rows": self._roles.total(),
            "content_rows": self._statuses.total(),
            "by_role": dict(self._roles),
            "by_status": dict(self._statuses),
            "deleted": self._deleted,
            "data_state": dict(self._states),
            "data_state_not_ok": self._bad,
            "per_topic": {topic.id: self._topics[topic.id] for topic in topics},
            "siblings_groups": len(self._siblings),
            "data_bytes": self._bytes,
            "data_bytes_max": list(self._largest) if self._largest else None,
        }


def agent_session_rows(source: RowStore) -> dict[str, int]:
    """Message rows per agent session."""
    return dict(Counter(row.topic_id for row in source.session_rows()))
