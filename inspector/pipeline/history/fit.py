"""A trimmed prompt made ready to send: prune → IR → budget → back (PIPELINE §5, order per request)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from inspector.pipeline.history.budget import FRESH, BudgetPolicy, BudgetRecord, BudgetState, apply_budget
from inspector.pipeline.history.ir import from_prompt, to_prompt
from inspector.pipeline.history.ir_lanes import PROMPT
from inspector.pipeline.history.memo import IrMemo
from inspector.pipeline.history.prune import Pruned, PrunePolicy, prune
from inspector.pipeline.history.sizes import IrSizes
from inspector.pipeline.history.validity import Repair
from inspector.wire import JsonValue


@dataclass(frozen=True, slots=True)
class RequestMemory:
    """What consecutive requests of one replay share; only a cache, it decides nothing.

    Attributes:
        ir: the IR of prompt messages, and the way back.
        sizes: the sizes of IR messages.
    """

    ir: IrMemo = field(default_factory=lambda: IrMemo(PROMPT))
    sizes: IrSizes = field(default_factory=IrSizes)


@dataclass(frozen=True, slots=True, kw_only=True)
class FittedPrompt:
    """A prompt ready to send, and what was done to it.

    Attributes:
        prompt: messages that were not touched are the objects given.
        state: for the next request.
        pruned: what pruning took; None when there is no prune policy.
        repairs: what made the history valid.
        budget: what the window did; None when it is off.
    """

    prompt: list[JsonValue]
    state: BudgetState
    pruned: Pruned | None
    repairs: tuple[Repair, ...]
    budget: BudgetRecord | None


def fit_prompt(
    prompt: Sequence[JsonValue],
    *,
    pruning: PrunePolicy | None,
    budget: BudgetPolicy | None,
    state: BudgetState = FRESH,
    memory: RequestMemory | None = None,
) -> FittedPrompt:
    """Prune, make valid and fit a trimmed prompt into the window.

    `state` is what the last request left, with the usage it reported fed into it (`BudgetState.feed`).
    """
    memory = memory or RequestMemory()
    pruned = None if pruning is None else prune(prompt, pruning)
    valid = from_prompt(prompt if pruned is None else pruned.messages, memory.ir)
    history, record = valid.messages, None
    if budget is not None:
        # System messages are neither counted nor dropped.
        system = [message for message in history if message["role"] == "system"]
        others = [message for message in history if message["role"] != "system"]
        done = apply_budget(others, budget, state, size_of=memory.sizes.rough_of)
        history = [*system, *done.messages]
        state, record = done.state, done.record
    return FittedPrompt(
        prompt=to_prompt(history, memory.ir),
        state=state,
        pruned=pruned,
        repairs=valid.repairs,
        budget=record,
    )
