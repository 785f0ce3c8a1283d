"""Running statements on a snapshot: read-only connections, and reading on where pages are broken (FORMATS A)."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from inspector.model.problems import Problem
from inspector.sources.conversation_db.schema import REQUIRED, Schema, reflect
from inspector.sources.conversation_db.snapshot import UNPRINTABLE, Snapshot, check_integrity

if TYPE_CHECKING:
    from sqlalchemy import Engine, Row, Select

_BATCH: Final = 500
_BUSY_SECONDS: Final = 0.5
_COMPLAINT_LENGTH: Final = 120


class Database:
    """Statements on one snapshot of a database; every method may be called from any thread.

    Attributes:
        path: the user's file, for messages.
        snapshot: what is read.
        schema: what tables and columns it has.
        damage: first complaint met while reading or checking; None = none so far.
    """

    def __init__(self, path: Path, snapshot: Snapshot) -> None:
        self.path = path
        self.snapshot = snapshot
        self.damage = snapshot.damage
        self.engine = _engine(snapshot.uri, lenient=snapshot.damage is not None)
        try:
            with self._translated(), self.engine.connect() as connection:
                self.schema: Schema = reflect(connection)
            self._check_tables()
        except BaseException:
            self.close()
            raise

    def rows(self, statement: Select[Any]) -> Iterator[Row[tuple[Any, ...]]]:
        """Rows as they come; a broken page ends them early and is noted in `damage`."""
        return self._read(statement, [])

    def rows_if_possible(self, statement: Select[Any]) -> Iterator[Row[tuple[Any, ...]]]:
        """Rows of something we can do without, such as a text index that this SQLite cannot read: no damage."""
        return self._read(statement, [], noting=False)

    def scan(self, table: str, statement: Select[Any]) -> Iterator[Row[tuple[Any, ...]]]:
        """All rows of one table by rowid; behind a broken page it goes on from the table's other end.

        The statement must select `rowid`.
        """
        rowid = self.schema.table(table).c.rowid
        complaints: list[str] = []
        last = -(2**63)
        for row in self._read(statement.order_by(rowid), complaints):
            last = row.rowid
            yield row
        if not complaints:
            return
        # The batch that met the broken page is lost as a whole: up to there again, row by row.
        for row in self._read(statement.where(rowid > last).order_by(rowid), [], batch=1):
            last = row.rowid
            yield row
        behind = statement.where(rowid > last).order_by(rowid.desc())
        yield from reversed(list(self._read(behind, [], batch=1)))

    def check(self) -> str | None:
        """Check every page now, whatever the size; returns and notes the complaint."""
        self.damage = check_integrity(self.snapshot.uri) or self.damage
        return self.damage

    def close(self) -> None:
        """Close the connections and remove the temporary copy."""
        self.engine.dispose()
        self.snapshot.discard()

    def _read(
        self, statement: Select[Any], complaints: list[str], *, batch: int = _BATCH, noting: bool = True
    ) -> Iterator[Row[tuple[Any, ...]]]:
        from sqlalchemy.exc import DatabaseError

        try:
            with self.engine.connect() as connection:
                streaming = connection.execution_options(yield_per=batch)
                with closing(streaming.execute(statement)) as found:
                    yield from found
        except (DatabaseError, UnicodeDecodeError) as error:
            complaint = _complaint(error)
            if _is_locked(complaint):
                raise _problem(self.path, complaint) from error
            complaints.append(complaint)
            if noting:
                self.damage = self.damage or complaints[0]

    @contextmanager
    def _translated(self) -> Iterator[None]:
        from sqlalchemy.exc import DatabaseError

        try:
            yield
        except (DatabaseError, UnicodeDecodeError) as error:
            raise _problem(self.path, _complaint(error)) from error

    def _check_tables(self) -> None:
        if all(self.schema.has(name) for name in REQUIRED):
            return
        if self.damage is not None:
            raise _problem(self.path, self.damage)
        names = ", ".join(sorted(self.schema.tables)[:5]) or "no table at all"
        raise Problem("not-a-conversation-db", {"path": str(self.path), "found": names})


def _engine(uri: str, *, lenient: bool) -> Engine:
    """Read-only connections; lenient ones overlook a file that is cut short and a schema with broken entries."""
    from sqlalchemy import create_engine
    from sqlalchemy.pool import QueuePool

    def connect() -> sqlite3.Connection:
        connection = sqlite3.connect(uri, uri=True, check_same_thread=False, timeout=_BUSY_SECONDS)
        connection.text_factory = _decode
        connection.execute("PRAGMA query_only=1")
        connection.execute("PRAGMA temp_store=MEMORY")
        if lenient:
            connection.execute("PRAGMA writable_schema=1")
        return connection

    return create_engine(
        "sqlite+pysqlite://", creator=connect, poolclass=QueuePool, pool_size=4, max_overflow=-1
    )


def _decode(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def _complaint(error: Exception) -> str:
    if isinstance(error, UnicodeDecodeError):
        return UNPRINTABLE
    return str(getattr(error, "orig", None) or error).splitlines()[0][:_COMPLAINT_LENGTH]


def _is_locked(complaint: str) -> bool:
    return "locked" in complaint or "busy" in complaint


def _problem(path: Path, complaint: str) -> Problem:
    """Why nothing can be shown; damage that leaves something to show is a notice of the source."""
    if _is_locked(complaint):
        return Problem("db-locked", {"path": str(path), "found": complaint})
    return Problem("io-failed", {"path": str(path), "found": f"the database is damaged ({complaint})"})
