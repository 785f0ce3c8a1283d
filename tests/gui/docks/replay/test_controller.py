"""Replays in the background: the newest settings win, nothing stale is shown, the selection goes both ways."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from inspector.app.selection import Selection
from inspector.app.timeline.locate import Target
from inspector.gui.background import Background
from inspector.gui.docks.replay.controller import ReplayController
from inspector.model import Problem
from inspector.model.presets import preset
from tests.gui.docks.replay.conftest import HandExecutor, Opened, wait_for_replay


@pytest.fixture
def executor() -> HandExecutor:
    return HandExecutor()


@pytest.fixture
def by_hand(executor: HandExecutor) -> Iterator[ReplayController]:
    """A controller whose runs happen when the test says so."""
    background = Background(executor)
    made = ReplayController(background)
    made.set_active(True)
    yield made
    made.clear()
    background.shutdown()


def show(controller: ReplayController, session: Opened) -> None:
    source, conversation = session
    controller.show_conversation(source, conversation, conversation.active_branch)


def test_nothing_is_read_while_the_dock_is_hidden(
    by_hand: ReplayController, executor: HandExecutor, research: Opened
) -> None:
    by_hand.set_active(False)
    show(by_hand, research)
    assert not executor.jobs
    by_hand.set_active(True)
    assert len(executor.jobs) == 1


def test_a_conversation_starts_under_its_own_settings(controller: ReplayController, research: Opened) -> None:
    show(controller, research)
    assert controller.result is controller.recorded
    assert controller.state.settings.truncate_threshold == 5_000
    assert not controller.is_busy


def test_changes_close_together_are_one_run_of_the_last(
    by_hand: ReplayController, executor: HandExecutor, research: Opened
) -> None:
    show(by_hand, research)
    executor.wait()
    for value in (1_000, 2_000, 3_000):
        by_hand.change("truncate_threshold", value)
    assert by_hand.is_busy
    wait_for_replay()
    assert len(executor.jobs) == 1
    executor.wait()
    result = by_hand.result
    assert result is not None
    assert result.settings["truncate_threshold"] == 3_000
    assert not by_hand.is_busy


def test_a_result_nobody_wants_any_more_is_never_shown(
    by_hand: ReplayController, executor: HandExecutor, research: Opened
) -> None:
    show(by_hand, research)
    executor.wait()
    shown: list[int] = []

    def note() -> None:
        if by_hand.result is not None:
            shown.append(by_hand.result.settings["truncate_threshold"])

    by_hand.result_changed.connect(note)
    by_hand.change("truncate_threshold", 1_000)
    wait_for_replay()
    by_hand.change("truncate_threshold", 9_000)
    executor.run_one()
    wait_for_replay()
    assert shown == []
    executor.wait()
    assert shown == [9_000]


def test_while_a_slider_is_held_results_follow_it(
    by_hand: ReplayController, executor: HandExecutor, research: Opened
) -> None:
    show(by_hand, research)
    executor.wait()
    by_hand.hold()
    by_hand.change("truncate_threshold", 1_000)
    wait_for_replay()
    by_hand.change("truncate_threshold", 9_000)
    wait_for_replay()
    executor.run_one()
    result = by_hand.result
    assert result is not None
    assert result.settings["truncate_threshold"] == 1_000
    assert by_hand.is_busy
    by_hand.settle()
    wait_for_replay()
    executor.wait()
    result = by_hand.result
    assert result is not None
    assert result.settings["truncate_threshold"] == 9_000
    assert not by_hand.is_busy


def test_only_one_replay_runs_at_a_time(
    by_hand: ReplayController, executor: HandExecutor, research: Opened
) -> None:
    show(by_hand, research)
    executor.wait()
    by_hand.change("truncate_threshold", 1_000)
    wait_for_replay()
    by_hand.change("truncate_threshold", 2_000)
    wait_for_replay()
    assert len(executor.jobs) == 1


def test_undo_shows_the_kept_result_without_running(
    by_hand: ReplayController, executor: HandExecutor, research: Opened
) -> None:
    show(by_hand, research)
    executor.wait()
    own = by_hand.result
    by_hand.change("truncate_threshold", 1_000)
    wait_for_replay()
    executor.wait()
    by_hand.undo()
    assert not executor.jobs
    assert by_hand.result is own
    by_hand.redo()
    assert by_hand.result is not own


def test_a_result_of_a_conversation_that_was_left_is_dropped(
    by_hand: ReplayController, executor: HandExecutor, research: Opened, long_loop: Opened
) -> None:
    show(by_hand, research)
    show(by_hand, long_loop)
    executor.wait()
    result = by_hand.result
    assert result is not None
    assert result.conversation_id == long_loop[1].summary.id


def test_clearing_while_a_run_is_on_its_way_shows_nothing(
    by_hand: ReplayController, executor: HandExecutor, research: Opened
) -> None:
    show(by_hand, research)
    executor.wait()
    by_hand.change("truncate_threshold", 1_000)
    wait_for_replay()
    by_hand.clear()
    executor.wait()
    assert by_hand.result is None
    assert not by_hand.is_busy


def test_settings_that_cannot_run_say_why_and_keep_what_was_shown(
    controller: ReplayController, research: Opened
) -> None:
    show(controller, research)
    before = controller.result
    problems: list[object] = []
    controller.failed.connect(problems.append)
    controller.apply(preset("reference-defaults").with_assignments(["compressor=live"]))
    assert isinstance(controller.error, Problem)
    assert controller.result is before
    controller.undo()
    assert controller.error is None
    assert [type(problem) for problem in problems] == [Problem, type(None)]


def test_the_same_session_read_again_keeps_changed_settings(
    controller: ReplayController, research: Opened
) -> None:
    show(controller, research)
    controller.change("head_chars", 100)
    wait_for_replay()
    show(controller, research)
    assert controller.state.settings.head_chars == 100
    result = controller.result
    assert result is not None
    assert result.settings["head_chars"] == 100


def test_comparing_walks_through_the_differences_largest_first(
    controller: ReplayController, research: Opened
) -> None:
    show(controller, research)
    controller.toggle_pin()
    controller.change("context_window", 100_000)
    wait_for_replay()
    comparison = controller.comparison
    assert comparison is not None
    largest = comparison.largest()
    controller.go_to_largest_difference()
    first = controller.selected_request
    controller.go_to_largest_difference()
    second = controller.selected_request
    assert (first, second) == (largest[0].b, largest[1].b)
    controller.toggle_pin()
    assert controller.comparison is None


def test_a_chosen_request_is_shown_in_the_window(controller: ReplayController, research: Opened) -> None:
    show(controller, research)
    targets: list[Target] = []
    controller.target_requested.connect(targets.append)
    controller.choose(4)
    assert targets == [Target(research[1].summary.id, request_index=4)]


def test_what_is_selected_in_the_window_is_selected_here(
    controller: ReplayController, research: Opened
) -> None:
    show(controller, research)
    source, conversation = research
    message = next(one for one in conversation.path() if len(one.steps) > 1)
    step = message.steps[1]
    controller.show_selection(Selection(source=source, conversation=conversation, message=message, step=step))
    chosen = controller.selected_request
    assert chosen is not None
    assert (chosen.message_id, chosen.step) == (message.id, step.number)
    user = next(one for one in conversation.path() if not one.steps)
    controller.show_selection(Selection(source=source, conversation=conversation, message=user))
    assert controller.selected == -1


def test_what_was_selected_before_there_was_a_result_is_selected_then(
    by_hand: ReplayController, executor: HandExecutor, research: Opened
) -> None:
    source, conversation = research
    message = next(one for one in conversation.path() if one.steps)
    show(by_hand, research)
    by_hand.show_selection(Selection(source=source, conversation=conversation, message=message))
    assert by_hand.selected == -1
    executor.wait()
    chosen = by_hand.selected_request
    assert chosen is not None
    assert chosen.message_id == message.id


def test_a_selected_text_is_tracked_literally(controller: ReplayController, research: Opened) -> None:
    show(controller, research)
    tabs: list[str] = []
    controller.tab_requested.connect(tabs.append)
    controller.track_text("  a=b /c/  ")
    (probe,) = controller.state.probes
    assert (probe.pattern, probe.is_regex) == ("a=b /c/", False)
    assert tabs == ["probes"]
    result = controller.result
    assert result is not None
    assert set(result.requests[0].probes) == {"a=b /c/"}


def test_a_pattern_that_is_none_is_a_problem(controller: ReplayController, research: Opened) -> None:
    show(controller, research)
    with pytest.raises(Problem):
        controller.track("/(/")
    assert not controller.state.probes


def test_a_session_that_cannot_be_replayed_says_so(
    controller: ReplayController, research: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    source, conversation = research

    def fail(*_arguments: object) -> None:
        raise Problem("path-missing", {"path": str(source.path)})

    monkeypatch.setattr(type(source), "load", fail)
    show(controller, research)
    assert isinstance(controller.error, Problem)
    assert controller.result is None
    assert not controller.is_busy
    assert controller.conversation is conversation
