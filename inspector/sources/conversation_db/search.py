"""Full-text search over messages, with the application's trigram index where there is one (FORMATS A).

The index holds what people and models wrote. Tool inputs and outputs, reasoning and damaged rows are not in it, so
rows that the index did not name are looked through as well, after its hits.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from inspector.model.message import DataState, Message
from inspector.model.part import Part, ReasoningPart, TextPart, ToolPart
from inspector.sources.base import Progress, SearchHit
from inspector.sources.conversation_db.database import Database
from inspector.sources.conversation_db.messages import build_message
from inspector.sources.conversation_db.records import MessageRow
from inspector.sources.conversation_db.tables import Tables
from inspector.wire import dumps
from inspector.wire.reading import as_text

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement

_TRIGRAM: Final = 3
_CONTEXT: Final = 60
_LONGEST_PATTERN: Final = 2_000
_KEYS: Final = {"message": "topic_id", "agent_session_message": "session_id"}


def search_rows(
    tables: Tables, query: str, *, conversation_id: str | None = None, progress: Progress | None = None
) -> Iterator[SearchHit]:
    """Hits of a case-insensitive substring, in one conversation or in all: indexed rows first, then the others."""
    if not query:
        return
    pattern = re.compile(re.escape(query), re.IGNORECASE)
    progress = progress or Progress()
    for table, key in _KEYS.items():
        if tables.database.schema.has(table):
            place = tables.database.schema.column(table, key)
            within = [] if conversation_id is None else [place == conversation_id]
            for row in _candidates(tables, table, query, within, progress):
                yield from hits_in(build_message(row), pattern)


def _candidates(
    tables: Tables, table: str, query: str, within: list[ColumnElement[Any]], progress: Progress
) -> Iterator[MessageRow]:
    """Rows that may hold the query, each once: those the text index names, then those that look like it."""
    seen: set[int] = set()
    indexed, plain = _indexed(tables.database, table, query), _plain(tables.database, table, query)
    for condition, by_index in (*((found, True) for found in indexed), (plain, False)):
        rows = tables.matching(table, *within, *condition, by_index=by_index)
        for count, row in enumerate(rows):
            progress.step(count, 0, "search")
            if row.rowid not in seen:
                seen.add(row.rowid)
                yield row


def hits_in(message: Message, pattern: re.Pattern[str]) -> Iterator[SearchHit]:
    """Hits of a pattern in one message, part by part; in a damaged row's raw text when there are no parts."""
    if message.data_state is not DataState.OK:
        for found in pattern.finditer(message.raw_data or ""):
            yield _hit(message, None, message.raw_data or "", found)
    for index, part in enumerate(message.parts):
        text = searchable_text(part)
        for found in pattern.finditer(text):
            yield _hit(message, index, text, found)


def searchable_text(part: Part) -> str:
    """The text of a part that search offsets count in.

    Text and reasoning as they are; of a tool call its name, input, output and error, one under the other; of any
    other part its JSON.
    """
    if isinstance(part, TextPart | ReasoningPart):
        return part.text
    if isinstance(part, ToolPart):
        pieces = [part.tool_name or "", as_text(part.input)]
        pieces += [as_text(part.output)] if part.has_output else []
        return "\n".join([*pieces, part.error_text or ""]).strip("\n")
    return as_text(part.raw)


def _hit(message: Message, part_index: int | None, text: str, found: re.Match[str]) -> SearchHit:
    start, end = max(0, found.start() - _CONTEXT), found.end() + _CONTEXT
    return SearchHit(
        conversation_id=message.topic_id,
        message_id=message.id,
        part_index=part_index,
        start=found.start() if part_index is not None else 0,
        length=found.end() - found.start() if part_index is not None else 0,
        context=" ".join(text[start:end].split()),
    )


def _indexed(database: Database, table: str, query: str) -> list[list[ColumnElement[Any]]]:
    """The condition that asks the text index, if there is one for so long a query."""
    import sqlalchemy as sa

    index = f"{table}_fts"
    if index not in database.schema.tables or len(query) < _TRIGRAM:
        return []
    fts = sa.table(index, sa.column("rowid"), sa.column(index))
    phrase = '"' + query.replace('"', '""') + '"'
    named = sa.select(fts.c.rowid).where(fts.c[index].op("MATCH")(phrase))
    return [[database.schema.column(table, "fts_rowid").in_(named)]]


def _plain(database: Database, table: str, query: str) -> list[ColumnElement[Any]]:
    """A condition that spares parsing most rows; none where SQLite could overlook a hit.

    It folds the case of ASCII only and takes no pattern beyond 50 000 bytes.
    """
    import sqlalchemy as sa

    caseless = all(letter.isascii() or letter.lower() == letter.upper() for letter in query)
    if not caseless or len(query) > _LONGEST_PATTERN:
        return []
    data = database.schema.column(table, "data")
    return [sa.or_(data.contains(dumps(query)[1:-1], autoescape=True), data.contains(query, autoescape=True))]
