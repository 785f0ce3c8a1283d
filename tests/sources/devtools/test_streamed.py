"""What had arrived of a stream: every recorder's events and every provider's chunks, and what was left open."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from inspector.model import ReasoningPart, TextPart, ToolPart, ToolState
from inspector.model.request import RequestState
from inspector.sources.devtools.prompt_parts import output_parts
from inspector.sources.devtools.streamed import streamed_parts
from inspector.sources.open import open_source
from tests.sources.devtools import writing

EMPTY: Any = {"textParts": [], "reasoningParts": [], "toolCalls": []}


def event(kind: str, name: str = "0", delta: str | None = None, **more: Any) -> dict[str, Any]:
    return {"type": kind, "id": name, **({} if delta is None else {"delta": delta}), **more}


TEXT = [event("text-start"), event("text-delta", delta="Hel"), event("text-delta", delta="lo")]
CALL = [event("tool-input-start", "c", toolName="run"), event("tool-input-delta", "c", '{"q":"a')]


def words(parts: list[Any]) -> list[tuple[str, str, str]]:
    return [(p["type"], p.get("text", p.get("input", "")), p.get("state", "")) for p in parts]


def test_what_has_an_end_is_finished_and_the_rest_is_not() -> None:
    assert words(streamed_parts([*TEXT, *CALL])) == [
        ("text", "Hello", "streaming"),
        ("tool-call", '{"q":"a', "input-streaming"),
    ]
    ended = [*TEXT, event("text-end"), *CALL, event("tool-input-end", "c")]
    assert words(streamed_parts(ended)) == [("text", "Hello", ""), ("tool-call", '{"q":"a', "")]
    # a provider that sends no ends but a finish
    assert [state for *_, state in words(streamed_parts([*TEXT, {"type": "finish"}]))] == [""]


def test_texts_with_one_id_that_begin_again_are_open_again() -> None:
    again = [*TEXT, event("text-end"), event("text-start"), event("text-delta", delta="!")]
    assert words(streamed_parts(again)) == [("text", "Hello!", "streaming")]


def test_a_call_that_came_whole_replaces_its_pieces() -> None:
    whole = {"type": "tool-call", "toolCallId": "c", "toolName": "run", "input": '{"q":"ab"}'}
    assert streamed_parts([*CALL, whole]) == [whole]
    assert streamed_parts([event("tool-input-start", "c", toolName="run")])[0]["toolName"] == "run"  # type: ignore[index, call-overload]


def test_the_fourth_line_of_the_sdk() -> None:
    events = [
        {"type": "reasoning", "textDelta": "hm"},
        {"type": "text-delta", "textDelta": "Hi"},
        {"type": "tool-call-delta", "toolCallId": "t", "toolName": "run", "argsTextDelta": '{"a'},
    ]
    assert words(streamed_parts(events)) == [  # type: ignore[arg-type]
        ("reasoning", "hm", "streaming"),
        ("text", "Hi", "streaming"),
        ("tool-call", '{"a', "input-streaming"),
    ]


def test_what_the_recorder_had_put_together_is_not_told_twice() -> None:
    cut = {**EMPTY, "textParts": [{"id": "0", "text": "Hel"}]}
    assert words(output_parts(cut, list(TEXT))) == [("text", "Hello", "streaming")]
    other = {**EMPTY, "reasoningParts": [{"id": "r", "text": "thought"}]}
    assert [kind for kind, *_ in words(output_parts(other, list(TEXT)))] == ["text", "reasoning"]
    whole = {**cut, "finishReason": "stop"}
    assert words(output_parts(whole, list(TEXT))) == [("text", "Hel", "")]


ANTHROPIC = [
    {"type": "message_start", "message": {}},
    {"type": "content_block_start", "index": 0, "content_block": {"type": "thinking", "thinking": ""}},
    {"type": "content_block_delta", "index": 0, "delta": {"type": "thinking_delta", "thinking": "hm"}},
    {"type": "content_block_stop", "index": 0},
    {"type": "content_block_start", "index": 1, "content_block": {"type": "text", "text": ""}},
    {"type": "content_block_delta", "index": 1, "delta": {"type": "text_delta", "text": "Hi"}},
    {"type": "content_block_start", "index": 2, "content_block": {"type": "tool_use", "name": "run"}},
    {"type": "content_block_delta", "index": 2, "delta": {"type": "input_json_delta", "partial_json": '{"a'}},
]
RESPONSES = [
    {"type": "response.reasoning_summary_text.delta", "item_id": "r", "delta": "hm"},
    {"type": "response.reasoning_summary_text.done", "item_id": "r", "text": "hm"},
    {"type": "response.output_text.delta", "item_id": "m", "delta": "Hi"},
    {"type": "response.output_item.added", "item": {"type": "function_call", "id": "f", "name": "run"}},
    {"type": "response.function_call_arguments.delta", "item_id": "f", "delta": '{"a'},
]
CHAT = [
    {"choices": [{"delta": {"role": "assistant", "reasoning_content": "hm"}}]},
    {"choices": [{"delta": {"content": "H"}}]},
    {"choices": [{"delta": {"content": "i"}}]},
    {
        "choices": [
            {"delta": {"tool_calls": [{"index": 0, "id": "x", "function": {"name": "run", "arguments": ""}}]}}
        ]
    },
    {"choices": [{"delta": {"tool_calls": [{"index": 0, "function": {"arguments": '{"a'}}]}}]},
]


@pytest.mark.parametrize(
    ("chunks", "reasoning"),
    [(ANTHROPIC, ""), (RESPONSES, ""), (CHAT, "streaming")],
    ids=["anthropic", "responses", "chat"],
)
def test_the_providers_own_chunks(chunks: list[Any], reasoning: str) -> None:
    parts: list[Any] = streamed_parts(None, list(chunks))
    assert words(parts) == [
        ("reasoning", "hm", reasoning),
        ("text", "Hi", "streaming"),
        ("tool-call", '{"a', "input-streaming"),
    ]
    assert parts[2]["toolName"] == "run"
    # events win: the chunks are looked at only where they hold nothing
    assert words(streamed_parts(list(TEXT), list(chunks))) == [("text", "Hello", "streaming")]


def test_gemini_sends_calls_whole() -> None:
    parts = [
        {"text": "hm", "thought": True},
        {"text": "Hi"},
        {"functionCall": {"name": "run", "args": {"q": 1}}},
    ]
    chunks: list[Any] = [{"candidates": [{"content": {"parts": [part]}}]} for part in parts]
    assert words(streamed_parts(None, list(chunks))) == [
        ("reasoning", "hm", "streaming"),
        ("text", "Hi", "streaming"),
        ("tool-call", '{"q":1}', ""),
    ]


@pytest.mark.parametrize(
    "odd", [None, {}, "x", [None, 3, "x", {}], [{"type": 3}], [{"choices": 1}], [{"candidates": [3]}]]
)
def test_odd_streams_hold_nothing(odd: Any) -> None:
    assert streamed_parts(odd, odd) == []


@pytest.mark.parametrize(
    ("case", "texts", "reasoning", "arguments"),
    [
        ("L26-aborted-mid-tool-input", ["Writing "], [], ['{"q":"abc def']),
        ("X01-aborted-text-lost", ["I'll create the file with fifty lines."], None, ['{"q": "cre']),
        ("abort-open-text", 37, ["The user wants a file with fifty lines. "], None),
    ],
)
def test_broken_off_turns_show_all_that_arrived(
    cases: Path, case: str, texts: list[str] | int, reasoning: list[str] | None, arguments: list[str] | None
) -> None:
    source = open_source(cases / case)
    conversation = source.load(source.conversations()[0].id)
    parts = list(conversation.path())[-1].parts
    shown = [part.text for part in parts if isinstance(part, TextPart)]
    assert sum(map(len, shown)) == texts if isinstance(texts, int) else shown == texts
    if reasoning is not None:
        assert [part.text for part in parts if isinstance(part, ReasoningPart)] == reasoning
    calls = [part for part in parts if isinstance(part, ToolPart)]
    assert [part.state for part in calls] == [ToolState.INPUT_STREAMING]
    if arguments is not None:
        assert [part.input for part in calls] == arguments


def test_a_stream_without_an_end_of_any_kind(tmp_path: Path) -> None:
    """A run that died: nothing but chunks."""
    step = writing.step(
        "s", [writing.text("user", "a")], output=None, usage=None, error="Request aborted", raw_chunks=CHAT
    )
    source = open_source(writing.capture(tmp_path, step))
    assert source.requests()[0].state is RequestState.ABORTED
    parts = list(source.load(source.conversations()[0].id).path())[-1].parts
    assert [type(part) for part in parts] == [ReasoningPart, TextPart, ToolPart]
