"""In-loop compaction: when a step folds, what it remembers, and what it costs without remembering."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from inspector.model.compaction import AnchorStatus
from inspector.pipeline.compaction.compressor import CompressionAbortedError, CompressorError
from inspector.pipeline.compaction.in_loop import (
    LoopAborted,
    LoopScope,
    LoopState,
    LoopStep,
    has_hook,
    in_loop_gate,
    prepare_step,
)
from inspector.pipeline.compaction.memory import FoldMemory
from inspector.pipeline.compaction.record import EstimateBasis, NoFold
from inspector.pipeline.compaction.settings import ContextSettings
from tests.pipeline.compaction.builders import Scripted, call, system, user, words

SUMMARY = "<summary>SUM</summary>"


def scope(*compressor: Scripted, **changes: Any) -> LoopScope:
    """A window of 1 000: trigger 800, keep 300; one step of `loop` below costs about 200."""
    plain = LoopScope(
        settings=ContextSettings(), window=1000, compressor=compressor[0] if compressor else Scripted(SUMMARY)
    )
    return replace(plain, **changes)


def loop(steps: int) -> list[Any]:
    """A system message, a question and so many steps."""
    return [
        system("S"),
        user("q"),
        *(message for number in range(steps) for message in call(number, words(170))),
    ]


def run(steps: int, given: LoopScope, *, memory: FoldMemory | None = None) -> list[LoopStep]:
    """Every step of a growing loop."""
    messages, state, done = loop(steps), LoopState(), []
    for count in range(2, len(messages) + 1, 2):
        step = prepare_step(messages[:count], given, state, memory=memory)
        state = step.state
        done.append(step)
    return done


def test_a_loop_below_the_trigger_goes_as_it_is() -> None:
    step = prepare_step(loop(3), scope())
    assert step.messages is None
    assert step.record.no_fold is NoFold.BELOW_TRIGGER
    assert step.state == LoopState()


def test_a_fold_keeps_system_messages_and_recent_turns() -> None:
    messages = loop(5)
    step = prepare_step(messages, scope())
    assert step.messages is not None
    assert [message["role"] for message in step.messages] == [
        "system",
        "user",
        "assistant",
        "tool",
        "assistant",
        "tool",
    ]
    assert list(step.messages[2:]) == messages[-4:]
    assert (step.record.kept_turns, step.record.folded_count) == (2, len(messages) - 6)
    assert step.record.post_tokens is not None
    assert step.record.estimate is not None
    assert step.record.post_tokens < step.record.estimate
    assert step.state.consumed_count == len(messages)


def test_a_remembered_fold_is_served_again_without_asking() -> None:
    compressor = Scripted(SUMMARY)
    messages = loop(6)
    first = prepare_step(messages[:-2], scope(compressor))
    second = prepare_step(messages, scope(compressor), first.state)
    assert first.messages is not None
    assert second.messages == [*first.messages, *messages[-2:]]
    assert len(compressor.requests) == 1
    assert second.record.no_fold is NoFold.BELOW_TRIGGER
    assert second.record.events == ()


def test_summariser_input_grows_step_by_step_only_without_the_memo() -> None:
    """The refold cost: all of the history again and again, against the increments alone."""
    with_memo = [step.record.summary for step in run(20, scope(compressor_window=100_000))]
    without = [step.record.summary for step in run(20, scope(compressor_window=100_000, memoised=False))]
    remembered = [summary.input_tokens for summary in with_memo if summary]
    refolded = [summary.input_tokens for summary in without if summary]
    assert refolded == sorted(refolded)
    assert len(refolded) > len(remembered)
    assert refolded[-1] > 5 * max(remembered)
    assert sum(refolded) > 5 * sum(remembered)


def test_shared_memory_changes_nothing_but_the_work() -> None:
    for given in (scope(), scope(memoised=False)):
        alone, shared = run(9, given), run(9, given, memory=FoldMemory())
        assert [step.record for step in shared] == [step.record for step in alone]
        assert [step.messages for step in shared] == [step.messages for step in alone]


def test_reported_usage_counts_with_what_came_after_the_last_assistant() -> None:
    step = prepare_step(loop(1), scope(), usage={"inputTokens": 100, "totalTokens": 620})
    assert step.record.basis is EstimateBasis.REPORTED_USAGE
    assert step.record.estimate == 620 + 3 + 10 + 170
    assert step.record.triggered


@pytest.mark.parametrize(
    "usage",
    [None, {}, {"totalTokens": 9000}, {"inputTokens": 9000}, {"inputTokens": None, "totalTokens": 9000}],
)
def test_usage_counts_only_with_both_numbers(usage: Any) -> None:
    step = prepare_step(loop(1), scope(), usage=usage)
    assert step.record.basis is EstimateBasis.FOOTPRINT


def test_usage_is_ignored_once_a_fold_is_served() -> None:
    messages = loop(6)
    first = prepare_step(messages[:-2], scope())
    second = prepare_step(messages, scope(), first.state, usage={"inputTokens": 1, "totalTokens": 9000})
    assert second.record.basis is EstimateBasis.FOOTPRINT
    assert not second.record.triggered


def test_a_failure_ends_folding_but_a_previous_fold_is_still_served() -> None:
    compressor = Scripted(SUMMARY, CompressorError("dead endpoint"))
    steps = run(12, scope(compressor))
    failed = next(step for step in steps if step.record.no_fold is NoFold.COMPRESSOR_FAILED)
    later = steps[steps.index(failed) + 1 :]
    assert failed.record.events[-1].status is AnchorStatus.SKIPPED
    assert failed.record.failure == "dead endpoint"
    assert failed.messages is not None
    assert later
    assert all(step.record.no_fold is NoFold.DISABLED_BY_FAILURE for step in later)
    assert all(step.messages is not None for step in later)
    assert len(compressor.requests) == 2


def test_an_empty_summary_is_tried_again_at_the_next_step() -> None:
    steps = run(6, scope(Scripted("", "", SUMMARY)))
    tried = [step for step in steps if step.record.events]
    assert [step.record.no_fold for step in tried[:2]] == [NoFold.EMPTY_SUMMARY] * 2
    assert [step.messages for step in tried[:2]] == [None, None]
    assert tried[2].record.folded
    assert [step.record.events[0].id for step in tried] == ["anchor-1", "anchor-2", "anchor-3"]


def test_where_nothing_is_old_enough_the_attempt_is_skipped_unasked() -> None:
    compressor = Scripted(SUMMARY)
    step = prepare_step([system("S"), user(words(900))], scope(compressor))
    assert step.record.no_fold is NoFold.NOTHING_OLD_ENOUGH
    assert [event.status for event in step.record.events] == [AnchorStatus.COMPACTING, AnchorStatus.SKIPPED]
    assert compressor.requests == []


def test_a_stopped_request_may_be_taken_up_again() -> None:
    messages = loop(5)
    with pytest.raises(LoopAborted) as stopped:
        prepare_step(messages, scope(Scripted(CompressionAbortedError("stopped"))))
    assert not stopped.value.state.disabled
    again = prepare_step(messages, scope(), stopped.value.state)
    assert again.record.folded
    assert again.record.events[0].id == "anchor-2"


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"settings": ContextSettings(enabled=False)}, NoFold.PIPELINE_OFF),
        ({"settings": ContextSettings(compress=False)}, NoFold.COMPACTION_OFF),
        ({"context_owner": "caller"}, NoFold.CALLER_OWNS_CONTEXT),
        ({"chat_id": ""}, NoFold.NOT_A_CHAT),
        ({"chat_id": "agent-session:1"}, NoFold.NOT_A_CHAT),
        ({"chat_id": "temp:1"}, NoFold.NOT_A_CHAT),
        ({"compressor": None}, NoFold.NO_COMPRESSOR),
    ],
)
def test_requests_it_does_not_apply_to_say_why(changes: dict[str, Any], reason: NoFold) -> None:
    given = scope(**changes)
    assert in_loop_gate(given) is reason
    step = prepare_step(loop(9), given)
    assert (step.messages, step.record.no_fold) == (None, reason)


@pytest.mark.parametrize("window", [None, 0, float("nan")])
def test_without_a_known_window_there_is_nothing_to_fold_with(window: float | None) -> None:
    given = scope(window=window)
    assert in_loop_gate(given) is None
    assert not has_hook(given)
    assert prepare_step(loop(9), given).record.no_fold is NoFold.NO_WINDOW
