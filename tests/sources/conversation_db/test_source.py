"""The database source as its users see it: listing, loading, refusing, and never touching the user's files."""

from __future__ import annotations

import hashlib
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import sqlalchemy as sa

from inspector.analysis.inventory.conversation_db import inventory
from inspector.model.conversation import ListGroup
from inspector.model.problems import Problem
from inspector.sources.base import Cancelled, Progress, Source
from inspector.sources.conversation_db import ConversationDbSource, open_conversation_db
from tests.sources.conversation_db.conftest import NAMES, change

Opened = Callable[..., ConversationDbSource]
FixtureDir = Callable[[str], Path]


def _listing(folder: Path) -> dict[str, tuple[int, int, str]]:
    return {
        str(path.relative_to(folder)): (
            path.stat().st_size,
            path.stat().st_mtime_ns,
            hashlib.sha256(path.read_bytes()).hexdigest(),
        )
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def _statements(source: ConversationDbSource) -> list[str]:
    """Collects every SQL statement that the source runs from now on."""
    seen: list[str] = []
    sa.event.listen(
        source._state.database.engine,
        "before_cursor_execute",
        lambda connection, cursor, statement, *rest: seen.append(statement),
    )
    return seen


def _use_everything(source: ConversationDbSource) -> None:
    for entry in source.count_badges():
        source.load(entry.id)
    for request in source.requests():
        source.payload(request.index)
        source.raw_json(request.index)
    list(source.search("the"))
    inventory(source, now_ms=0)
    source.models()
    source.preferences()
    source.verify()
    source.refresh()


@pytest.mark.parametrize("name", NAMES)
def test_nothing_in_the_users_folder_changes_and_nothing_is_left_behind(
    fixture_dir: FixtureDir, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(scratch))
    folder = fixture_dir(name)
    before = _listing(folder)
    source = open_conversation_db(folder)
    _use_everything(source)
    assert _listing(folder) == before
    source.close()
    assert _listing(folder) == before
    assert list(scratch.iterdir()) == []


def test_it_is_a_source(opened: Opened) -> None:
    assert isinstance(opened("no-wal"), Source)


@pytest.mark.parametrize("given", ["", "Data", "Data/cherrystudio.sqlite"])
def test_user_data_folder_data_folder_and_file_open_the_same(fixture_dir: FixtureDir, given: str) -> None:
    folder = fixture_dir("research")
    source = open_conversation_db(folder / given)
    assert source.path == folder / "Data" / "cherrystudio.sqlite"
    assert source.blobs.path == folder / "Data" / "Files"
    source.close()


@pytest.mark.parametrize("name", ["a b", "c#d", "e?f", "g%20h", "é茶"])
def test_any_folder_name_opens(fixture_dir: FixtureDir, name: str) -> None:
    for fixture in ("with-wal", "no-wal"):
        folder = fixture_dir(fixture).rename(fixture_dir("torn").parent / f"{name} {fixture}")
        source = open_conversation_db(folder)
        assert source.notices == ()
        assert len(source.conversations()) >= 1
        source.close()


def test_a_link_to_a_database_in_use_sees_its_log(fixture_dir: FixtureDir, tmp_path: Path) -> None:
    link = tmp_path / "link.sqlite"
    link.symlink_to(fixture_dir("with-wal") / "Data" / "cherrystudio.sqlite")
    source = open_conversation_db(link)
    assert len(source.conversations()) == 2
    source.close()


def test_several_threads_may_read_at_once(opened: Opened) -> None:
    source = opened("with-wal")
    names = [entry.id for entry in source.conversations()] * 20
    with ThreadPoolExecutor(8) as pool:
        loaded = list(pool.map(lambda name: len(source.load(name).messages), names))
    assert loaded == [3, 13] * 20


def test_topics_are_listed_newest_first_with_badges(opened: Opened) -> None:
    tea, battery = opened("research").conversations()
    assert (tea.title, battery.title) == ("Tea 茶", "Battery materials briefing 电池材料简报")
    assert battery.subtitle == "Research desk"
    assert (battery.message_count, battery.request_count) == (16, 24)
    assert (battery.fold_count, battery.envelope_count, battery.error_count) == (1, 4, 1)
    assert battery.usage.cache_read == 128_890


def test_deleted_topics_are_listed_as_deleted(opened: Opened) -> None:
    deleted = [entry.title for entry in opened("branches").conversations() if entry.deleted]
    assert deleted == ["Thrown away"]


def test_a_pending_row_counts_as_in_flight(opened: Opened) -> None:
    (entry,) = (e for e in opened("branches").conversations() if e.title == "Stopped and crashed")
    assert (entry.in_flight_count, entry.error_count) == (1, 0)


def test_agent_sessions_are_conversations_of_their_own_kind(opened: Opened) -> None:
    source = opened("damaged")
    (entry,) = (e for e in source.conversations() if e.group is ListGroup.AGENT_SESSIONS)
    conversation = source.load(entry.id)
    assert entry.message_count == len(conversation.messages) == len(list(conversation.path())) == 1


def test_rows_of_an_agent_session_follow_each_other(opened: Opened) -> None:
    insert = (
        "INSERT INTO agent_session_message (id, session_id, role, data, status, created_at, updated_at) "
        "SELECT '{0}', id, 'assistant', '{{\"parts\":[]}}', 'success', {1}, {1} FROM agent_session"
    )
    source = opened("damaged", insert.format("later", 2**41), insert.format("earlier", 2**41 - 1))
    (entry,) = (e for e in source.conversations() if e.group is ListGroup.AGENT_SESSIONS)
    *_, earlier, later = source.load(entry.id).path()
    assert (earlier.id, later.id, later.parent_id) == ("earlier", "later", "earlier")


def test_messages_of_a_lost_topic_are_still_listed(opened: Opened) -> None:
    source = opened("research", "DELETE FROM topic WHERE name LIKE 'Tea%'")
    (lost,) = (entry for entry in source.conversations() if entry.title == "")
    assert lost.message_count == 2
    assert len(source.load(lost.id).active_branch.message_ids) == 2


def test_loading_a_topic_reads_no_other_topics_rows(opened: Opened) -> None:
    source = opened("branches")
    entries = source.conversations()
    seen = _statements(source)
    source.load(entries[0].id)
    about_messages = [statement for statement in seen if "FROM message" in statement]
    assert len(about_messages) == 2
    assert all("message.topic_id = ?" in statement for statement in about_messages)


def test_listing_and_opening_parse_no_message(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(text: object) -> None:
        raise AssertionError("parsed a message")

    monkeypatch.setattr("inspector.sources.conversation_db.messages.loads", refuse)
    assert len(opened("branches").conversations()) == 22


def test_keys_and_credentials_are_never_selected(opened: Opened) -> None:
    source = opened("research")
    seen = _statements(source)
    _use_everything(source)
    assert len(seen) > 20
    forbidden = ("api_key", "auth_config", "auth_method", "provider_settings", "*")
    found = [s for s in seen for word in forbidden if word in s.replace("count(*)", "")]
    assert found == []


def test_sqlalchemy_is_not_imported_before_a_database_is_opened() -> None:
    code = "import sys, inspector.sources.conversation_db; sys.exit('sqlalchemy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_every_usage_record_is_a_request_in_time_order(opened: Opened) -> None:
    source = opened("research")
    requests = source.requests()
    assert [request.index for request in requests] == list(range(25))
    assert requests[0].usage.cache_write == 2140
    assert (requests[0].cost, requests[0].currency) == (0.009471, "USD")
    assert '"cacheWrite":0.008025' in str(source.raw_json(0)["cost_breakdown"])


def test_a_conversation_has_its_own_requests_with_their_place_among_all(opened: Opened) -> None:
    source = opened("research")
    tea, battery = (source.load(entry.id) for entry in source.conversations())
    assert [request.index for request in battery.requests] == list(range(24))
    assert [request.index for request in tea.requests] == [24]


def test_unknown_conversation_is_a_problem(opened: Opened) -> None:
    with pytest.raises(Problem, match="there is no topic nowhere in it; it holds 1 conversations"):
        opened("no-wal").load("nowhere")


def test_loading_can_be_cancelled(opened: Opened) -> None:
    source = opened("research")
    with pytest.raises(Cancelled):
        source.load(source.conversations()[0].id, Progress(is_cancelled=lambda: True))


def test_uncommitted_frames_of_a_log_are_not_seen_and_committed_ones_are(opened: Opened) -> None:
    titles = {entry.title for entry in opened("with-wal").conversations()}
    assert titles == {"Before the checkpoint", "Only in the log"}
    assert {entry.title for entry in opened("no-wal").conversations()} == {"Before the checkpoint"}


def test_a_torn_copy_is_named_damaged_and_shows_what_is_readable(opened: Opened) -> None:
    source = opened("torn")
    (entry,) = source.conversations()
    assert "damaged" in str(source.notices[0])
    assert source.notices[0].severity == "error"
    assert len(source.load(entry.id).messages) == 11
    assert len(source.preferences()) == 5


def test_a_missing_blob_folder_is_told_once(opened: Opened) -> None:
    assert [notice.id for notice in opened("torn").notices] == ["db-damaged", "no-blob-folder"]


def test_a_locked_database_in_use_opens_and_follows_its_writer(fixture_dir: FixtureDir) -> None:
    folder = fixture_dir("no-wal")
    writer = sqlite3.connect(folder / "Data" / "cherrystudio.sqlite", isolation_level=None)
    writer.execute("PRAGMA journal_mode=WAL")
    writer.execute("UPDATE topic SET name = 'one'")
    writer.execute("BEGIN EXCLUSIVE")
    source = open_conversation_db(folder)
    assert [entry.title for entry in source.conversations()] == ["one"]
    assert source.refresh() is False
    writer.execute("UPDATE topic SET name = 'two'")
    writer.execute("COMMIT")
    assert source.refresh() is True
    assert [entry.title for entry in source.conversations()] == ["two"]
    source.close()
    writer.close()


def test_a_changed_file_without_a_log_is_read_again(fixture_dir: FixtureDir) -> None:
    folder = fixture_dir("no-wal")
    source = open_conversation_db(folder)
    assert source.refresh() is False
    change(folder / "Data" / "cherrystudio.sqlite", "UPDATE topic SET name = 'renamed'")
    assert source.refresh() is True
    assert [entry.title for entry in source.conversations()] == ["renamed"]
    source.close()


def test_a_bad_copy_does_not_replace_a_good_one(fixture_dir: FixtureDir) -> None:
    source = open_conversation_db(folder := fixture_dir("with-wal"))
    main = folder / "Data" / "cherrystudio.sqlite"
    sound = main.read_bytes()
    main.write_bytes(sound[:8192] + b"\xff" * (len(sound) - 8192))
    assert source.refresh() is False
    assert len(source.conversations()) == 2
    assert source.notices == ()
    main.unlink()
    assert source.refresh() is False
    assert len(source.conversations()) == 2
    source.close()


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "the file is empty"),
        (b"\0\1\2", "binary data that is neither SQLite nor JSON"),
        (b'{"runs": [], "steps": []}', "found another format: AI SDK DevTools capture"),
    ],
)
def test_other_files_get_one_clear_sentence(tmp_path: Path, content: bytes, sentence: str) -> None:
    path = tmp_path / "cherrystudio.sqlite"
    path.write_bytes(content)
    with pytest.raises(Problem, match=sentence):
        open_conversation_db(path)


def test_another_sqlite_database_is_told_by_its_tables(tmp_path: Path) -> None:
    path = tmp_path / "other.sqlite"
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE bookmarks (id)")
    connection.commit()
    connection.close()
    with pytest.raises(Problem, match=r"without the tables `topic` and `message`.*found bookmarks"):
        open_conversation_db(path)


def test_a_database_that_is_cut_short_is_a_problem_or_is_shown(fixture_dir: FixtureDir) -> None:
    path = fixture_dir("no-wal") / "Data" / "cherrystudio.sqlite"
    path.write_bytes(path.read_bytes()[:3000])
    with pytest.raises(Problem, match=r"the database is damaged"):
        open_conversation_db(path)


def test_models_and_preferences_are_as_the_user_set_them(opened: Opened) -> None:
    source = opened("research")
    windows = {model.model_id: (model.context_window, model.max_output_tokens) for model in source.models()}
    assert windows["haiku-8k"] == (8192, 2048)
    assert windows["gpt-4o-mini"] == (None, None)
    prices = source.models()[0].pricing["input"]
    assert prices == {"perMillionTokens": 3, "currency": "USD"}
    assert source.models()[0].endpoint == "anthropic-messages"
    assert source.preferences() == {
        "chat.context_settings.enabled": True,
        "chat.context_settings.truncate_threshold": 5000,
        "chat.context_settings.max_messages": None,
        "chat.context_settings.compress.enabled": True,
        "chat.context_settings.compress.model_id": None,
    }


def test_the_assistant_comes_with_its_topic(opened: Opened) -> None:
    source = opened("research")
    assistant = source.load(source.conversations()[0].id).assistant
    assert assistant is not None
    assert assistant.prompt.startswith("You are a careful research assistant")
    assert assistant.settings["maxToolCalls"] == 100
