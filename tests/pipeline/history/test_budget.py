"""The sliding window: when it looks, what it drops, what it leaves to the next request."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from inspector.pipeline.history.budget import (
    FRESH,
    BudgetAction,
    BudgetPolicy,
    BudgetState,
    NothingPreservedError,
    apply_budget,
)
from inspector.pipeline.history.message import IrMessage
from tests.pipeline.history.builders import assistant, result, user

HISTORY = [user("1"), assistant("", "c"), result("c"), user("2"), assistant("3")]


def ten_each(history: Sequence[IrMessage]) -> int:
    return 10 * len(history)


def policy(window: float, keep: int = 1) -> BudgetPolicy:
    return BudgetPolicy(context_window=window, preserve_recent_turns=keep)


def test_a_history_of_exactly_the_window_fits() -> None:
    done = apply_budget(HISTORY, policy(50), size_of=ten_each)
    assert done.messages == HISTORY
    assert done.record.action is BudgetAction.WITHIN


def test_over_the_window_only_the_last_turns_stay_and_the_next_check_is_skipped() -> None:
    done = apply_budget(HISTORY, policy(49, keep=3), size_of=ten_each)
    assert done.messages == HISTORY[1:]
    assert done.record.dropped == (HISTORY[0],)
    again = apply_budget(HISTORY, policy(49), done.state, size_of=ten_each)
    assert again.messages == HISTORY
    assert again.record.action is BudgetAction.SUPPRESSED
    assert apply_budget(HISTORY, policy(49), again.state, size_of=ten_each).messages == HISTORY[4:]


@pytest.mark.parametrize(("fed", "kept"), [(0, 5), (50, 5), (51, 1)])
def test_a_reported_usage_counts_instead_of_the_estimate_even_when_it_is_0(fed: float, kept: int) -> None:
    done = apply_budget(HISTORY, policy(50), BudgetState(fed), size_of=lambda _: 51)
    assert len(done.messages) == kept
    assert done.record.measured
    assert done.state.fed is None


def test_a_skipped_check_does_not_use_up_a_reported_usage() -> None:
    done = apply_budget(HISTORY, policy(1), BudgetState(7, suppressed=True), size_of=ten_each)
    assert done.state == BudgetState(7)


def test_no_report_leaves_the_one_before() -> None:
    assert BudgetState(7).feed(None) == BudgetState(7)
    assert BudgetState(7).feed(0) == BudgetState(0)


def test_as_few_turns_as_are_kept_are_left_alone_without_asking_the_hook() -> None:
    asked: list[float] = []
    hooked = BudgetPolicy(
        context_window=1, preserve_recent_turns=4, hook=lambda history, tokens, limit: asked.append(tokens)
    )
    done = apply_budget(HISTORY, hooked, size_of=ten_each)
    assert done.record.action is BudgetAction.NOTHING_TO_DROP
    assert asked == []


def test_a_hook_that_suffices_has_the_last_word_and_suppresses_nothing() -> None:
    hooked = BudgetPolicy(context_window=20, hook=lambda history, tokens, limit: history[3:])
    done = apply_budget(HISTORY, hooked, size_of=ten_each)
    assert done.messages == HISTORY[3:]
    assert done.record.action is BudgetAction.HOOK_SUFFICED
    assert done.state == FRESH


def test_after_a_hook_that_does_not_suffice_the_window_drops_from_what_it_left() -> None:
    hooked = BudgetPolicy(context_window=19, hook=lambda history, tokens, limit: history[3:])
    done = apply_budget(HISTORY, hooked, size_of=ten_each)
    assert done.messages == HISTORY[4:]
    assert done.record.hook_length == 2
    assert done.record.dropped == (HISTORY[3],)


def test_a_hook_may_decline() -> None:
    hooked = BudgetPolicy(context_window=1, hook=lambda history, tokens, limit: None)
    done = apply_budget(HISTORY, hooked, size_of=ten_each)
    assert done.record.hook_called
    assert done.record.hook_length is None
    assert len(done.record.dropped) == 4


def test_keeping_no_turns_fails_once_it_matters() -> None:
    assert apply_budget(HISTORY, policy(50, keep=0), size_of=ten_each).messages == HISTORY
    with pytest.raises(NothingPreservedError, match="keeps no turns"):
        apply_budget(HISTORY, policy(49, keep=0), size_of=ten_each)
