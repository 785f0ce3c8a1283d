"""In-loop compaction: before each step of a tool loop (PIPELINE §12).

The state of the loop is a value: a step takes one and returns the next, so that a replay can run a loop with
the memo, or without it as builds before it did, from any step on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from inspector.model.compaction import AnchorPhase
from inspector.pipeline.compaction.compact import Compacted, prepare_fold
from inspector.pipeline.compaction.compressor import CompressionAbortedError, Compressor, CompressorError
from inspector.pipeline.compaction.memory import FoldMemory
from inspector.pipeline.compaction.policy import REFERENCE, CompactionPolicy
from inspector.pipeline.compaction.record import (
    EstimateBasis,
    FoldAborted,
    FoldBudget,
    FoldRecord,
    NoFold,
)
from inspector.pipeline.compaction.settings import ContextSettings
from inspector.pipeline.compaction.summarize import SummaryOptions
from inspector.pipeline.compaction.turns import keep_recent_turns
from inspector.pipeline.compaction.window import as_number, resolve_context_window
from inspector.tokens import Dialect
from inspector.wire import JsonValue

CALLER_OWNER = "caller"
"""Owner of a context that the application must not touch."""

NOT_CHAT_PREFIXES = ("agent-session:", "temp:")
"""Ids of conversations that are no stored chats."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LoopScope:
    """What in-loop compaction needs to know of a request.

    Attributes:
        settings: context settings in force.
        window: context window of the model; unknown = no folding.
        reservation: max_tokens sent; None = none.
        dialect: token dialect of the model.
        compressor: who writes summaries; None = nobody is configured.
        compressor_window: its context window; None = the request's.
        policy: formulas of trigger and keep budget.
        memoised: a fold is remembered for the following steps; False = every step folds the whole history.
        chat_id: conversation the request belongs to.
        context_owner: who answers for the context; "" = the application.
        custom_instructions: a user's own instructions for summaries.
    """

    settings: ContextSettings
    window: float | None
    reservation: float | None = None
    dialect: Dialect = Dialect.OPENAI
    compressor: Compressor | None = None
    compressor_window: float | None = None
    policy: CompactionPolicy = REFERENCE
    memoised: bool = True
    chat_id: str = "chat"
    context_owner: str = ""
    custom_instructions: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LoopState:
    """What a tool loop remembers between steps.

    Attributes:
        consumed_count: messages the prefix stands for; 0 = nothing was folded.
        prefix: what is served in their place.
        has_folded: a fold was served before, so reported usage no longer measures the messages.
        disabled: the compressor failed; nothing more is folded in this request.
        attempts: folds begun, which numbers their anchors.
    """

    consumed_count: int = 0
    prefix: tuple[JsonValue, ...] = ()
    has_folded: bool = False
    disabled: bool = False
    attempts: int = 0


@dataclass(frozen=True, slots=True)
class LoopStep:
    """What a step is sent.

    Attributes:
        messages: in place of the loop's own; None = they go as they are.
        state: for the next step.
        record: the fold, or why there was none.
    """

    messages: Sequence[JsonValue] | None
    state: LoopState
    record: FoldRecord


class LoopAborted(FoldAborted):
    """The user stopped the request while a step was being folded.

    Attributes:
        state: the loop's, should it be taken up again.
    """

    def __init__(self, record: FoldRecord, state: LoopState) -> None:
        super().__init__(record)
        self.state = state


def in_loop_gate(scope: LoopScope) -> NoFold | None:
    """Why in-loop compaction does not apply to a request at all; None = it does."""
    if not scope.settings.enabled:
        return NoFold.PIPELINE_OFF
    if not scope.settings.compress:
        return NoFold.COMPACTION_OFF
    if scope.context_owner == CALLER_OWNER:
        return NoFold.CALLER_OWNS_CONTEXT
    if not scope.chat_id or scope.chat_id.startswith(NOT_CHAT_PREFIXES):
        return NoFold.NOT_A_CHAT
    return NoFold.NO_COMPRESSOR if scope.compressor is None else None


def has_hook(scope: LoopScope) -> bool:
    """Whether there is anything to fold with: a compressor and a known window."""
    return scope.compressor is not None and resolve_context_window(scope.window) is not None


@dataclass(frozen=True, slots=True)
class _Candidate:
    """What a step would be sent, and what it works with."""

    messages: Sequence[JsonValue]
    seen: int
    scope: LoopScope
    state: LoopState
    memory: FoldMemory

    def footprint_of(self, message: JsonValue) -> int:
        return self.memory.footprints.of(message, self.scope.dialect)

    def footprint(self, messages: Sequence[JsonValue]) -> int:
        return sum(map(self.footprint_of, messages))

    def served(self, record: FoldRecord, state: LoopState | None = None) -> LoopStep:
        messages = self.messages if self.state.consumed_count else None
        return LoopStep(messages, state or self.state, record)


def prepare_step(
    messages: Sequence[JsonValue],
    scope: LoopScope,
    state: LoopState | None = None,
    *,
    usage: Mapping[str, JsonValue] | None = None,
    memory: FoldMemory | None = None,
) -> LoopStep:
    """Fold a loop's messages (initial ones and responses so far) before a step, where that is due.

    `usage` is the last step's as reported (`inputTokens`, `totalTokens`). Raises `LoopAborted` when the user
    stopped the compressor.
    """
    state = state or LoopState()
    sent = [*state.prefix, *messages[state.consumed_count :]]
    candidate = _Candidate(sent, len(messages), scope, state, memory or FoldMemory())
    record = FoldRecord(phase=AnchorPhase.IN_LOOP)
    if (closed := _closed_gate(scope, state)) is not None:
        return candidate.served(replace(record, no_fold=closed))
    assert scope.window is not None
    estimate, basis = _estimate(candidate, usage)
    budget = FoldBudget.of(scope.policy, scope.window, scope.reservation)
    record = replace(record, budget=budget, estimate=estimate, basis=basis)
    if not record.triggered:
        return candidate.served(replace(record, no_fold=NoFold.BELOW_TRIGGER))
    return _fold(candidate, record, keep_recent_turns(sent, budget.keep.value, candidate.footprint_of))


def _closed_gate(scope: LoopScope, state: LoopState) -> NoFold | None:
    if (closed := in_loop_gate(scope)) is not None:
        return closed
    if resolve_context_window(scope.window) is None:
        return NoFold.NO_WINDOW
    return NoFold.DISABLED_BY_FAILURE if state.disabled else None


def _estimate(candidate: _Candidate, usage: Mapping[str, JsonValue] | None) -> tuple[float, EstimateBasis]:
    total = _reported_total(usage)
    if total is None or candidate.state.has_folded:
        return candidate.footprint(candidate.messages), EstimateBasis.FOOTPRINT
    later = candidate.footprint(_after_last_assistant(candidate.messages))
    return total + later, EstimateBasis.REPORTED_USAGE


def _reported_total(usage: Mapping[str, JsonValue] | None) -> float | None:
    if usage is None or as_number(usage.get("inputTokens")) is None:
        return None
    return as_number(usage.get("totalTokens"))


def _after_last_assistant(messages: Sequence[JsonValue]) -> Sequence[JsonValue]:
    for index in range(len(messages) - 1, -1, -1):
        message = messages[index]
        if isinstance(message, dict) and message.get("role") == "assistant":
            return messages[index + 1 :]
    return messages


def _fold(candidate: _Candidate, record: FoldRecord, keep: int) -> LoopStep:
    scope, state = candidate.scope, candidate.state
    assert scope.compressor is not None
    state = replace(state, attempts=state.attempts + 1)
    options = SummaryOptions.for_window(
        scope.compressor_window, fallback=scope.window, custom_instructions=scope.custom_instructions
    )
    prepared = prepare_fold(candidate.messages, keep, options, memory=candidate.memory)
    asked = prepared.summary.record if prepared.summary else None
    record = replace(record, kept_turns=keep, summary=asked).begun(f"anchor-{state.attempts}")
    try:
        compacted = prepared.ask(scope.compressor)
    except CompressionAbortedError as abort:
        raise LoopAborted(replace(record, failure=str(abort)), state) from abort
    except CompressorError as error:
        failed = record.skipped(NoFold.COMPRESSOR_FAILED, str(error))
        return candidate.served(failed, replace(state, disabled=True))
    return _settled(candidate, state, compacted, record)


def _settled(candidate: _Candidate, state: LoopState, compacted: Compacted, record: FoldRecord) -> LoopStep:
    record = replace(record, summary=compacted.summary.record)
    if not compacted.folded:
        asked = compacted.summary.record is not None
        reason = NoFold.EMPTY_SUMMARY if asked else NoFold.NOTHING_OLD_ENOUGH
        return candidate.served(record.skipped(reason), state)
    record = record.done(
        folded_count=len(candidate.messages) - len(compacted.messages),
        post_tokens=candidate.footprint(compacted.messages),
    )
    state = replace(state, has_folded=True)
    if candidate.scope.memoised:
        state = replace(state, consumed_count=candidate.seen, prefix=tuple(compacted.messages))
    return LoopStep(compacted.messages, state, record)
