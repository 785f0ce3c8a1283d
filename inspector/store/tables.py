"""Statements of a blob store on `file_entry` and every `*_file_ref` table, in whatever schema there is (FORMATS A)."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.dialects import sqlite

from inspector.model.problems import Problem
from inspector.sources.conversation_db import FileEntry
from inspector.sources.conversation_db.records import BLOB_EXT, INTERNAL, STORE_POLICY
from inspector.store import problems as problems
from inspector.wire import hashes

MESSAGE_REFS: Final = "chat_message_file_ref"
TOOL_OUTPUT: Final = "tool_output"
_REF_SUFFIX: Final = "_file_ref"
_COLUMNS: Final = (
    *("id", "origin", "name", "ext", "size", "content_hash", "external_path", "cleanup_policy"),
    *("created_at", "updated_at", "deleted_at"),
)
_ENTRY: Final = sa.table("file_entry", *map(sa.column, _COLUMNS))
_REF_COLUMNS: Final = ("id", "file_entry_id", "source_id", "role", "created_at", "updated_at")


class StoreTables:
    """Statements; each takes the connection whose transaction it belongs to.

    Attributes:
        ref_tables: every table that may hold a reference to an entry.
    """

    def __init__(self, engine: sa.Engine, database: Path) -> None:
        """Look at the schema; raises Problem when it is older than the blob store."""
        tables = require_store_schema(engine, database)
        self.ref_tables = tuple(_ref_table(name) for name in sorted(tables) if name.endswith(_REF_SUFFIX))
        self._message_refs = _ref_table(MESSAGE_REFS)

    def find(self, connection: sa.Connection, content_hash: str, size: int) -> FileEntry | None:
        """The oldest entry not in the bin that is a store blob of this hash and size."""
        statement = (
            sa.select(_ENTRY)
            .where(
                _ENTRY.c.content_hash == content_hash,
                _ENTRY.c.size == size,
                _ENTRY.c.deleted_at.is_(None),
                _ENTRY.c.origin == INTERNAL,
                _ENTRY.c.cleanup_policy == STORE_POLICY,
                _ENTRY.c.ext == BLOB_EXT,
            )
            .order_by(_ENTRY.c.created_at, _ENTRY.c.id)
            .limit(1)
        )
        row = connection.execute(statement).first()
        return None if row is None else _entry(row)

    def get(self, connection: sa.Connection, entry_id: str) -> FileEntry | None:
        """One entry."""
        row = connection.execute(sa.select(_ENTRY).where(_ENTRY.c.id == entry_id)).first()
        return None if row is None else _entry(row)

    def entries(self, connection: sa.Connection) -> Iterator[FileEntry]:
        """All entries, oldest first."""
        return map(_entry, connection.execute(sa.select(_ENTRY).order_by(_ENTRY.c.created_at, _ENTRY.c.id)))

    def insert(self, connection: sa.Connection, entry_id: str, text: str, data: bytes, now_ms: int) -> None:
        """The row of a new blob of `text`, whose file holds `data`."""
        connection.execute(
            sa.insert(_ENTRY).values(
                id=entry_id,
                origin=INTERNAL,
                name=hashes.vfs_filename(text).removesuffix(f".{BLOB_EXT}"),
                ext=BLOB_EXT,
                size=len(data),
                content_hash=hashes.content_hash_bytes(data),
                external_path=None,
                cleanup_policy=STORE_POLICY,
                created_at=now_ms,
                updated_at=now_ms,
                deleted_at=None,
            )
        )

    def delete(self, connection: sa.Connection, entry_id: str) -> None:
        """Remove an entry's row."""
        connection.execute(sa.delete(_ENTRY).where(_ENTRY.c.id == entry_id))

    def ref_count(self, connection: sa.Connection, entry_id: str) -> int:
        """Rows of all reference tables that hold this entry."""
        return sum(
            connection.execute(
                sa.select(sa.func.count()).select_from(table).where(table.c.file_entry_id == entry_id)
            ).scalar_one()
            for table in self.ref_tables
        )

    def ref_counts(self, connection: sa.Connection) -> dict[str, int]:
        """The same for every entry that is held at all."""
        counts: dict[str, int] = {}
        for table in self.ref_tables:
            statement = sa.select(table.c.file_entry_id, sa.func.count()).group_by(table.c.file_entry_id)
            for entry_id, count in connection.execute(statement):
                counts[entry_id] = counts.get(entry_id, 0) + count
        return counts

    def add_ref(self, connection: sa.Connection, entry_id: str, message_id: str, now_ms: int) -> None:
        """Tie a blob to a message; doing it twice is doing it once."""
        values = {
            "id": str(uuid.uuid4()),
            "file_entry_id": entry_id,
            "source_id": message_id,
            "role": TOOL_OUTPUT,
            "created_at": now_ms,
            "updated_at": now_ms,
        }
        connection.execute(sqlite.insert(self._message_refs).values(values).on_conflict_do_nothing())

    def message_refs(self, connection: sa.Connection, message_id: str) -> list[str]:
        """Entry ids of the blobs tied to a message."""
        refs = self._message_refs
        statement = sa.select(refs.c.file_entry_id).where(
            refs.c.source_id == message_id, refs.c.role == TOOL_OUTPUT
        )
        return list(connection.execute(statement).scalars())

    def drop_refs(self, connection: sa.Connection, message_id: str, entry_ids: Iterable[str]) -> None:
        """Untie blobs from a message."""
        refs = self._message_refs
        connection.execute(
            sa.delete(refs).where(
                refs.c.source_id == message_id,
                refs.c.role == TOOL_OUTPUT,
                refs.c.file_entry_id.in_(list(entry_ids)),
            )
        )


def require_store_schema(engine: sa.Engine, database: Path) -> list[str]:
    """Names of a database's tables; raises Problem when its schema is older than the blob store."""
    inspector = sa.inspect(engine)
    tables = inspector.get_table_names()
    if missing := _missing(inspector, tables):
        raise Problem("store-too-old", {"path": str(database), "found": missing})
    return tables


def create_tables(engine: sa.Engine) -> None:
    """The two tables of a store of its own, as far as a store needs them."""
    metadata = sa.MetaData()
    sa.Table(
        "file_entry",
        metadata,
        sa.Column("id", sa.Text, primary_key=True),
        *(sa.Column(name, sa.Text, nullable=False) for name in ("origin", "name", "cleanup_policy")),
        *(sa.Column(name, sa.Text) for name in ("ext", "content_hash", "external_path")),
        *(sa.Column(name, sa.Integer) for name in ("size", "deleted_at")),
        *(sa.Column(name, sa.Integer, nullable=False) for name in ("created_at", "updated_at")),
        sa.Index("fe_content_hash_idx", "content_hash"),
    )
    sa.Table(
        MESSAGE_REFS,
        metadata,
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column(
            "file_entry_id", sa.Text, sa.ForeignKey("file_entry.id", ondelete="CASCADE"), nullable=False
        ),
        *(sa.Column(name, sa.Text, nullable=False) for name in ("source_id", "role")),
        *(sa.Column(name, sa.Integer, nullable=False) for name in ("created_at", "updated_at")),
        sa.Index("cmfr_source_id_idx", "source_id"),
        sa.UniqueConstraint("file_entry_id", "source_id", "role"),
    )
    metadata.create_all(engine)


def _missing(inspector: sa.Inspector, tables: list[str]) -> str:
    """The first thing that a store needs and this schema lacks; "" when it has all."""
    for name in ("file_entry", MESSAGE_REFS):
        if name not in tables:
            return name
    present = {column["name"] for column in inspector.get_columns("file_entry")}
    if absent := [name for name in _COLUMNS if name not in present]:
        return f"file_entry.{absent[0]}"
    checks = [check["sqltext"] for check in inspector.get_check_constraints(MESSAGE_REFS)]
    if any("role" in check and TOOL_OUTPUT not in check for check in checks):
        return f"role {TOOL_OUTPUT} of {MESSAGE_REFS}"
    return ""


def _ref_table(name: str) -> sa.TableClause:
    return sa.table(name, *map(sa.column, _REF_COLUMNS))


def _entry(row: sa.Row[Any]) -> FileEntry:
    return FileEntry(
        id=row.id,
        origin=row.origin,
        name=row.name,
        ext=row.ext,
        size=row.size,
        content_hash=row.content_hash,
        policy=row.cleanup_policy,
        external_path=row.external_path,
        created_at=row.created_at,
        trashed=row.deleted_at is not None,
    )
