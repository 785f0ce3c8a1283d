"""The inventory of a conversation database: every key of `info --json` for it, from one pass over its rows."""

from __future__ import annotations

import time
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
from inspector.sources.base import Progress
from inspector.sources.conversation_db import ConversationDbSource, parse_data


def inventory(
    source: ConversationDbSource,
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
    files = FileTally(source, now_ms=int(time.time() * 1000) if now_ms is None else now_ms)
    messages, parts, paths, envelopes = MessageTally(), PartTally(), PathTally(), EnvelopeTally()
    markers, trims, citations = (
        MarkerTally(source, userdata),
        TrimTallies(source.file_entries()),
        CitationTally(),
    )
    for count, row in enumerate(source.rows()):
        progress.step(count, 0, "rows")
        parsed = parse_data(row.data)
        for tally in (messages, paths, parts, envelopes, markers, trims, citations):
            tally.add(row, parsed)
    topics = source.topics()
    walked = paths.report(topics)
    report: dict[str, Any] = {
        "kind": source.kind.value,
        "path": str(source.path),
        "size": source.size,
        "notices": [str(notice) for notice in source.notices],
        "topics": paths.topics(topics),
        "agent_sessions": agent_session_rows(source),
        "messages": messages.report(topics),
        "paths": walked,
        "parts": parts.report(),
        "tool_outputs": parts.tool_outputs(),
        "file_entries": files.entries(),
        "gc": files.verdicts(),
        "disk": files.disk(),
        "refs_to_missing_entries": files.refs_to_missing_entries(),
        "envelopes": envelopes.report(files),
        "markers": markers.report(),
        "trim": trims.report(),
        "compaction": paths.compaction(walked),
        "anchors": parts.anchors,
        "citations": citations.report(),
        "usage": usage_sums(source.usage_records()),
    }
    if any(notice.id == "db-damaged" for notice in source.notices):
        report["tables"] = {name: asdict(health) for name, health in source.table_health().items()}
    return report
