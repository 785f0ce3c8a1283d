"""Opened databases that are closed after the test, and a way to change a private copy first."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from inspector.sources.conversation_db import ConversationDbSource, open_conversation_db

NAMES = (
    "research",
    "toolloop",
    "branches",
    "damaged",
    "old-schema",
    "older-schema",
    "with-wal",
    "no-wal",
    "torn",
)


@pytest.fixture
def opened(fixture_dir: Callable[[str], Path]) -> Iterator[Callable[..., ConversationDbSource]]:
    """`opened(name, *statements)`: a private copy of a fixture, changed by SQL statements, then opened."""
    sources: list[ConversationDbSource] = []

    def open_one(name: str, *statements: str) -> ConversationDbSource:
        folder = fixture_dir(name)
        if statements:
            change(folder / "Data" / "cherrystudio.sqlite", *statements)
        sources.append(open_conversation_db(folder))
        return sources[-1]

    yield open_one
    for source in sources:
        source.close()


def change(database: Path, *statements: str) -> None:
    """Run statements on a database that has no log, leaving none."""
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("PRAGMA journal_mode=MEMORY")
        for statement in statements:
            connection.execute(statement)
        connection.commit()
