"""One fold of a history."""

from __future__ import annotations

from inspector.pipeline.compaction.compact import (
    compact_history,
    compact_model_messages,
    summarize_model_messages,
)
from inspector.pipeline.compaction.wording import wrap_summary
from tests.pipeline.compaction.builders import Scripted, call, system, user

SUMMARY = "<summary>SUM</summary>"
SERVED = {"role": "user", "content": [{"type": "text", "text": wrap_summary("SUM")}]}


def test_older_turns_fold_and_system_messages_move_to_the_front() -> None:
    step = call(1, "r")
    messages = [user("old"), system("S"), *call(0, "r"), *step]
    done = compact_model_messages(messages, 1, Scripted(SUMMARY))
    assert done.folded
    assert list(done.messages) == [system("S"), SERVED, *step]
    assert all(kept is given for kept, given in zip(done.messages[2:], step, strict=True))


def test_a_turn_is_never_cut() -> None:
    first, second = call(0, "r"), call(1, "r")
    done = compact_model_messages([user("q"), *first, *second], 2, Scripted(SUMMARY))
    assert list(done.messages) == [SERVED, *first, *second]


def test_nothing_old_enough_leaves_the_object_given() -> None:
    messages, compressor = [user("q"), *call(0, "r")], Scripted(SUMMARY)
    done = compact_model_messages(messages, 2, compressor)
    assert done.messages is messages
    assert not done.folded
    assert compressor.requests == []


def test_an_empty_summary_folds_nothing() -> None:
    messages = [user("q"), *call(0, "r")]
    done = compact_model_messages(messages, 1, Scripted("<summary> </summary>"))
    assert done.messages is messages
    assert done.summary.record is not None


def test_the_ir_folds_alike() -> None:
    history = [{"role": "user", "content": "old"}, {"role": "user", "content": "new"}]
    done = compact_history(history, 1, Scripted(SUMMARY))
    assert list(done.messages) == [{"role": "user", "content": wrap_summary("SUM")}, history[1]]
    assert compact_history(history, 5, Scripted(SUMMARY)).messages is history


def test_a_summary_of_model_messages_leaves_the_system_message_out() -> None:
    compressor = Scripted(SUMMARY)
    assert summarize_model_messages([system("S"), user("q")], compressor).text == "SUM"
    assert [message["role"] for message in compressor.requests[0].source] == ["user"]
