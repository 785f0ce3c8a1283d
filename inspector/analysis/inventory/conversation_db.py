"""The inventory of a conversation database: every key of `info --json` for it, from one pass over its rows."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from inspector.analysis.inventory.citations import CitationTally
from inspector.analysis.inventory.db_envelopes import EnvelopeTally
from inspector.analysis.inventory.db_files import FileTally
from inspector.analysis.inventory.db_messages import MessageTally, agent_session_rows
from inspector.analysis.inventory.db_parts import PartTally
from inspector.analysis.inventory.db_paths import PathTally
from inspector.analysis.inventory.db_usage import usage_sums
from inspector.analysis.inventory.markers import MarkerTally
from inspector.analysis.inventory.trim_savings import TrimTallies
from inspector.model import timing
from inspector.sources.base import Progress
from inspector.sources.conversation_db import MessageRow, parse_data
from inspector.sources.row_store import RowStore


def inventory(
    source: RowStore,
    *,
    now_ms: int | None = None,
    userdata: str | None = None,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """Count what is inside a database.

    Args:
        source: the opened database.
        now_ms: the moment for which collection is judged, ms since epoch; default: the system clock.
        userdata: where the application itself kept its data, as its markers show it.
        progress: told about rows done; may cancel.

    Returns:
        JSON-ready values; lists that have an order are in stored (rowid) order.
    """
    progress = progress or Progress()
    tallies = _Tallies(source, userdata, timing.now_ms() if now_ms is None else now_ms)
    for count, row in enumerate(source.rows()):
        progress.step(count, 0, "rows")
        tallies.add(row)
    return {
        "kind": source.format,
        "path": str(source.path),
        "size": source.size,
        "notices": [str(notice) for notice in source.notices],
        **tallies.report(source),
    }


class _Tallies:
    """Everything that is counted, row by row."""

    def __init__(self, source: RowStore, userdata: str | None, now_ms: int) -> None:
        self._files = FileTally(source, now_ms=now_ms)
        self._messages, self._parts = MessageTally(), PartTally()
        self._paths, self._envelopes = PathTally(), EnvelopeTally()
        self._markers = MarkerTally(source, userdata)
        self._trims = TrimTallies(source.file_entries())
        self._citations = CitationTally()

    def add(self, row: MessageRow) -> None:
        """Count one row; it is parsed once for all."""
        parsed = parse_data(row.data)
        self._messages.add(row, parsed)
        self._paths.add(row, parsed)
        self._parts.add(row, parsed)
        self._envelopes.add(parsed)
        self._markers.add(row, parsed)
        self._trims.add(row, parsed)
        self._citations.add(row, parsed)

    def report(self, source: RowStore) -> dict[str, Any]:
        """What was counted, key by key of the contract."""
        topics = source.topics()
        walked = self._paths.report(topics)
        damaged = any(notice.id == "db-damaged" for notice in source.notices)
        health = source.table_health().items() if damaged else ()
        return {
            "topics": self._paths.topics(topics),
            "agent_sessions": agent_session_rows(source),
            "messages": self._messages.report(topics),
            "paths": walked,
            "parts": self._parts.report(),
            "tool_outputs": self._parts.tool_outputs(),
            "file_entries": self._files.entries(),
            "gc": self._files.verdicts(),
            "disk": self._files.disk(),
            "refs_to_missing_entries": self._files.refs_to_missing_entries(),
            "envelopes": self._envelopes.report(self._files),
            "markers": self._markers.report(),
            "trim": self._trims.report(),
            "compaction": self._paths.compaction(walked),
            "anchors": self._parts.anchors,
            "citations": self._citations.report(),
            "usage": usage_sums(source.usage_records()),
            **({"tables": {name: asdict(found) for name, found in health}} if damaged else {}),
        }
