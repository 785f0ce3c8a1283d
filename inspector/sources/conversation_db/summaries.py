"""The list of topics and agent sessions: cheap at first, badges by one pass over the rows (FORMATS A).

Listing touches no message content: row counts come from the topic index, error and pending counts from the status
index. Bytes, folds and envelopes need every row to be looked at, so they are counted apart.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from inspector.model.conversation import ConversationSummary, ListGroup
from inspector.model.usage import sum_usage
from inspector.sources.conversation_db.database import Database
from inspector.sources.conversation_db.records import SessionRow, TopicRow, UsageRow
from inspector.sources.conversation_db.tables import Tables
from inspector.sources.conversation_db.usage import usage_of
from inspector.sources.conversation_db.values import text

_ENVELOPE_MARK: Final = '"$persistedToolOutput":'


@dataclass(slots=True)
class _Counts:
    rows: int = 0
    status: dict[str, int] = field(default_factory=dict)


def list_conversations(tables: Tables) -> list[ConversationSummary]:
    """Topics and agent sessions, newest first; topics whose own row is lost are listed by their messages."""
    topics, sessions = tables.topics(), tables.sessions()
    names = tables.assistant_names()
    counts = _message_counts(tables)
    chats = [_topic(topic, names, counts.pop(topic.id, _Counts())) for topic in topics]
    lost = [_lost_topic(name, found) for name, found in counts.items()]
    talks = _session_counts(tables.database) if sessions else {}
    agents = [_session(session, talks.get(session.id, _Counts())) for session in sessions]
    return sorted((*chats, *lost, *agents), key=lambda entry: entry.updated_at or 0, reverse=True)


def with_badges(
    tables: Tables, summaries: Iterable[ConversationSummary], usage: Iterable[UsageRow]
) -> list[ConversationSummary]:
    """The same entries with bytes, folds, envelopes, requests and measured usage counted."""
    totals = _badges(tables.database, "message", "topic_id")
    totals |= _badges(tables.database, "agent_session_message", "session_id")
    records: dict[str, list[UsageRow]] = defaultdict(list)
    for row in usage:
        records[row.conversation_id].append(row)
    return [_badged(entry, totals.get(entry.id), records.get(entry.id, [])) for entry in summaries]


def _badged(
    entry: ConversationSummary, totals: Mapping[str, int] | None, records: list[UsageRow]
) -> ConversationSummary:
    found = totals or {"data_bytes": 0, "folds": 0, "envelopes": 0}
    return replace(
        entry,
        data_bytes=found["data_bytes"],
        fold_count=found["folds"],
        envelope_count=found["envelopes"],
        request_count=sum(row.request_count for row in records),
        usage=sum_usage(usage_of(row) for row in records),
    )


def _badges(database: Database, table: str, key: str) -> dict[str, dict[str, int]]:
    import sqlalchemy as sa

    schema = database.schema
    if not schema.has(table):
        return {}
    data, summary = schema.column(table, "data"), schema.column(table, "compaction_summary")
    mark = len(_ENVELOPE_MARK)
    envelopes = (sa.func.length(data) - sa.func.length(sa.func.replace(data, _ENVELOPE_MARK, ""))) / mark
    found = sa.func.instr(data, _ENVELOPE_MARK) > 0
    place = schema.column(table, key)
    statement = sa.select(
        place,
        sa.func.sum(sa.func.length(sa.cast(data, sa.LargeBinary))).label("data_bytes"),
        sa.func.sum(sa.case((sa.and_(summary.is_not(None), summary != ""), 1), else_=0)).label("folds"),
        sa.func.sum(sa.case((found, envelopes), else_=0)).label("envelopes"),
    ).group_by(place)
    return {
        text(row[0]): {name: int(getattr(row, name) or 0) for name in ("data_bytes", "folds", "envelopes")}
        for row in database.rows(statement)
    }


def _message_counts(tables: Tables) -> dict[str, _Counts]:
    import sqlalchemy as sa

    database = tables.database
    if database.damage is not None:
        return _scanned_counts(tables)
    column = database.schema.column
    roots = sa.and_(column("message", "parent_id").is_(None), column("message", "role") == "root")
    counts = _grouped(database, "message", "topic_id")
    for name, number in _by_group(database, "message", "topic_id", roots):
        if name in counts:
            counts[name].rows -= number
    return counts


def _scanned_counts(tables: Tables) -> dict[str, _Counts]:
    """Counts of the rows themselves: in a damaged file the indexes may tell of others."""
    counts: dict[str, _Counts] = {}
    for row in tables.messages():
        found = counts.setdefault(row.topic_id, _Counts())
        found.rows += not row.is_root
        found.status[row.status] = found.status.get(row.status, 0) + 1
    return counts


def _session_counts(database: Database) -> dict[str, _Counts]:
    return _grouped(database, "agent_session_message", "session_id")


def _grouped(database: Database, table: str, key: str) -> dict[str, _Counts]:
    if not database.schema.has(table):
        return {}
    counts = {name: _Counts(number) for name, number in _by_group(database, table, key)}
    for status in ("error", "pending"):
        unusual = database.schema.column(table, "status") == status
        for name, number in _by_group(database, table, key, unusual):
            counts.setdefault(name, _Counts()).status[status] = number
    return counts


def _by_group(database: Database, table: str, key: str, *conditions: Any) -> list[tuple[str, int]]:
    import sqlalchemy as sa

    place = database.schema.column(table, key)
    source = database.schema.table(table)
    statement = (
        sa.select(place, sa.func.count().label("number"))
        .select_from(source)
        .where(*conditions)
        .group_by(place)
    )
    return [(text(getattr(row, key)), row.number) for row in database.rows(statement)]


def _topic(topic: TopicRow, names: Mapping[str, str], counts: _Counts) -> ConversationSummary:
    return ConversationSummary(
        id=topic.id,
        group=ListGroup.TOPICS,
        title=topic.name,
        subtitle=names.get(topic.assistant_id or "", ""),
        updated_at=topic.updated_at,
        message_count=counts.rows,
        error_count=counts.status.get("error", 0),
        in_flight_count=counts.status.get("pending", 0),
        deleted=topic.deleted,
    )


def _lost_topic(topic_id: str, counts: _Counts) -> ConversationSummary:
    return ConversationSummary(
        id=topic_id,
        group=ListGroup.TOPICS,
        title="",
        message_count=counts.rows,
        error_count=counts.status.get("error", 0),
        in_flight_count=counts.status.get("pending", 0),
    )


def _session(session: SessionRow, counts: _Counts) -> ConversationSummary:
    return ConversationSummary(
        id=session.id,
        group=ListGroup.AGENT_SESSIONS,
        title=session.name,
        subtitle=session.agent_name,
        updated_at=session.updated_at,
        message_count=counts.rows,
        error_count=counts.status.get("error", 0),
        in_flight_count=counts.status.get("pending", 0),
    )
