"""A SQLite engine whose transactions are what they say: one writer from BEGIN to COMMIT, durable when committed."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any, Final

import sqlalchemy as sa

WRITING: Final = {"writing": True}
"""Execution options of a connection whose transactions will write."""

_BUSY_SECONDS: Final = 10.0


def open_engine(database: Path) -> sa.Engine:
    """An engine on a database file that may be written; creates the file when there is none.

    pysqlite would begin a transaction only at its first write, after the reads that the write depends on; here one
    with the option `WRITING` takes the write lock at once.
    """
    engine = sa.create_engine(
        f"sqlite:///{database}", connect_args={"timeout": _BUSY_SECONDS}, poolclass=sa.pool.NullPool
    )
    sa.event.listen(engine, "connect", _configure)
    sa.event.listen(engine, "begin", _begin)
    return engine


def _configure(connection: sqlite3.Connection, _record: Any) -> None:
    connection.isolation_level = None
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA synchronous = FULL")


def _begin(connection: sa.Connection) -> None:
    writing = connection.get_execution_options().get("writing", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")
