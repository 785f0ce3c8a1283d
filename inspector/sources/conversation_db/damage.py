"""What of a damaged database can be read: rows that SQLite counts beside rows that it can deliver (FORMATS A)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from inspector.sources.conversation_db.database import Database

MAIN_TABLES: Final = (
    "topic",
    "message",
    "file_entry",
    "chat_message_file_ref",
    "assistant",
    "user_model",
    "preference",
    "ai_usage_record",
)


@dataclass(frozen=True, slots=True)
class TableHealth:
    """Rows of one table.

    Attributes:
        count: as SQLite counts them, perhaps by an index alone; None when it cannot.
        rows_readable: rows whose columns could be read.
    """

    count: int | None
    rows_readable: int


def table_health(database: Database) -> Mapping[str, TableHealth]:
    """Health of the main tables that the schema has; reads every row of them."""
    return {name: _health(database, name) for name in MAIN_TABLES if database.schema.has(name)}


def _health(database: Database, name: str) -> TableHealth:
    import sqlalchemy as sa

    counting = sa.select(sa.func.count().label("number")).select_from(database.schema.table(name))
    count = next((row.number for row in database.rows(counting)), None)
    # Preferences hold more than we may look at.
    columns = ("rowid", "key") if name == "preference" else ()
    readable = sum(1 for _ in database.scan(name, database.schema.select(name, *columns)))
    return TableHealth(count, readable)
