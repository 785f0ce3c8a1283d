"""Turns cover a history without gaps and keep calls with their results."""

from __future__ import annotations

from hypothesis import given

from inspector.pipeline.history.message import IrMessage
from inspector.pipeline.history.turns import Turn, group_into_turns
from tests.pipeline.history.builders import HISTORIES, assistant, result, system, user


def test_a_call_and_the_results_after_it_are_one_turn() -> None:
    history = [system(), user(), assistant("", "1", "2"), result("1"), result("2"), assistant()]
    assert group_into_turns(history) == [Turn(0, 1), Turn(1, 2), Turn(2, 5), Turn(5, 6)]
    assert [len(turn) for turn in group_into_turns(history)] == [1, 1, 3, 1]


def test_a_tool_message_that_follows_no_call_is_a_turn_of_its_own() -> None:
    assert group_into_turns([result("1"), result("2")]) == [Turn(0, 1), Turn(1, 2)]


def test_an_assistant_with_an_empty_list_of_calls_makes_none() -> None:
    silent: IrMessage = {**assistant(), "tool_calls": []}
    assert group_into_turns([silent, result("1")]) == [Turn(0, 1), Turn(1, 2)]


@given(HISTORIES)
def test_turns_cover_the_history(history: list[IrMessage]) -> None:
    turns = group_into_turns(history)
    assert [index for turn in turns for index in range(turn.start, turn.end)] == list(range(len(history)))
