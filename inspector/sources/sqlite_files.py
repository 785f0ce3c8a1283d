"""SQLite files of other programs, read from a copy where they have a log: nothing is written beside them."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.parse import quote

from inspector.model.problems import Problem
from inspector.sources.conversation_db.snapshot import signature_of, take_snapshot

__all__ = ["opened_copy", "signature_of", "tables_of"]


def tables_of(path: Path) -> frozenset[str]:
    """Names of the tables; empty when the file cannot be read as a database."""
    try:
        with closing(sqlite3.connect(f"file:{quote(str(path))}?mode=ro&immutable=1", uri=True)) as connection:
            rows = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
    except sqlite3.Error:
        return frozenset()
    return frozenset(str(name) for (name,) in rows)


@contextmanager
def opened_copy(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection to read from; raises `Problem("db-damaged")` for what SQLite complains of."""
    snapshot = take_snapshot(path)
    try:
        with closing(sqlite3.connect(snapshot.uri, uri=True)) as connection:
            connection.text_factory = lambda data: data.decode("utf-8", "replace")
            yield connection
    except sqlite3.Error as error:
        raise Problem("db-damaged", {"path": str(path), "found": str(error)}) from error
    finally:
        snapshot.discard()
