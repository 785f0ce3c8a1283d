"""A request from trimmed prompt to prompt as sent, alone and in sequence."""

from __future__ import annotations

from collections.abc import Iterable

from hypothesis import given
from hypothesis import strategies as st

from inspector.pipeline.history.budget import BudgetAction, BudgetPolicy
from inspector.pipeline.history.drop_oldest import drop_oldest
from inspector.pipeline.history.fit import RequestMemory, fit_prompt
from inspector.pipeline.history.prune import PrunePolicy
from inspector.wire import JsonValue
from tests.pipeline.history.builders import PROMPTS, prompt_call, prompt_result, prompt_user, system

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


@given(PROMPTS)
def test_what_was_fitted_once_passes_untouched(prompt: list[JsonValue]) -> None:
    memory = RequestMemory()
    once = fit_prompt(prompt, pruning=PrunePolicy(), budget=None, memory=memory)
    again = fit_prompt(once.prompt, pruning=PrunePolicy(), budget=None, memory=memory)
    assert again.repairs == ()
    assert all(a is b for a, b in zip(again.prompt, once.prompt, strict=True))


@given(PROMPTS, st.sampled_from([1, 40, 200]))
def test_a_window_only_leaves_messages_out(prompt: list[JsonValue], window: int) -> None:
    memory = RequestMemory()
    # A window puts system messages first; where they stand between tool results, other neighbours merge.
    prompt = sorted(prompt, key=is_system, reverse=True)
    free = fit_prompt(prompt, pruning=PrunePolicy(), budget=None, memory=memory).prompt
    budget = BudgetPolicy(context_window=window, hook=drop_oldest)
    tight = fit_prompt(prompt, pruning=PrunePolicy(), budget=budget, memory=memory).prompt
    systems = [message for message in free if is_system(message)]
    assert [message for message in tight if is_system(message)] == systems
    # The window counts single results, so a tool message may lose some of its own.
    left = pieces(message for message in tight if not is_system(message))
    all_pieces = pieces(message for message in free if not is_system(message))
    assert left == all_pieces[len(all_pieces) - len(left) :]


def pieces(messages: Iterable[JsonValue]) -> list[tuple[JsonValue, JsonValue]]:
    """Role and part of everything messages hold, in order."""
    found: list[tuple[JsonValue, JsonValue]] = []
    for message in messages:
        assert isinstance(message, dict)
        content = message["content"]
        parts = content if isinstance(content, list) and content else [content]
        found.extend((message["role"], part) for part in parts)
    return found


def is_system(message: JsonValue) -> bool:
    return isinstance(message, dict) and message["role"] == "system"


@given(PROMPTS)
def test_a_memory_changes_nothing(prompt: list[JsonValue]) -> None:
    memory = RequestMemory()
    plain = fit_prompt(prompt, pruning=PrunePolicy(), budget=None)
    for _ in range(2):
        kept = fit_prompt(prompt, pruning=PrunePolicy(), budget=None, memory=memory)
        assert (kept.prompt, kept.repairs) == (plain.prompt, plain.repairs)
