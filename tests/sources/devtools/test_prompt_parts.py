"""Recorded parts as model parts: results find their calls, outputs of every shape, files in every form."""

from __future__ import annotations

from typing import Any

import pytest

from inspector.model.part import (
    FilePart,
    ReasoningPart,
    SourceUrlPart,
    TextPart,
    ToolPart,
    ToolState,
    UnknownPart,
)
from inspector.sources.devtools.prompt_parts import (
    PartsBuilder,
    file_bytes,
    output_parts,
    parse_input,
    plain_part,
)

CALL: dict[str, Any] = {"type": "tool-call", "toolCallId": "1", "toolName": "read", "input": {"path": "a"}}


def result(output: Any, **extra: Any) -> dict[str, Any]:
    return {"type": "tool-result", "toolCallId": "1", "toolName": "read", "output": output, **extra}


def joined(*parts: dict[str, Any]) -> ToolPart:
    builder = PartsBuilder()
    for part in parts:
        builder.add(part)
    (part,) = builder.parts
    assert isinstance(part, ToolPart)
    return part


def test_a_result_joins_its_call_and_raw_keeps_both() -> None:
    recorded = result({"type": "text", "value": "content"})
    part = joined(CALL, recorded)
    assert (part.tool_name, part.state, part.output) == ("read", ToolState.OUTPUT_AVAILABLE, "content")
    assert part.raw == {"call": CALL, "result": recorded}


@pytest.mark.parametrize(
    ("output", "state", "error"),
    [
        ({"type": "json", "value": [1]}, ToolState.OUTPUT_AVAILABLE, None),
        ({"type": "error-text", "value": "boom"}, ToolState.OUTPUT_ERROR, "boom"),
        ({"type": "error-json", "value": {"a": 1}}, ToolState.OUTPUT_ERROR, None),
        ({"type": "execution-denied", "reason": "no"}, ToolState.OUTPUT_DENIED, "no"),
        ({"type": "own", "value": 1}, ToolState.OUTPUT_AVAILABLE, None),
    ],
)
def test_outcomes(output: Any, state: ToolState, error: str | None) -> None:
    part = joined(CALL, result(output))
    assert (part.state, part.error_text) == (state, error)


def test_a_call_without_a_result_and_a_result_without_a_call() -> None:
    assert joined(CALL).state is ToolState.INPUT_AVAILABLE
    assert joined(result({"type": "text", "value": "x"})).output == "x"


def test_tool_input_is_text_in_middleware_outputs() -> None:
    assert parse_input('{"a": 1}') == {"a": 1}
    assert parse_input({"a": 1}) == {"a": 1}
    assert parse_input('{"a": ') == '{"a": '


PNG = bytes([137, 80, 78, 71])


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        ("iVBORw==", PNG),
        ({"0": 137, "1": 80, "2": 78, "3": 71}, PNG),
        ({"type": "Buffer", "data": [137, 80, 78, 71]}, PNG),
        ({"type": "data", "data": "iVBORw=="}, PNG),
        ({"type": "url", "url": "https://example.com/a.png"}, None),
        ("https://example.com/a.png", None),
        ({"0": 300}, None),
        (None, None),
    ],
)
def test_file_data_in_every_recorded_form(data: Any, expected: bytes | None) -> None:
    assert file_bytes(data) == expected


def test_plain_parts() -> None:
    assert isinstance(plain_part({"type": "text", "text": "a"}), TextPart)
    assert isinstance(plain_part({"type": "reasoning", "text": "a"}), ReasoningPart)
    assert isinstance(
        plain_part({"type": "source", "id": "1", "url": "https://a", "title": "A"}), SourceUrlPart
    )
    file = plain_part({"type": "file", "mediaType": "image/png", "data": "https://example.com/cat.png"})
    assert isinstance(file, FilePart)
    assert (file.media_type, file.url) == ("image/png", "https://example.com/cat.png")
    v7 = plain_part(
        {"type": "file", "mediaType": "image/png", "data": {"type": "url", "url": "https://a/b.png"}}
    )
    assert isinstance(v7, FilePart)
    assert v7.url == "https://a/b.png"
    for odd in (None, 3, {"type": "custom", "kind": "x"}, {"type": "text"}, {}):
        assert isinstance(plain_part(odd), UnknownPart)


def test_outputs_of_every_shape() -> None:
    stream = {
        "textParts": [{"id": "0", "text": "t"}],
        "reasoningParts": [{"id": "1", "text": "r"}],
        "toolCalls": [CALL],
        "content": [{"type": "file", "data": "x"}, {"type": "text", "text": "t"}],
    }
    assert [part["type"] for part in output_parts(stream)] == ["reasoning", "text", "tool-call", "file"]  # type: ignore[index,call-overload]
    assert output_parts({"content": [CALL]}) == [CALL]
    assert output_parts({"objectText": "{}"}) == [{"type": "text", "text": "{}"}]
    assert output_parts(None) == []


def test_a_broken_off_stream_is_told_by_its_events() -> None:
    events: list[Any] = [
        {"type": "text-delta", "id": "0", "delta": "Hel"},
        {"type": "reasoning-delta", "id": "1", "delta": "hm"},
        {"type": "text-delta", "id": "0", "delta": "lo"},
        {"type": "tool-call", "toolCallId": "1", "toolName": "t", "input": "{}"},
        "odd",
    ]
    empty: Any = {"textParts": [], "reasoningParts": [], "toolCalls": []}
    assert output_parts(empty, events) == [
        {"type": "text", "text": "Hello", "state": "streaming"},
        {"type": "reasoning", "text": "hm", "state": "streaming"},
        events[3],
    ]
