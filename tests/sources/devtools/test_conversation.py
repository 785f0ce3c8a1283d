"""Conversations rebuilt from their prompts: turns, steps, folds, retries, branches, broken-off streams."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from inspector.model.conversation import Conversation
from inspector.model.message import Role
from inspector.model.part import TextPart, ToolPart, ToolState
from inspector.model.request import RequestPurpose
from inspector.sources.devtools import CaptureSource
from tests.sources.devtools.writing import capture, step, text

SUMMARY = "This session is being continued from a previous conversation that ran out of context. "


def load_only(path: Path) -> Conversation:
    source = CaptureSource.open(path)
    (summary,) = source.conversations()
    return source.load(summary.id)


def load_capture(unpacked: Callable[[str, str], Path], name: str) -> Conversation:
    return load_only(unpacked("captures", name) / ".devtools" / "generations.json")


def texts(conversation: Conversation, branch: int = 0) -> list[str]:
    found = []
    for message in conversation.path(conversation.branches[branch]):
        words = "+".join(part.text for part in message.parts if isinstance(part, TextPart))
        found.append(f"{message.role.value}:{words}")
    return found


def test_a_tool_loop_is_one_turn_with_a_step_per_request(unpacked: Callable[[str, str], Path]) -> None:
    conversation = load_capture(unpacked, "v6-long-tool-loop")
    assert [message.role for message in conversation.path()] == [Role.SYSTEM, Role.USER, Role.ASSISTANT]
    turn = list(conversation.path())[2]
    assert [s.request_index for s in turn.steps] == list(range(21))
    assert turn.usage.cache_read == sum(r.usage.cache_read or 0 for r in conversation.requests)
    tools = [part for part in turn.parts if isinstance(part, ToolPart)]
    assert len(tools) == 20
    assert {part.state for part in tools} == {ToolState.OUTPUT_AVAILABLE}
    assert [s.first_part for s in turn.steps[1:]] == [s.end_part for s in turn.steps[:-1]]
    assert turn.steps[-1].end_part == len(turn.parts)


def test_folded_history_stays_in_its_place(unpacked: Callable[[str, str], Path]) -> None:
    conversation = load_capture(unpacked, "v6-long-tool-loop-compacting")
    turn = list(conversation.path())[-1]
    assert len([part for part in turn.parts if isinstance(part, ToolPart)]) == 20
    assert len(conversation.branches) == 1
    assert len(conversation.boundaries) == 15
    first = conversation.boundaries[0]
    assert (first.request_index, first.folded_count) == (7, 7)
    assert (first.pre_tokens, first.post_tokens) == (12543, 8397)
    assert (first.summary or "").startswith(SUMMARY)
    assert [boundary.served for boundary in conversation.boundaries] == [False] * 14 + [True]
    side = [r for r in conversation.requests if r.purpose is RequestPurpose.SUMMARIZE]
    assert len(side) == 15


def test_a_fold_between_turns(unpacked: Callable[[str, str], Path]) -> None:
    conversation = load_capture(unpacked, "v6-web-search-recall")
    (boundary,) = conversation.boundaries
    path = [message.id for message in conversation.path()]
    after, before = boundary.after_message_id or "", boundary.before_message_id or ""
    assert path.index(before) == path.index(after) + 1
    assert [message.role.value for message in conversation.path()] == ["system"] + ["user", "assistant"] * 8


def test_requests_of_a_busted_cache_are_one_conversation_with_branches(
    unpacked: Callable[[str, str], Path],
) -> None:
    conversation = load_capture(unpacked, "v6-cache-bust")
    assert len(conversation.requests) == 29
    assert len(conversation.branches) > 10
    assert sum(branch.active for branch in conversation.branches) == 1
    assert conversation.branches[0].active
    last = list(conversation.path())[-1]
    assert last.steps[-1].request_index == 28
    assert len(conversation.boundaries) == 1


def test_failed_tries_are_empty_steps_before_the_one_that_worked(tmp_path: Path) -> None:
    prompt = [text("user", "hi")]
    failed: dict[str, Any] = {"error": "Overloaded", "output": None, "usage": None}
    path = capture(tmp_path, step("a", prompt, **failed), step("b", prompt, **failed), step("c", prompt))
    conversation = load_only(path)
    assert texts(conversation) == ["user:hi", "assistant:ok"]
    turn = list(conversation.path())[1]
    assert [(s.request_index, s.first_part, s.end_part) for s in turn.steps] == [
        (0, 0, 0),
        (1, 0, 0),
        (2, 0, 1),
    ]
    assert turn.status == "success"


def test_different_answers_to_one_prompt_are_branches(tmp_path: Path) -> None:
    prompt = [text("user", "hi")]
    other = {"textParts": [{"id": "0", "text": "other"}], "reasoningParts": [], "toolCalls": []}
    more = [*prompt, text("assistant", "other"), text("user", "go on")]
    path = capture(tmp_path, step("a", prompt), step("b", prompt, output=other), step("c", more))
    conversation = load_only(path)
    assert texts(conversation) == ["user:hi", "assistant:other", "user:go on", "assistant:ok"]
    assert [texts(conversation, n) for n in range(1, len(conversation.branches))] == [
        ["user:hi", "assistant:ok"]
    ]


def test_a_fold_that_kept_nothing_keeps_the_last_answer_before_it(tmp_path: Path) -> None:
    folded = [text("user", SUMMARY + "Facts."), text("user", "next")]
    path = capture(tmp_path, step("a", [text("user", "hi")]), step("b", folded))
    conversation = load_only(path)
    assert texts(conversation) == ["user:hi", "assistant:ok", "user:next", "assistant:ok"]
    (boundary,) = conversation.boundaries
    assert (boundary.folded_count, boundary.summary) == (2, SUMMARY + "Facts.")
    assert boundary.before_message_id is None


def test_a_window_that_dropped_the_beginning_is_no_branch(tmp_path: Path) -> None:
    history = [text("user", f"q{n}") if n % 2 == 0 else text("assistant", f"a{n}") for n in range(7)]
    path = capture(
        tmp_path, step("a", history), step("b", [*history[2:], text("assistant", "ok"), text("user", "z")])
    )
    conversation = load_only(path)
    assert len(conversation.branches) == 1
    assert texts(conversation)[0] == "user:q0"
    assert texts(conversation)[-2:] == ["user:z", "assistant:ok"]


def test_a_changed_system_prompt_stands_where_it_began_to_hold(tmp_path: Path) -> None:
    first = [text("system", "A"), text("user", "hi")]
    second = [text("system", "B"), text("user", "hi"), text("assistant", "ok"), text("user", "more")]
    conversation = load_only(capture(tmp_path, step("a", first), step("b", second)))
    assert texts(conversation) == [
        "system:A",
        "user:hi",
        "assistant:ok",
        "system:B",
        "user:more",
        "assistant:ok",
    ]


@pytest.mark.parametrize(("index", "status"), [(0, "paused"), (11, "error"), (50, "pending"), (1, "success")])
def test_broken_off_answers_show_what_came_through(
    unpacked: Callable[[str, str], Path], index: int, status: str
) -> None:
    source = CaptureSource.open(unpacked("captures", "v6-aborted") / ".devtools" / "generations.json")
    conversation = source.load(source.requests()[index].conversation_id)
    answer = list(conversation.path())[-1]
    assert answer.status == status
    assert bool(answer.parts) == (status != "pending")


def test_nested_runs_are_conversations_of_their_own(unpacked: Callable[[str, str], Path]) -> None:
    source = CaptureSource.open(unpacked("captures", "v7-telemetry") / ".devtools" / "generations.json")
    titles = [summary.title for summary in source.conversations()]
    assert titles.count("deep dive: caches") == 3
    nested = [record for record in source.runs() if record.parent_run_id]
    assert len(nested) == 6
    chat = next(s for s in source.conversations() if s.title.startswith("c) first turn"))
    assert chat.request_count == 3
