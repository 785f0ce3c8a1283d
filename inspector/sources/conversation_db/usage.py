"""`ai_usage_record`: one row per model call, and older rows that sum several calls (FORMATS A)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from inspector.model.request import RequestPurpose, RequestRecord, numbered
from inspector.model.timing import Timing
from inspector.model.usage import Account, Usage, checked
from inspector.sources.conversation_db.database import Database
from inspector.sources.conversation_db.records import UsageRow
from inspector.sources.conversation_db.values import count_or_none, text, text_or_none
from inspector.sources.normal import duration_or_none, time_or_none

if TYPE_CHECKING:
    from sqlalchemy import Row, Select

TABLE: Final = "ai_usage_record"
_MESSAGES: Final = {"chat": ("message", "topic_id"), "agent-session": ("agent_session_message", "session_id")}
_EVIDENCE: Final = ("cost_breakdown", "pricing_snapshot")


def usage_rows(database: Database) -> list[UsageRow]:
    """All records by created_at, id."""
    if not database.schema.has(TABLE):
        return []
    homes = _homes(database)
    return [_usage_row(row, homes.get((row.message_kind, row.message_id), "")) for row in _ordered(database)]


def usage_rows_of(database: Database, message_kind: str, conversation_id: str) -> list[UsageRow]:
    """The records of one topic's or agent session's messages, by created_at, id."""
    table, key = _MESSAGES[message_kind]
    schema = database.schema
    if not schema.has(TABLE) or not schema.has(table):
        return []
    messages = schema.select(table, "id").where(schema.column(table, key) == conversation_id)
    mine = schema.column(TABLE, "message_id").in_(messages)
    statement = _in_order(database, schema.select(TABLE)).where(
        schema.column(TABLE, "message_kind") == message_kind, mine
    )
    return [_usage_row(row, conversation_id) for row in database.rows(statement)]


def record_positions(database: Database) -> dict[str, int]:
    """Position of every record in the order of `usage_rows`, by id; reads ids only."""
    if not database.schema.has(TABLE):
        return {}
    rows = database.rows(_in_order(database, database.schema.select(TABLE, "id")))
    return {text(row.id): index for index, row in enumerate(rows)}


def recorded_json(database: Database, record_id: str) -> dict[str, str | None]:
    """What a record keeps as JSON text: how its cost came about and under which prices."""
    if not database.schema.has(TABLE):
        return {}
    statement = database.schema.select(TABLE, *_EVIDENCE).where(
        database.schema.column(TABLE, "id") == record_id
    )
    row = next(iter(database.rows(statement)), None)
    return {} if row is None else {name: text_or_none(getattr(row, name)) for name in _EVIDENCE}


def request_records(rows: Iterable[UsageRow], positions: Mapping[str, int]) -> tuple[RequestRecord, ...]:
    """Records as requests; rows that sum several calls keep their count and are never a step's request."""
    return numbered(_request(row, positions[row.id]) for row in rows if row.id in positions)


def calls_by_message(requests: Iterable[RequestRecord]) -> dict[str, list[RequestRecord]]:
    """Single calls in order, by message id; sums left out."""
    calls: dict[str, list[RequestRecord]] = {}
    for request in requests:
        if request.message_id is not None and not request.is_aggregate:
            calls.setdefault(request.message_id, []).append(request)
    return calls


def _homes(database: Database) -> dict[tuple[str, str], str]:
    """Conversation by (message kind, message id), of messages that have records."""
    schema = database.schema
    recorded = schema.select(TABLE, "message_id")
    homes: dict[tuple[str, str], str] = {}
    for kind, (table, key) in _MESSAGES.items():
        if schema.has(table):
            statement = schema.select(table, "id", key).where(schema.column(table, "id").in_(recorded))
            found = (tuple(row) for row in database.rows(statement))
            homes.update({(kind, text(message)): text(place) for message, place in found})
    return homes


def _ordered(database: Database) -> Iterator[Row[tuple[Any, ...]]]:
    if database.damage is None:
        return database.rows(_in_order(database, database.schema.select(TABLE)))
    found = list(database.scan(TABLE, database.schema.select(TABLE)))
    return iter(sorted(found, key=lambda row: (count_or_none(row.created_at) or 0, text(row.id))))


def _in_order(database: Database, statement: Select[Any]) -> Select[Any]:
    column = database.schema.column
    return statement.order_by(column(TABLE, "created_at"), column(TABLE, "id"))


def _usage_row(row: Row[tuple[Any, ...]], conversation_id: str) -> UsageRow:
    return UsageRow(
        id=text(row.id),
        kind=text(row.record_kind),
        request_count=count_or_none(row.request_count) or 1,
        message_kind=text_or_none(row.message_kind),
        message_id=text_or_none(row.message_id),
        conversation_id=conversation_id,
        provider_id=text_or_none(row.provider_id),
        model_id=text_or_none(row.model_id),
        input_tokens=count_or_none(row.input_tokens),
        output_tokens=count_or_none(row.output_tokens),
        reasoning_tokens=count_or_none(row.reasoning_tokens),
        no_cache_tokens=count_or_none(row.no_cache_tokens),
        cache_read_tokens=count_or_none(row.cache_read_tokens),
        cache_write_tokens=count_or_none(row.cache_write_tokens),
        cost=float(row.cost) if isinstance(row.cost, int | float) else None,
        cost_currency=text_or_none(row.cost_currency),
        time_first_token_ms=count_or_none(row.time_first_token_ms),
        time_completion_ms=duration_or_none(row.time_completion_ms),
        created_at=time_or_none(row.created_at),
    )


def _request(row: UsageRow, index: int) -> RequestRecord:
    usage, impossible = checked(usage_of(row))
    return RequestRecord(
        index=index,
        id=row.id,
        conversation_id=row.conversation_id,
        message_id=row.message_id,
        model=row.model_id or "",
        provider=row.provider_id or "",
        usage=usage,
        account=Account(usage=usage, impossible=impossible, cost=row.cost, currency=row.cost_currency),
        timing=Timing(
            completed_at=row.created_at,
            duration_ms=row.time_completion_ms,
            first_token_ms=row.time_first_token_ms,
        ),
        purpose=RequestPurpose.MAIN if row.message_id is not None else RequestPurpose.OTHER,
        cost=row.cost,
        currency=row.cost_currency,
        calls=row.request_count,
        is_aggregate=row.is_aggregate,
    )


def usage_of(row: UsageRow) -> Usage:
    """The tokens of a record; unknown stays None."""
    return Usage(
        input=row.input_tokens,
        no_cache=row.no_cache_tokens,
        cache_read=row.cache_read_tokens,
        cache_write=row.cache_write_tokens,
        output=row.output_tokens,
        reasoning=row.reasoning_tokens,
    )


def positions_of(rows: Sequence[UsageRow]) -> dict[str, int]:
    """`record_positions` of rows that were all read already."""
    return {row.id: index for index, row in enumerate(rows)}
