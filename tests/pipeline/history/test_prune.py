"""Pruning: reasoning by policy, empty messages, nothing else."""

from __future__ import annotations

import pytest

from inspector.pipeline.history.message import IrMessage
from inspector.pipeline.history.prune import PrunePolicy, ReasoningPruning, prune
from inspector.wire import JsonValue
from tests.pipeline.history.builders import prompt_user

THINKING: IrMessage = {"role": "assistant", "content": [{"type": "reasoning", "text": "hm"}]}
EMPTY: IrMessage = {"role": "tool", "content": []}
ANSWER: IrMessage = {
    "role": "assistant",
    "content": [{"type": "reasoning", "text": "hm"}, {"type": "text", "text": "a"}],
}
PROMPT: list[JsonValue] = [prompt_user("q"), THINKING, EMPTY, ANSWER]


@pytest.mark.parametrize(
    ("policy", "left"),
    [
        (PrunePolicy(), [prompt_user("q"), THINKING, ANSWER]),
        (PrunePolicy(remove_empty=False), PROMPT),
        (
            PrunePolicy(reasoning=ReasoningPruning.ALL),
            [prompt_user("q"), {"role": "assistant", "content": [{"type": "text", "text": "a"}]}],
        ),
        (PrunePolicy(reasoning=ReasoningPruning.BEFORE_LAST_MESSAGE), [prompt_user("q"), ANSWER]),
        (
            PrunePolicy(reasoning=ReasoningPruning.BEFORE_LAST_MESSAGE, remove_empty=False),
            [prompt_user("q"), {"role": "assistant", "content": []}, EMPTY, ANSWER],
        ),
    ],
)
def test_each_policy_leaves_what_it_says(policy: PrunePolicy, left: list[JsonValue]) -> None:
    assert prune(PROMPT, policy).messages == left


def test_the_record_names_what_went_and_untouched_messages_are_the_objects_given() -> None:
    pruned = prune(PROMPT, PrunePolicy(reasoning=ReasoningPruning.ALL))
    assert pruned.reasoning_removed == ((1, 1), (3, 1))
    assert pruned.messages_removed == (1, 2)
    assert pruned.messages[0] is PROMPT[0]


def test_an_empty_system_text_goes_too() -> None:
    assert prune([{"role": "system", "content": ""}], PrunePolicy()).messages == []
