"""A request from trimmed prompt to prompt as sent, alone and in sequence."""

from __future__ import annotations

from inspector.pipeline.history.budget import BudgetAction, BudgetPolicy
from inspector.pipeline.history.fit import RequestMemory, fit_prompt
from inspector.pipeline.history.prune import PrunePolicy
from inspector.wire import JsonValue
from tests.pipeline.history.builders import prompt_call, prompt_result, prompt_user, system

PROMPT: list[JsonValue] = [
    system("s" * 900),
    prompt_user("q"),
    prompt_call("1"),
    prompt_result("1"),
    prompt_user("r"),
]


def test_without_policies_a_valid_prompt_passes_as_it_is() -> None:
    fitted = fit_prompt(PROMPT, pruning=None, budget=None)
    assert all(a is b for a, b in zip(fitted.prompt, PROMPT, strict=True))
    assert (fitted.pruned, fitted.repairs, fitted.budget) == (None, (), None)


def test_system_messages_are_neither_counted_nor_dropped() -> None:
    roomy = fit_prompt(PROMPT, pruning=None, budget=BudgetPolicy(context_window=270))
    assert roomy.budget is not None
    assert roomy.budget.action is BudgetAction.WITHIN
    tight = fit_prompt(PROMPT, pruning=None, budget=BudgetPolicy(context_window=20))
    assert tight.prompt == [PROMPT[0], PROMPT[4]]


def test_a_drop_lets_the_next_request_pass_unless_usage_is_still_reported() -> None:
    memory, budget = RequestMemory(), BudgetPolicy(context_window=20)
    first = fit_prompt(PROMPT, pruning=PrunePolicy(), budget=budget, memory=memory)
    second = fit_prompt(
        PROMPT, pruning=PrunePolicy(), budget=budget, state=first.state.feed(5), memory=memory
    )
    assert second.prompt == PROMPT
    third = fit_prompt(PROMPT, pruning=PrunePolicy(), budget=budget, state=second.state, memory=memory)
    assert third.budget is not None
    assert (third.budget.tokens, third.budget.measured) == (5, True)


def test_what_pruning_leaves_orphaned_is_repaired() -> None:
    broken: list[JsonValue] = [prompt_user("q"), {"role": "assistant", "content": []}, prompt_result("1")]
    fitted = fit_prompt(broken, pruning=PrunePolicy(), budget=None)
    assert fitted.prompt == [PROMPT[1]]
    assert fitted.pruned is not None
    assert fitted.pruned.messages_removed == (1,)
    assert len(fitted.repairs) == 1
