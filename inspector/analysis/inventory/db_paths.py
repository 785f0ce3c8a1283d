"""`topics`, `paths` and `compaction` of a database's inventory: what each topic's active branch serves."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from inspector import wire
from inspector.sources.conversation_db import MessageRow, ParsedData, TopicRow
from inspector.sources.conversation_db.boundaries import served_path
from inspector.sources.conversation_db.tree import Tree

_FULL_PATH_ROWS: Final = 40


@dataclass(frozen=True, slots=True)
class _Node:
    """What is kept of a row: its place in the tree."""

    id: str
    parent_id: str | None
    topic_id: str
    is_root: bool
    deleted: bool


class PathTally:
    """Tree, clears and summaries of all rows."""

    def __init__(self) -> None:
        self._nodes: dict[str, _Node] = {}
        self._clears: set[str] = set()
        self._summaries: dict[str, dict[str, Any]] = {}

    def add(self, row: MessageRow, parsed: ParsedData) -> None:
        """Note one row."""
        self._nodes[row.id] = _Node(row.id, row.parent_id, row.topic_id, row.is_root, row.deleted)
        if any(isinstance(part, dict) and part.get("type") == "data-clear" for part in parsed.parts):
            self._clears.add(row.id)
        if row.compaction_summary:
            self._summaries[row.id] = _summary(row, row.compaction_summary)

    def topics(self, topics: Sequence[TopicRow]) -> dict[str, Any]:
        """Counts over topics; a dangling active node is missing, another topic's, or deleted."""
        return {
            "total": len(topics),
            "deleted": sum(topic.deleted for topic in topics),
            "unnamed": sum(topic.name == "" for topic in topics),
            "active_null": sum(topic.active_node_id is None for topic in topics),
            "active_dangling_or_foreign": [topic.id for topic in topics if self._dangles(topic)],
        }

    def report(self, topics: Sequence[TopicRow]) -> dict[str, Any]:
        """The active branch of every topic."""
        return {topic.id: self._path(topic) for topic in topics}

    def compaction(self, paths: Mapping[str, Mapping[str, Any]]) -> list[dict[str, Any]]:
        """Every stored summary, and whether its topic's active branch is served from it."""
        served = {path["boundary_message"] for path in paths.values()}
        return [
            {**found, "is_boundary_of_active_path": name in served} for name, found in self._summaries.items()
        ]

    def _dangles(self, topic: TopicRow) -> bool:
        if topic.active_node_id is None:
            return False
        node = self._nodes.get(topic.active_node_id)
        return node is None or node.topic_id != topic.id or node.deleted

    def _path(self, topic: TopicRow) -> dict[str, Any]:
        path, note = Tree(topic.id, self._nodes).walk(topic.active_node_id)
        served = served_path(path, self._clears, self._summaries.keys())
        report: dict[str, Any] = {
            "name": topic.name,
            "active_node_id": topic.active_node_id,
            "deleted": topic.deleted,
            "path_rows": len(path),
            "first": path[0] if path else None,
            "last": path[-1] if path else None,
            "path_sha256": hashlib.sha256("\n".join(path).encode()).hexdigest(),
            "last_clear_message": served.last_clear,
            "rows_after_clear": served.after_clear,
            "boundary_message": served.boundary,
            "rows_after_boundary": served.after_boundary,
            "note": note.value if note is not None else None,
        }
        return report | {"path": list(path)} if len(path) <= _FULL_PATH_ROWS else report


def _summary(row: MessageRow, summary: str) -> dict[str, Any]:
    return {
        "message": row.id,
        "topic": row.topic_id,
        "role": row.role,
        "status": row.status,
        "summary_chars": wire.utf16.length(summary),
        "summary_sha256": hashlib.sha256(wire.encode_utf8(summary)).hexdigest(),
    }
