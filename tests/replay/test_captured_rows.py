"""Prompts of a capture laid upon each other: rows, turns, folds, windows."""

from __future__ import annotations

from typing import Any

import pytest

from inspector.model.usage import Usage
from inspector.pipeline.compaction.wording import wrap_summary
from inspector.replay.captured_outputs import note_at, stored_outcome
from inspector.replay.captured_rows import CapturedRows, HistoryBuilder, Rewritten
from inspector.replay.session import CapturedRequest
from inspector.wire import JsonValue


def user(*texts: str) -> dict[str, Any]:
    return {"role": "user", "content": [{"type": "text", "text": text} for text in texts]}


def said(text: str) -> dict[str, Any]:
    return {"role": "assistant", "content": [{"type": "text", "text": text}]}


def called(call: str, output: str = "out", tool: str = "mcp__a__b") -> list[JsonValue]:
    shown = {"type": "text", "value": output}
    return [
        {
            "role": "assistant",
            "content": [{"type": "tool-call", "toolCallId": call, "toolName": tool, "input": {}}],
        },
        {
            "role": "tool",
            "content": [{"type": "tool-result", "toolCallId": call, "toolName": tool, "output": shown}],
        },
    ]


def rows_of(*prompts: list[Any], answers: list[Any] | None = None) -> CapturedRows:
    history = HistoryBuilder()
    before = None
    for index, prompt in enumerate(prompts):
        sent = ({"role": "system", "content": "be brief"}, *prompt)
        usage = Usage(input=100 * (index + 1), output=10)
        history.add(
            CapturedRequest(
                request_index=index,
                request_number=index + 1,
                run_id=None,
                turn=1,
                step=1,
                recorded=sent,
                full=sent,
                served=sent,
                usage=usage,
            ),
            before,
        )
        before = answers[index] if answers else None
    return history.build()


def shape(rows: CapturedRows) -> list[tuple[str, list[str]]]:
    return [(str(row["role"]), [str(part["type"]) for part in row["parts"]]) for row in rows.rows]


def test_a_loop_is_one_turn_and_a_person_s_message_opens_the_next() -> None:
    first = [user("a"), *called("1")]
    found = rows_of([user("a")], first, [*first, said("done"), user("b")])
    assert shape(found) == [
        ("user", ["text"]),
        ("assistant", ["step-start", "tool-mcp__a__b", "step-start", "text"]),
        ("user", ["text"]),
        ("assistant", []),
    ]
    assert [[(s.first_part, s.end_part, s.request_index) for s in turn.steps] for turn in found.turns] == [
        [(0, 2, 0), (2, 4, 1)],
        [(0, 0, 2)],
    ]
    assert found.rows[1]["contextTokens"] == 210


def test_a_message_without_an_answer_is_a_row_of_its_own() -> None:
    found = rows_of([user("a")], [user("a", "b")])
    assert [role for role, _ in shape(found)] == ["user", "assistant", "user", "assistant"]


def test_a_try_again_is_another_step_that_produced_nothing() -> None:
    found = rows_of([user("a")], [user("a")], [user("a"), *called("1")])
    assert [(s.first_part, s.end_part) for s in found.turns[0].steps] == [(0, 0), (0, 2), (2, 2)]


def test_a_folded_history_is_put_back_and_its_summary_stands_before_what_is_kept() -> None:
    first = [user("a"), said("x"), user("b")]
    folded = [user(wrap_summary("so far"), "b"), said("y"), user("c")]
    found = rows_of([user("a")], first, folded)
    assert [role for role, _ in shape(found)] == [
        "user",
        "assistant",
        "user",
        "assistant",
        "user",
        "assistant",
    ]
    assert found.summaries == {"row-1": "so far"}


def test_a_window_drops_nothing_of_the_history() -> None:
    found = rows_of([user("a")], [user("a"), said("x"), user("b")], [user("b"), said("y"), user("c")])
    texts = [part["text"] for row in found.rows for part in row["parts"] if part.get("text")]
    assert texts == ["a", "x", "b", "y", "c"]


def test_a_window_over_repeated_messages_goes_on_from_the_last_of_them() -> None:
    go, ok = user("go on"), said("ok")
    found = rows_of([go], [go, ok, go], [go])
    assert [len(turn.steps) for turn in found.turns] == [1, 2]
    found = rows_of([go], [go, ok, go], [go, ok, user("new")])
    assert [role for role, _ in shape(found)] == ["user", "assistant"] * 3


def test_options_of_parts_are_kept_where_there_are_any() -> None:
    options = {"anthropic": {"signature": "s"}}
    thought = {"type": "reasoning", "text": "hm", "providerOptions": options}
    answer = {"role": "assistant", "content": [thought, {"type": "text", "text": "x"}]}
    _, reasoning, text = rows_of([user("a")], [user("a"), answer, user("b")]).rows[1]["parts"]
    assert reasoning == {"type": "reasoning", "text": "hm", "state": "done", "providerMetadata": options}
    assert text == {"type": "text", "text": "x", "state": "done"}


def test_the_prompt_of_an_application_that_had_to_begin_with_a_user_is_understood() -> None:
    loop = [user("a"), *called("1"), *called("2")]
    windowed = [user("[Conversation continues]"), *loop[3:], said("x"), user("b")]
    found = rows_of([user("a")], loop[:3], loop, windowed)
    assert [len(turn.steps) for turn in found.turns] == [3, 1]


def test_an_answer_that_no_prompt_repeats_is_taken_from_the_request() -> None:
    found = rows_of([user("a")], [user(wrap_summary("so far"), "b")], answers=[said("x"), None])
    assert shape(found)[1] == ("assistant", ["step-start", "text"])
    assert found.summaries == {"row-1": "so far"}


def test_a_prompt_with_nothing_of_before_clears_the_context() -> None:
    found = rows_of([user("a")], [user("z")])
    assert ("user", ["data-clear"]) in shape(found)


@pytest.mark.parametrize("prompt", [[user("a")], [user("a"), said("other"), user("b"), said("y"), user("c")]])
def test_an_edited_or_repeated_turn_is_said(prompt: list[Any]) -> None:
    with pytest.raises(Rewritten):
        rows_of([user("a")], [user("a"), said("x"), user("b")], prompt)


def test_what_a_later_turn_shows_of_a_cut_output_is_what_was_stored() -> None:
    cut, stored = "h\n<persisted-output>\nA", "h\n<persisted-output>\nB"
    first = [user("a"), *called("1", cut)]
    found = rows_of([user("a")], first, [user("a"), *called("1", stored), said("x"), user("b")])
    (part,) = [part for part in found.rows[1]["parts"] if part.get("toolCallId")]
    assert part["output"] == {"content": [{"type": "text", "text": stored}]}
    assert found.messages[1, 0] == first[1:]


@pytest.mark.parametrize(
    ("tool", "output", "stored"),
    [
        ("x", {"type": "text", "value": "t"}, {"state": "output-available", "output": "t"}),
        ("x", {"type": "json", "value": [1]}, {"state": "output-available", "output": [1]}),
        ("x", {"type": "error-text", "value": "e"}, {"state": "output-error", "errorText": "e"}),
        ("x", {"type": "content", "value": []}, None),
        (
            "fs_read",
            {"type": "error-text", "value": "[Error: binary] no"},
            {"state": "output-available", "output": {"kind": "error", "code": "binary", "message": "no"}},
        ),
        (
            "fs_read",
            {
                "type": "text",
                "value": "     3\ta\n     4\tb\n\n"
                "[showing lines 3-4 of 9; 5 more — call again with offset=5 to continue]",
            },
            {
                "state": "output-available",
                "output": {
                    "kind": "text",
                    "text": "     3\ta\n     4\tb",
                    "startLine": 3,
                    "endLine": 4,
                    "totalLines": 9,
                },
            },
        ),
        (
            "read_file",
            {
                "type": "text",
                "value": "ab\n\n[Showing 2 of 9 chars. Call read_file again with offset=2 for more.]",
            },
            {"state": "output-available", "output": {"text": "ab", "totalChars": 9, "nextOffset": 2}},
        ),
    ],
)
def test_known_forms_lead_back_to_what_is_stored(tool: str, output: JsonValue, stored: JsonValue) -> None:
    assert stored_outcome(tool, output) == stored


def test_a_note_is_found_only_at_the_end_and_only_of_its_tool() -> None:
    text = "ab\n\n[Showing 2 of 9 chars. Call read_file again with offset=2 for more.]"
    assert note_at("read_file", text) == 2
    assert note_at("read_file", f"{text} ") == len(text) + 1
    assert note_at("other", text) == len(text)
