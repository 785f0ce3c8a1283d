"""In-loop compaction step by step, without measuring the whole loop anew at every step (PIPELINE §12).

The stage itself (`pipeline.compaction.in_loop.prepare_step`) is asked only when a fold is due; below the trigger
its answer follows from sums that are kept as the loop grows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from inspector.model.compaction import AnchorPhase
from inspector.pipeline.compaction.in_loop import LoopScope, LoopState, LoopStep, in_loop_gate, prepare_step
from inspector.pipeline.compaction.memory import FoldMemory
from inspector.pipeline.compaction.record import EstimateBasis, FoldBudget, FoldRecord, NoFold
from inspector.replay.sizes import SizeMemo
from inspector.wire import JsonValue


class Verdict(StrEnum):
    """What becomes of a fold that the rules made.

    `again`: it is made once more, its summary should have another size · `undone`: nothing is folded here.
    """

    STANDS = "stands"
    AGAIN = "again"
    UNDONE = "undone"


@dataclass(slots=True)
class LoopReplay:
    """One tool loop.

    Attributes:
        scope: settings of the loop.
        sizes: shared measurements; their tokens are the footprint of one message.
        memory: shared figures and renderings of model messages.
        off: why the loop's own folding is off though compaction is on; None = it is not.
        judge: what becomes of a fold that the rules made, where a recording tells what was folded; None = it stands.
    """

    scope: LoopScope
    sizes: SizeMemo
    memory: FoldMemory
    off: NoFold | None = None
    judge: Callable[[FoldRecord], Verdict] | None = None
    _state: LoopState = LoopState()  # noqa: RUF009 - immutable
    _budget: FoldBudget | None = field(init=False, default=None)
    _closed: NoFold | None = field(init=False, default=None)
    _measured: int = 0
    _tokens: int = 0

    def __post_init__(self) -> None:
        self._closed = self.off or in_loop_gate(self.scope)
        if self._closed is None and self.scope.window is None:
            self._closed = NoFold.NO_WINDOW
        if self._closed is None and self.scope.window is not None:
            self._budget = FoldBudget.of(self.scope.policy, self.scope.window, self.scope.reservation)

    @property
    def has_folded(self) -> bool:
        """Whether a summary of this loop stands in its prompts."""
        return self._state.has_folded

    def step(
        self, messages: Sequence[JsonValue], usage: Mapping[str, JsonValue] | None
    ) -> tuple[Sequence[JsonValue], FoldRecord]:
        """What a step is sent in place of `messages`, and the record of its chance to fold."""
        if self._closed is not None or self._budget is None:
            return messages, FoldRecord(phase=AnchorPhase.IN_LOOP, no_fold=self._closed)
        quiet = self._below_trigger(messages, usage)
        if quiet is not None:
            return messages, quiet
        done = prepare_step(messages, self.scope, self._state, usage=usage, memory=self.memory)
        if done.record.folded and self.judge is not None:
            done = self._judged(done, messages, usage, self.judge)
        self._state = done.state
        return (messages if done.messages is None else done.messages), done.record

    def _judged(
        self,
        done: LoopStep,
        messages: Sequence[JsonValue],
        usage: Mapping[str, JsonValue] | None,
        judge: Callable[[FoldRecord], Verdict],
    ) -> LoopStep:
        verdict = judge(done.record)
        if verdict is Verdict.AGAIN:
            done = prepare_step(messages, self.scope, self._state, usage=usage, memory=self.memory)
            verdict = judge(done.record)
        if verdict is Verdict.STANDS:
            return done
        off = replace(self.scope, settings=replace(self.scope.settings, compress=False))
        plain = prepare_step(messages, off, self._state, memory=self.memory)
        told = done.record
        record = replace(
            plain.record,
            no_fold=NoFold.NOT_RECORDED,
            estimate=told.estimate,
            basis=told.basis,
            budget=told.budget,
        )
        return replace(plain, record=record)

    def _below_trigger(
        self, messages: Sequence[JsonValue], usage: Mapping[str, JsonValue] | None
    ) -> FoldRecord | None:
        """The stage's own answer while nothing was folded and the context is small; None = ask the stage."""
        assert self._budget is not None
        if self._state != LoopState():
            return None
        self._grow(messages)
        reported = _reported(usage)
        if reported is None:
            estimate, basis = float(self._tokens), EstimateBasis.FOOTPRINT
        else:
            estimate, basis = reported + self._after_last_assistant(messages), EstimateBasis.REPORTED_USAGE
        if estimate > self._budget.trigger.value:
            return None
        return FoldRecord(
            phase=AnchorPhase.IN_LOOP,
            no_fold=NoFold.BELOW_TRIGGER,
            estimate=estimate,
            basis=basis,
            budget=self._budget,
        )

    def _grow(self, messages: Sequence[JsonValue]) -> None:
        """A loop only ever appends, so its footprint is the last one and that of the new messages."""
        self._tokens += sum(self.sizes.of(message).tokens for message in messages[self._measured :])
        self._measured = len(messages)

    def _after_last_assistant(self, messages: Sequence[JsonValue]) -> int:
        tokens = 0
        for message in reversed(messages):
            if isinstance(message, dict) and message.get("role") == "assistant":
                return tokens
            tokens += self.sizes.of(message).tokens
        return tokens


def _reported(usage: Mapping[str, JsonValue] | None) -> float | None:
    total = usage.get("totalTokens") if usage is not None else None
    known = usage is not None and _is_number(usage.get("inputTokens")) and _is_number(total)
    return float(total) if known and isinstance(total, int | float) else None


def _is_number(value: JsonValue) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
