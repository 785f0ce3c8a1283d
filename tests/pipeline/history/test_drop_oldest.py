"""Dropping the oldest turns: in proportion, whole turns, never below two messages."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from inspector.pipeline.history.drop_oldest import drop_oldest
from inspector.pipeline.history.message import IrMessage
from tests.pipeline.history.builders import HISTORIES, assistant, result, system, user

HISTORY = [system(), user("1"), assistant("", "c"), result("c"), user("2"), assistant("3")]


def one_each(message: IrMessage) -> int:
    return 1


def test_within_the_limit_the_list_given_comes_back() -> None:
    assert drop_oldest(HISTORY, 50, 50) is HISTORY


def test_turns_go_until_the_share_of_the_overshoot_is_gone() -> None:
    assert drop_oldest(HISTORY, 60, 50, length_of=one_each) == [HISTORY[0], *HISTORY[2:]]
    assert drop_oldest(HISTORY, 60, 49, length_of=one_each) == [HISTORY[0], *HISTORY[4:]]


def test_two_messages_stay_besides_the_leading_system_messages() -> None:
    assert drop_oldest(HISTORY, 1000, 1) == [HISTORY[0], *HISTORY[4:]]
    few = [system(), user(), assistant()]
    assert drop_oldest(few, 1000, 1) is few


def test_a_turn_of_many_messages_is_not_cut() -> None:
    history = [user(), assistant("", "c"), result("c"), result("c")]
    assert drop_oldest(history, 1000, 1) == history[1:]


@given(HISTORIES, st.integers(1, 100), st.integers(1, 100))
def test_what_stays_is_the_end_of_the_history(history: list[IrMessage], tokens: int, limit: int) -> None:
    kept = drop_oldest(history, tokens, limit)
    leading = next((i for i, message in enumerate(history) if message["role"] != "system"), len(history))
    rest = kept[leading:]
    assert kept[:leading] == history[:leading]
    assert rest == history[len(history) - len(rest) :]
    assert len(rest) >= min(2, len(history) - leading)
