"""What is open, without a window around it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from inspector.app.opened import Opened
from inspector.gui.background import Background, SyncExecutor
from inspector.gui.session import Session
from inspector.model import BlobState, Conversation, Problem

Dirs = Callable[[str], Path]


@pytest.fixture
def session() -> Session:
    return Session(Background(SyncExecutor()))


def test_opening_reads_the_lists_and_closes_what_was_open(
    session: Session, capture_dir: Dirs, fixture_dir: Dirs
) -> None:
    heard: list[str] = []
    session.opened.connect(lambda opened: heard.append(f"opened {opened.source.format}"))
    session.closed.connect(lambda: heard.append("closed"))
    session.open(capture_dir("v6-cache-bust"))
    session.open(fixture_dir("research"))
    assert heard == ["opened devtools", "closed", "opened conversation-db"]
    assert session.current is not None
    assert len(session.current.summaries) == 2


def test_a_failure_names_the_path_and_leaves_the_rest(
    session: Session, capture_dir: Dirs, tmp_path: Path
) -> None:
    session.open(capture_dir("v6-cache-bust"))
    before = session.current
    failures: list[tuple[Path, Exception]] = []
    session.open_failed.connect(lambda path, error: failures.append((path, error)))
    session.open(tmp_path / "gone")
    assert failures[0][0] == tmp_path / "gone"
    assert isinstance(failures[0][1], Problem)
    assert session.current is before
    assert not session.is_opening


def test_loading_makes_the_timeline_ready_and_checks_the_blobs(session: Session, fixture_dir: Dirs) -> None:
    loaded: list[Conversation] = []
    session.loaded.connect(loaded.append)
    session.open(fixture_dir("research"))
    assert session.current is not None
    summary = next(s for s in session.current.summaries if "Battery" in s.title)
    session.load(summary.id)
    assert session.conversation is loaded[0]
    presenter = session.presenter(loaded[0].active_branch)
    assert presenter is not None
    assert presenter.rows() is presenter.rows()
    assert set(session.blob_states.values()) == {BlobState.OK}


def test_a_conversation_that_is_not_there_is_a_problem(session: Session, fixture_dir: Dirs) -> None:
    errors: list[Exception] = []
    session.load_failed.connect(errors.append)
    session.open(fixture_dir("research"))
    session.load("nobody")
    assert isinstance(errors[0], Problem)
    assert session.conversation is None


def test_looking_again_tells_only_of_news(session: Session, capture_dir: Dirs) -> None:
    path = capture_dir("v6-long-tool-loop") / ".devtools" / "generations.json"
    whole = path.read_bytes()
    path.write_bytes(whole[: whole.index(b'"step_number": 9')])
    session.open(path)
    assert session.current is not None
    session.load(session.current.summaries[0].id)
    lists: list[Opened] = []
    reloaded: list[Conversation] = []
    session.lists_changed.connect(lists.append)
    session.reloaded.connect(reloaded.append)
    session.look_again()
    assert lists == []
    path.write_bytes(whole)
    session.look_again()
    assert len(lists[-1].requests) == 21
    assert len(reloaded[-1].requests) == 21


def test_nothing_happens_without_a_source(session: Session) -> None:
    session.load("x")
    session.look_again()
    session.follow(True)
    session.close()
    assert not session.is_following
    assert session.current is None
