"""Settings with undo: a dragged slider is one step, and what is changed is known."""

from __future__ import annotations

from dataclasses import replace

import pytest

from inspector.app.replay.state import ReplayState
from inspector.model import Problem
from inspector.model.settings import ReplaySettings
from inspector.replay.probes import Probe

OWN = ReplaySettings(truncate_threshold=5_000)


@pytest.fixture
def state() -> ReplayState:
    made = ReplayState()
    made.start(OWN)
    return made


def test_a_session_starts_under_its_own_settings(state: ReplayState) -> None:
    assert state.settings == OWN
    assert not state.changes()
    assert not state.can_undo


def test_a_drag_is_one_step_back(state: ReplayState) -> None:
    for value in (6_000, 7_000, 8_000):
        assert state.change("truncate_threshold", value)
    state.undo()
    assert state.settings == OWN
    state.redo()
    assert state.settings.truncate_threshold == 8_000


def test_letting_go_begins_a_new_step(state: ReplayState) -> None:
    state.change("truncate_threshold", 6_000)
    state.settle()
    state.change("truncate_threshold", 7_000)
    state.undo()
    assert state.settings.truncate_threshold == 6_000


def test_another_setting_is_a_new_step(state: ReplayState) -> None:
    state.change("truncate_threshold", 6_000)
    state.change("head_chars", 100)
    state.undo()
    assert state.changes() == {"truncate_threshold": (6_000, 5_000)}


def test_a_change_after_undo_forgets_what_was_undone(state: ReplayState) -> None:
    state.change("truncate_threshold", 6_000)
    state.undo()
    state.change("head_chars", 100)
    assert not state.can_redo


def test_setting_the_same_value_changes_nothing(state: ReplayState) -> None:
    assert not state.change("truncate_threshold", 5_000)
    assert not state.apply(OWN)
    assert not state.can_undo


def test_a_value_that_is_not_allowed_is_a_problem_and_changes_nothing(state: ReplayState) -> None:
    with pytest.raises(Problem):
        state.change("truncate_threshold", -1)
    assert state.settings == OWN


def test_reset_goes_back_to_the_sessions_own_and_can_be_undone(state: ReplayState) -> None:
    state.change("truncate_threshold", 9_000)
    state.reset("truncate_threshold")
    assert state.settings == OWN
    state.undo()
    assert state.settings.truncate_threshold == 9_000


def test_a_session_read_again_keeps_what_was_changed(state: ReplayState) -> None:
    state.change("head_chars", 100)
    state.renew(replace(OWN, truncate_threshold=7_000))
    assert state.settings.head_chars == 100
    assert state.settings.truncate_threshold == 7_000


def test_pinning_and_exchanging(state: ReplayState) -> None:
    state.pin()
    state.change("head_chars", 100)
    state.swap()
    assert state.settings == OWN
    assert state.pinned == replace(OWN, head_chars=100)
    state.unpin()
    state.swap()
    assert state.settings == OWN


def test_a_fact_is_tracked_once(state: ReplayState) -> None:
    assert state.track(Probe("a", "a"))
    assert not state.track(Probe("a", "other"))
    assert state.track(Probe("b", "b"))
    state.untrack(["a"])
    assert [probe.name for probe in state.probes] == ["b"]


def test_another_session_keeps_the_facts_and_drops_the_pin(state: ReplayState) -> None:
    state.track(Probe("a", "a"))
    state.pin()
    state.start(ReplaySettings())
    assert state.pinned is None
    assert len(state.probes) == 1
