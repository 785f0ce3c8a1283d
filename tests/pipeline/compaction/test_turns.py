"""How many recent turns a fold keeps."""

from __future__ import annotations

import pytest

from inspector.pipeline.compaction.turns import keep_recent_turns
from inspector.tokens import Dialect, footprint
from inspector.wire import JsonValue
from tests.pipeline.compaction.builders import call, system, user, words

STEPS = [call(number, words(50)) for number in range(3)]
MESSAGES = [system("S"), user("q"), *STEPS[0], system("mid"), *STEPS[1], *STEPS[2]]
STEP = footprint(STEPS[0], Dialect.OPENAI)


def footprint_of(message: JsonValue) -> int:
    return footprint([message], Dialect.OPENAI)


@pytest.mark.parametrize(
    ("budget", "turns"),
    [(0, 1), (STEP, 1), (STEP + 1, 2), (2 * STEP, 2), (3 * STEP, 3), (10 * STEP, 4)],
)
def test_turns_are_kept_until_the_budget_is_reached(budget: int, turns: int) -> None:
    assert keep_recent_turns(MESSAGES, budget, footprint_of) == turns


def test_one_turn_is_kept_even_of_nothing() -> None:
    assert keep_recent_turns([], 10, footprint_of) == 1
    assert keep_recent_turns([system("S")], 10, footprint_of) == 1
