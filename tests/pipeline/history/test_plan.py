"""A fold's split: by whole turns, system messages apart, repaired first."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.pipeline.history.message import IrMessage
from inspector.pipeline.history.plan import plan_compaction
from inspector.pipeline.history.validity import RepairKind, ensure_valid_history
from tests.pipeline.history.builders import HISTORIES, assistant, result, system, user

HISTORY = [system(), user("1"), assistant("", "c"), result("c"), user("2"), assistant("3")]


@pytest.mark.parametrize(
    ("keep", "kept"), [(0, 0), (-1, 0), (1, 1), (1.7, 1), (2, 2), (3, 4), (4, 5), (5, 5), (99, 5)]
)
def test_the_last_turns_are_kept_whole(keep: float, kept: int) -> None:
    plan = plan_compaction(HISTORY, keep)
    assert len(plan.to_keep) == kept
    assert plan.to_summarize + plan.to_keep == HISTORY[1:]
    assert plan.system == [HISTORY[0]]


def test_system_messages_between_turns_go_to_the_front_and_join_what_they_parted() -> None:
    plan = plan_compaction([user(), assistant("", "c"), system(), result("c")], 1)
    assert [message["role"] for message in plan.to_keep] == ["assistant", "tool"]
    assert plan.system == [system()]


def test_repairs_are_made_before_the_split_and_reported() -> None:
    plan = plan_compaction([user(), assistant("", "c")], 1)
    assert [message["role"] for message in plan.to_keep] == ["assistant", "tool"]
    assert [repair.kind for repair in plan.repairs] == [RepairKind.PLACEHOLDER_ADDED]


@given(HISTORIES, st.integers(0, 5))
def test_nothing_is_lost(history: list[IrMessage], keep: int) -> None:
    plan = plan_compaction(history, keep)
    others = [message for message in ensure_valid_history(history) if message["role"] != "system"]
    assert plan.to_summarize + plan.to_keep == others
