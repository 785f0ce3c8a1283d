"""Validity repair: what is dropped, added, inserted, and what is left alone."""

from __future__ import annotations

from hypothesis import given

from inspector.pipeline.history.message import IrMessage, called_ids
from inspector.pipeline.history.validity import (
    NO_RESULT,
    Repair,
    RepairKind,
    continues_message,
    ensure_valid_history,
    repair_history,
)
from tests.pipeline.history.builders import HISTORIES, assistant, result, system, user


def test_a_valid_history_comes_back_as_the_same_objects_without_repairs() -> None:
    history = [system(), user(), assistant("", "1"), result("1"), assistant()]
    valid = repair_history(history)
    assert all(kept is given_ for kept, given_ in zip(valid.messages, history, strict=True))
    assert valid.repairs == ()


def test_an_empty_history_stays_empty() -> None:
    assert ensure_valid_history([]) == []


def test_nothing_but_orphans_leaves_one_user_message_and_says_what_went() -> None:
    valid = repair_history([result("1"), result("2")])
    assert valid.messages == [continues_message()]
    assert [repair.kind for repair in valid.repairs] == [
        RepairKind.ORPHAN_DROPPED,
        RepairKind.ORPHAN_DROPPED,
        RepairKind.USER_INSERTED,
    ]


def test_a_result_before_its_call_is_an_orphan() -> None:
    valid = repair_history([user(), result("1"), assistant("", "1"), result("1")])
    assert [message["role"] for message in valid.messages] == ["user", "assistant", "tool"]
    assert valid.repairs == (Repair(RepairKind.ORPHAN_DROPPED, 1, "1"),)


def test_tool_messages_without_an_id_are_kept() -> None:
    nameless: IrMessage = {"role": "tool", "content": "x"}
    assert ensure_valid_history([user(), nameless, result("")]) == [user(), nameless, result("")]


def test_placeholders_stand_right_after_the_assistant_before_the_results_it_has() -> None:
    valid = repair_history([user(), assistant("", "1", "2", "3"), result("2")])
    assert [message.get("tool_call_id") for message in valid.messages[2:]] == ["1", "3", "2"]
    assert valid.messages[2] == {"role": "tool", "tool_call_id": "1", "content": NO_RESULT, "name": "tool_1"}
    assert valid.repairs[0] == Repair(RepairKind.PLACEHOLDER_ADDED, 1, "1")


def test_a_late_result_stays_and_its_call_gets_a_placeholder_all_the_same() -> None:
    late = result("1", "late")
    messages = ensure_valid_history([user(), assistant("", "1"), user("v"), late])
    assert [message["content"] for message in messages] == ["u", "", NO_RESULT, "v", "late"]


def test_the_search_for_results_goes_on_past_system_messages() -> None:
    history = [user(), assistant("", "1"), system(), result("1")]
    assert ensure_valid_history(history) == history


def test_a_repeated_call_id_is_answered_once_under_its_last_name() -> None:
    twice = assistant("", "1")
    calls = twice["tool_calls"]
    assert isinstance(calls, list)
    calls.append({"id": "1", "type": "function", "function": {"name": "dup", "arguments": "{}"}})
    placeholders = ensure_valid_history([user(), twice])[2:]
    assert [(message["tool_call_id"], message["name"]) for message in placeholders] == [("1", "dup")]


def test_a_call_without_a_name_gets_a_placeholder_without_one() -> None:
    nameless: IrMessage = {
        "role": "assistant",
        "content": "",
        "tool_calls": [{"id": "1", "type": "function", "function": {"name": "", "arguments": "{}"}}],
    }
    assert "name" not in ensure_valid_history([user(), nameless])[2]


def test_the_user_message_is_put_before_the_first_that_is_no_system_message() -> None:
    valid = repair_history([system(), assistant()])
    assert [message["role"] for message in valid.messages] == ["system", "user", "assistant"]
    assert valid.repairs == (Repair(RepairKind.USER_INSERTED, 1),)


def test_system_messages_alone_need_no_user() -> None:
    assert ensure_valid_history([system()]) == [system()]


@given(HISTORIES)
def test_a_repaired_history_is_valid(history: list[IrMessage]) -> None:
    valid = ensure_valid_history(history)
    assert repair_history(valid).repairs == ()
    called: set[str] = set()
    for message in valid:
        called.update(called_ids(message))
        identifier = message.get("tool_call_id")
        assert message["role"] != "tool" or not identifier or identifier in called
