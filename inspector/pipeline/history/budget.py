"""The sliding window: keeping a request's history within the context window (PIPELINE §13).

A pure step: what the reference keeps in an object between requests is a `BudgetState` that goes in and comes
out. Token counts are rough sizes of the IR (§1.2) or the usage that the provider reported for the last request.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final, TypeAlias

from inspector.pipeline.history.message import IrMessage
from inspector.pipeline.history.turns import group_into_turns

BudgetHook: TypeAlias = Callable[[list[IrMessage], float, float], list[IrMessage] | None]
"""(history, tokens, limit) → a shorter history, or None to leave it to the window."""

SizeOf: TypeAlias = Callable[[Sequence[IrMessage]], int]
"""Rough tokens of a history."""


class BudgetAction(StrEnum):
    """What a check did, or why it did nothing."""

    SUPPRESSED = "suppressed"
    WITHIN = "within"
    NOTHING_TO_DROP = "nothing-to-drop"
    HOOK_SUFFICED = "hook-sufficed"
    DROPPED = "dropped"


class NothingPreservedError(ValueError):
    """The policy keeps no turns: the reference fails on it as soon as a history is over the window."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BudgetPolicy:
    """Settings of the window.

    Attributes:
        context_window: tokens; a history of exactly this size still fits.
        preserve_recent_turns: turns kept when the hook did not suffice.
        hook: asked first, for instance `drop_oldest.drop_oldest`.
    """

    context_window: float
    preserve_recent_turns: int = 1
    hook: BudgetHook | None = None


@dataclass(frozen=True, slots=True)
class BudgetState:
    """What one request leaves to the next.

    Attributes:
        fed: input tokens the provider reported for the last request; None = not reported.
        suppressed: the last check dropped something, so the next is skipped.
    """

    fed: float | None = None
    suppressed: bool = False

    def feed(self, tokens: float | None) -> BudgetState:
        """Take over a reported usage; None leaves what is there."""
        return self if tokens is None else replace(self, fed=tokens)


FRESH: Final = BudgetState()


@dataclass(frozen=True, slots=True, kw_only=True)
class BudgetRecord:
    """One check.

    Attributes:
        action: what was done.
        tokens: size the decision was made on; None when the check was skipped.
        measured: `tokens` was reported by the provider, not estimated.
        limit: the window.
        hook_called: the hook was asked.
        hook_length: messages the hook left; None when it declined or was not asked.
        dropped: messages dropped by the window itself, oldest first.
    """

    action: BudgetAction
    limit: float
    tokens: float | None = None
    measured: bool = False
    hook_called: bool = False
    hook_length: int | None = None
    dropped: tuple[IrMessage, ...] = ()


@dataclass(frozen=True, slots=True)
class Budgeted:
    """A history within budget, the state for the next request, and what was done."""

    messages: list[IrMessage]
    state: BudgetState
    record: BudgetRecord


def apply_budget(
    history: Sequence[IrMessage], policy: BudgetPolicy, state: BudgetState = FRESH, *, size_of: SizeOf
) -> Budgeted:
    """Check a history against the window and shorten it if it is over (PIPELINE §13).

    A usage that was fed is used once, 0 included; a suppressed check does not use it up. Raises
    NothingPreservedError when the history is over the window and the policy keeps no turns.
    """
    messages = list(history)
    limit = policy.context_window
    if state.suppressed:
        record = BudgetRecord(action=BudgetAction.SUPPRESSED, limit=limit)
        return Budgeted(messages, replace(state, suppressed=False), record)
    measured = state.fed is not None
    tokens = size_of(messages) if state.fed is None else state.fed
    record = BudgetRecord(action=BudgetAction.WITHIN, limit=limit, tokens=tokens, measured=measured)
    if tokens <= limit:
        return Budgeted(messages, FRESH, record)
    return _shorten(messages, policy, record, size_of)


def _shorten(
    messages: list[IrMessage], policy: BudgetPolicy, record: BudgetRecord, size_of: SizeOf
) -> Budgeted:
    if _first_kept(messages, policy) == 0:
        return Budgeted(messages, FRESH, replace(record, action=BudgetAction.NOTHING_TO_DROP))
    if policy.hook is not None and record.tokens is not None:
        shorter = policy.hook(messages, record.tokens, record.limit)
        record = replace(record, hook_called=True, hook_length=None if shorter is None else len(shorter))
        if shorter is not None:
            messages = shorter
            if size_of(messages) <= record.limit:
                return Budgeted(messages, FRESH, replace(record, action=BudgetAction.HOOK_SUFFICED))
    first = _first_kept(messages, policy)
    if first == 0:
        return Budgeted(messages, FRESH, replace(record, action=BudgetAction.NOTHING_TO_DROP))
    dropped = tuple(messages[:first])
    record = replace(record, action=BudgetAction.DROPPED, dropped=dropped)
    return Budgeted(messages[first:], BudgetState(suppressed=True), record)


def _first_kept(messages: list[IrMessage], policy: BudgetPolicy) -> int:
    turns = group_into_turns(messages)
    if len(turns) <= policy.preserve_recent_turns:
        return 0
    if policy.preserve_recent_turns <= 0:
        raise NothingPreservedError("the budget keeps no turns but the history is over the window")
    return turns[-policy.preserve_recent_turns].start
