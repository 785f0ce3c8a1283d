"""Footprints of messages, rows and tools: what each kind of part adds."""

from __future__ import annotations

from typing import Any

import pytest

from inspector.tokens import Dialect, footprint, row_tokens, tokenx, tool_definitions_tokens, tool_tokens
from inspector.wire import UNDEFINED, dumps

D = Dialect.ANTHROPIC
TEXT = "hello world, once more"
N = tokenx(TEXT)


@pytest.mark.parametrize(
    ("part", "cost"),
    [
        ({"type": "text", "text": TEXT}, N),
        ({"type": "reasoning", "text": TEXT}, N),
        ({"type": "tool-call", "toolName": "run", "input": {"q": TEXT}}, 10 + 1 + tokenx(dumps({"q": TEXT}))),
        ({"type": "tool-call", "toolName": "run"}, 11),
        ({"type": "tool-result", "output": {"type": "text", "value": TEXT}}, 10 + N),
        ({"type": "tool-result", "output": {"type": "error-text", "value": TEXT}}, 10 + N),
        ({"type": "tool-result", "output": {"type": "json", "value": [TEXT]}}, 10 + tokenx(dumps([TEXT]))),
        ({"type": "tool-result", "output": {"type": "execution-denied", "reason": TEXT}}, 10 + N),
        ({"type": "tool-result", "output": {"type": "execution-denied"}}, 10),
        ({"type": "image", "image": "aGk="}, 1590),
        ({"type": "file", "mediaType": "image/png"}, 1590),
        ({"type": "file", "mediaType": "text/plain", "filename": "notes.md"}, 5 + tokenx("notes.md")),
        ({"type": "file", "mediaType": "text/plain"}, 5),
        ({"type": "tool-approval-request"}, 0),
    ],
)
def test_each_part_of_a_message(part: dict[str, Any], cost: int) -> None:
    assert footprint([{"role": "assistant", "content": [part]}], D) == 3 + cost


def test_content_items_of_a_result() -> None:
    items = [
        {"type": "text", "text": TEXT},
        {"type": "image-data", "data": "x"},
        {"type": "media", "mediaType": "audio/wav"},
        {"type": "file-data", "mediaType": "application/pdf"},
        {"type": "custom"},
    ]
    result = {"type": "tool-result", "output": {"type": "content", "value": items}}
    assert footprint([{"role": "tool", "content": [result]}], D) == 3 + 10 + N + 1590 + 1920 + 5 + 5


def test_messages_cost_three_each() -> None:
    assert footprint([{"role": "user", "content": TEXT}, {"role": "user", "content": []}], D) == 6 + N


def test_rows_count_text_then_media_then_json() -> None:
    raw = {"type": "source-url", "url": "https://a.b"}
    parts = [
        {"type": "text", "text": TEXT},
        {"type": "file", "mediaType": "video/mp4"},
        {"type": "x", "text": 5},
        raw,
    ]
    assert row_tokens(parts, D) == N + 10320 + tokenx(dumps(parts[2])) + tokenx(dumps(raw))


def test_tools_count_as_their_json() -> None:
    assert tool_tokens("run", UNDEFINED, UNDEFINED) == tokenx('{"name":"run"}')
    assert tool_tokens("run", "d", None) == tokenx('{"name":"run","description":"d","schema":null}')
    assert tool_definitions_tokens([{"name": "run"}, None, 5]) == tokenx('{"name":"run"}') + 2 * tokenx(
        '{"name":""}'
    )
