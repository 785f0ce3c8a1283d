"""Reading around broken pages, and schemas of every age."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from inspector.model.problems import Problem
from inspector.sources.conversation_db import ConversationDbSource, open_conversation_db

Opened = Callable[..., ConversationDbSource]


def break_page_of_row(database: Path, rowid: int) -> None:
    """Overwrite the leaf page of `message` that holds a row."""
    connection = sqlite3.connect(database)
    (size,) = connection.execute("PRAGMA page_size").fetchone()
    (name,) = connection.execute("SELECT id FROM message WHERE rowid = ?", (rowid,)).fetchone()
    connection.close()
    content = bytearray(database.read_bytes())
    # The id also stands in index pages; only the row itself has its data behind it.
    at = content.find(name.encode())
    while at >= 0 and b'{"parts"' not in content[at : at + 200]:
        at = content.find(name.encode(), at + 1)
    start = at - at % size
    content[start : start + size] = b"\xee" * size
    database.write_bytes(content)


def test_rows_on_both_sides_of_a_broken_page_are_read(fixture_dir: Callable[[str], Path]) -> None:
    folder = fixture_dir("branches")
    break_page_of_row(folder / "Data" / "cherrystudio.sqlite", 200)
    source = open_conversation_db(folder)
    found = [row.rowid for row in source.rows()]
    assert found == sorted(set(found))
    assert {1, 394} <= set(found)
    assert 380 < len(found) < 394
    assert 200 not in found
    entry = next(entry for entry in source.conversations() if entry.title == "Three hundred rows")
    assert len(source.load(entry.id).messages) == entry.message_count + 1 > 280
    assert source.notices[0].id == "db-damaged"
    source.close()


def test_a_database_that_is_cut_short_shows_what_is_left(fixture_dir: Callable[[str], Path]) -> None:
    folder = fixture_dir("branches")
    database = folder / "Data" / "cherrystudio.sqlite"
    content = database.read_bytes()
    database.write_bytes(content[: len(content) * 9 // 10])
    source = open_conversation_db(folder)
    assert source.notices[0].id == "db-damaged"
    rows = list(source.rows())
    assert 300 <= len(rows) < 394
    entry = next(entry for entry in source.conversations() if entry.title == "Regenerated twice")
    assert len(source.load(entry.id).messages) == 7
    source.close()


def test_a_damaged_schema_without_its_tables_is_called_damaged(fixture_dir: Callable[[str], Path]) -> None:
    database = fixture_dir("no-wal") / "Data" / "cherrystudio.sqlite"
    content = database.read_bytes()
    database.write_bytes(content.replace(b"CREATE TABLE `message` (", b"CREATE TABLE `message` X"))
    with pytest.raises(Problem, match="the database is damaged"):
        open_conversation_db(database)


@pytest.mark.parametrize(
    "statement",
    [
        "DROP TABLE ai_usage_record",
        "DROP TABLE agent_session_message",
        "DROP TABLE agent_session",
        "DROP TABLE file_entry",
        "DROP TABLE chat_message_file_ref",
        "DROP TABLE assistant",
        "DROP TABLE user_model",
        "DROP TABLE user_provider",
        "DROP TABLE preference",
        "DROP TABLE message_fts",
        "ALTER TABLE message RENAME COLUMN stats TO statistics",
        "ALTER TABLE topic RENAME COLUMN last_activity_at TO touched_at",
    ],
)
def test_a_schema_that_lacks_something_reads_as_if_it_were_empty(opened: Opened, statement: str) -> None:
    source = opened("research", statement)
    entries = source.conversations()
    assert [entry.message_count for entry in entries] == [2, 16]
    assert [len(source.load(entry.id).messages) for entry in entries] == [3, 17]
    assert list(source.search("battery"))
    assert source.notices == ()
    assert len(source.file_entries()) + len(source.models()) >= 4


def test_a_newer_schema_with_more_columns_and_tables_opens(opened: Opened) -> None:
    source = opened(
        "research",
        "ALTER TABLE message ADD COLUMN shiny TEXT",
        "CREATE TABLE moon_file_ref (id TEXT, file_entry_id TEXT, source_id TEXT)",
        "INSERT INTO moon_file_ref VALUES ('r', 'e', 's')",
        "CREATE TABLE odd_file_ref (name TEXT)",
    )
    assert len(source.conversations()) == 2
    assert [(ref.entry_id, ref.role) for ref in source.file_refs() if ref.table == "moon_file_ref"] == [
        ("e", None)
    ]


@pytest.mark.parametrize("page_size", [512, 65536])
def test_any_page_size_opens(fixture_dir: Callable[[str], Path], page_size: int) -> None:
    folder = fixture_dir("no-wal")
    connection = sqlite3.connect(folder / "Data" / "cherrystudio.sqlite")
    connection.execute("PRAGMA journal_mode=MEMORY")
    connection.execute(f"PRAGMA page_size={page_size}")
    connection.execute("VACUUM")
    connection.close()
    source = open_conversation_db(folder)
    assert [entry.message_count for entry in source.conversations()] == [8]
    source.close()


def test_values_of_odd_types_do_not_hide_a_row(opened: Opened) -> None:
    source = opened(
        "no-wal",
        "UPDATE message SET data = x'7b227061727473223a5b5d7d' WHERE rowid = 2",
        "UPDATE message SET stats = 5, created_at = -1, siblings_group_id = 'x' WHERE rowid = 3",
    )
    rows = list(source.rows())
    assert rows[1].data == '{"parts":[]}'
    assert (rows[2].stats, rows[2].created_at, rows[2].siblings_group) == ("5", None, 0)
    (entry,) = source.conversations()
    assert len(source.load(entry.id).messages) == 9
