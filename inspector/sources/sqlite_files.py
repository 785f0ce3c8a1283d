"""SQLite files of other programs, read from a copy where they have a log: nothing is written beside them."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final
from urllib.parse import quote

from inspector.model.problems import Problem
from inspector.sources.conversation_db.snapshot import UNPRINTABLE, signature_of, take_snapshot

__all__ = ["opened_copy", "signature_of", "tables_of"]

_FAILURES: Final = (sqlite3.Error, UnicodeDecodeError)
"""What reading can raise; a complaint that quotes bytes of the damage cannot be decoded."""


def tables_of(path: Path) -> frozenset[str]:
    """Names of the tables; empty when the file cannot be read as a database."""
    try:
        with closing(sqlite3.connect(f"file:{quote(str(path))}?mode=ro&immutable=1", uri=True)) as connection:
            rows = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
    except _FAILURES:
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
    except _FAILURES as error:
        found = UNPRINTABLE if isinstance(error, UnicodeDecodeError) else str(error)
        raise Problem("db-damaged", {"path": str(path), "found": found}) from error
    finally:
        snapshot.discard()
