"""What detectors get to know of a request: results once each, media apart from text, at any depth."""

from __future__ import annotations

from typing import Any

import pytest

from inspector.analysis.findings.replies import read_reply
from inspector.analysis.findings.request_facts import (
    FactsReader,
    media_chars,
    string_leaves,
)
from inspector.model.request import RequestPayload, RequestRecord
from tests.analysis.findings.conftest import call, user

RECORD = RequestRecord(index=0, id="r", conversation_id="c")


def test_a_result_is_told_when_it_first_stands_in_a_prompt() -> None:
    reader, history = FactsReader(), [user("a"), *call("c1", "run", "one")]
    first = reader.read(RECORD, RequestPayload(prompt=list(history)))
    second = reader.read(RECORD, RequestPayload(prompt=[*history, *call("c2", "run", "three")]))
    assert [(result.call_id, result.chars) for result in first.results] == [("c1", 3)]
    assert [(result.call_id, result.path) for result in second.results] == [("c2", "prompt[4].content[0]")]


def test_equal_tools_are_kept_once() -> None:
    reader, tools = FactsReader(), [{"name": "a", "inputSchema": {"type": "object"}}]
    first, second = (reader.read(RECORD, RequestPayload(tools=list(tools))) for _ in range(2))
    assert first.declared is second.declared
    assert reader.read(RECORD, RequestPayload()).declared is None


@pytest.mark.parametrize(
    ("output", "text", "finish"),
    [
        (
            {"textParts": [{"text": "a"}, {"text": "b"}], "finishReason": {"unified": "stop", "raw": "x"}},
            "ab",
            "stop",
        ),
        (
            {
                "content": [{"type": "reasoning", "text": "r"}, {"type": "text", "text": "a"}],
                "finishReason": "length",
            },
            "a",
            "length",
        ),
        ({"objectText": "{}"}, "{}", ""),
        (None, None, ""),
    ],
)
def test_answers_of_either_recorder(output: Any, text: str | None, finish: str) -> None:
    reply = read_reply(RequestPayload(output=output))
    assert (reply.text, reply.finish) == (text, finish)


def test_media_is_no_text() -> None:
    value = [{"type": "text", "text": "hi"}, {"type": "image", "data": "AAAA", "mediaType": "image/png"}]
    assert list(string_leaves(value)) == ["text", "hi", "image", "image/png"]
    assert media_chars(value) == len('"AAAA"')


def test_depth_does_not_matter() -> None:
    value: Any = "end"
    for _ in range(5000):
        value = [value]
    assert list(string_leaves(value)) == ["end"]
    assert media_chars(value) == 0
