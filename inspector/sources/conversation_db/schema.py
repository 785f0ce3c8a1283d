"""What tables and columns a database has, and statements that fit old and new schemas alike (FORMATS A).

Only the columns named here are ever selected: keys and credentials (`api_keys`, `auth_config`, `api_key_*`) are not
among them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement, Connection, Inspector, Select, TableClause

WANTED: Final[Mapping[str, tuple[str, ...]]] = {
    "topic": (
        "id",
        "name",
        "assistant_id",
        "active_node_id",
        "trace_id",
        "created_at",
        "updated_at",
        "last_activity_at",
        "deleted_at",
    ),
    "message": (
        "id",
        "parent_id",
        "topic_id",
        "role",
        "data",
        "searchable_text",
        "status",
        "siblings_group_id",
        "model_id",
        "message_snapshot",
        "stats",
        "compaction_summary",
        "fts_rowid",
        "created_at",
        "deleted_at",
    ),
    "file_entry": (
        "id",
        "origin",
        "name",
        "ext",
        "size",
        "content_hash",
        "cleanup_policy",
        "external_path",
        "created_at",
        "deleted_at",
    ),
    "agent_session": ("id", "agent_id", "name", "updated_at", "last_activity_at"),
    "agent_session_message": (
        "id",
        "session_id",
        "role",
        "data",
        "searchable_text",
        "status",
        "model_id",
        "message_snapshot",
        "stats",
        "fts_rowid",
        "created_at",
    ),
    "agent": ("id", "name", "instructions", "model"),
    "assistant": ("id", "name", "prompt", "model_id", "settings"),
    "ai_usage_record": (
        "id",
        "record_kind",
        "request_count",
        "message_kind",
        "message_id",
        "provider_id",
        "model_id",
        "input_tokens",
        "output_tokens",
        "reasoning_tokens",
        "no_cache_tokens",
        "cache_read_tokens",
        "cache_write_tokens",
        "cost",
        "cost_currency",
        "cost_breakdown",
        "pricing_snapshot",
        "time_first_token_ms",
        "time_completion_ms",
        "created_at",
    ),
    "user_model": (
        "id",
        "provider_id",
        "model_id",
        "preset_model_id",
        "name",
        "context_window",
        "max_input_tokens",
        "max_output_tokens",
        "pricing",
        "capabilities",
        "input_modalities",
    ),
    "user_provider": ("provider_id", "name", "default_chat_endpoint"),
    "preference": ("scope", "key", "value"),
}
"""Columns we read, by table; what a schema lacks reads as NULL."""

REF_COLUMNS: Final = ("id", "file_entry_id", "source_id", "role")
REF_SUFFIX: Final = "_file_ref"
_HOLDS: Final = "file_entry_id"
REQUIRED: Final = ("topic", "message")


class Schema:
    """Columns present, by table.

    Attributes:
        columns: of the tables we know, the `*_file_ref` tables included.
        tables: names of all tables and virtual tables.
    """

    def __init__(self, columns: Mapping[str, frozenset[str]], tables: frozenset[str]) -> None:
        import sqlalchemy as sa

        self.columns = columns
        self.tables = tables
        # One object per table: two of one name would be joined with each other.
        self._clauses = {
            name: sa.table(
                name, sa.column("rowid"), *(sa.column(column) for column in _wanted(name) if column in found)
            )
            for name, found in columns.items()
        }

    @property
    def ref_tables(self) -> tuple[str, ...]:
        """Tables whose rows hold a file, by name."""
        return tuple(sorted(name for name in self.columns if name.endswith(REF_SUFFIX)))

    def has(self, table: str, column: str | None = None) -> bool:
        """Whether the table, or the column in it, exists."""
        return table in self.columns and (column is None or column in self.columns[table])

    def table(self, name: str) -> TableClause:
        """The table as SQLAlchemy sees it: the present ones of the wanted columns, and `rowid`."""
        return self._clauses[name]

    def select(self, name: str, *names: str) -> Select[Any]:
        """`SELECT` of the named columns (default: rowid and all wanted ones), NULL for those that are missing."""
        import sqlalchemy as sa

        columns = (self.column(name, column) for column in names or ("rowid", *_wanted(name)))
        return sa.select(*columns).select_from(self._clauses[name])

    def column(self, name: str, column: str) -> ColumnElement[Any]:
        """One column, or NULL labelled with its name."""
        import sqlalchemy as sa

        clause = self._clauses[name]
        return clause.c[column] if column in clause.c else sa.null().label(column)


def reflect(connection: Connection) -> Schema:
    """Look at what the database has."""
    import sqlalchemy as sa

    inspector = sa.inspect(connection)
    tables = frozenset(inspector.get_table_names())
    known = [name for name in sorted(tables) if name in WANTED or name.endswith(REF_SUFFIX)]
    columns = {name: _columns(inspector, name) for name in known}
    return Schema(
        {name: found for name, found in columns.items() if (name in WANTED and found) or _HOLDS in found},
        tables,
    )


def _columns(inspector: Inspector, name: str) -> frozenset[str]:
    from sqlalchemy.exc import NoSuchTableError

    try:
        return frozenset(column["name"] for column in inspector.get_columns(name))
    except NoSuchTableError:
        # A damaged schema may list a table whose definition cannot be read.
        return frozenset()


def _wanted(name: str) -> tuple[str, ...]:
    return WANTED.get(name, REF_COLUMNS)
