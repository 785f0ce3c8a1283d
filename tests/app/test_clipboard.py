"""A selection as text and as JSON."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from inspector.app.clipboard import json_of, text_of
from inspector.app.selection import Selection
from inspector.model import Conversation, Message, Role, ToolPart, parse_part
from inspector.sources.base import Source
from inspector.sources.open import open_source
from inspector.wire.values import JsonValue


@pytest.fixture
def opened(unpacked: Callable[[str, str], Path]) -> tuple[Source, Conversation]:
    source = open_source(unpacked("fixtures", "research"))
    summary = next(s for s in source.conversations() if "Battery" in s.title)
    return source, source.load(summary.id)


def test_a_message_is_its_texts(opened: tuple[Source, Conversation]) -> None:
    source, conversation = opened
    message = next(iter(conversation.path()))
    selection = Selection(source=source, conversation=conversation, message=message)
    assert text_of(selection).startswith("I am preparing a briefing")
    assert json.loads(json_of(selection))["parts"] == [part.raw for part in message.parts]


def test_a_tool_call_is_its_output_and_its_stored_part(opened: tuple[Source, Conversation]) -> None:
    source, conversation = opened
    message, index = next(
        (message, n)
        for message in conversation.path()
        for n, part in enumerate(message.parts)
        if isinstance(part, ToolPart) and part.has_output
    )
    selection = Selection(source=source, conversation=conversation, message=message, part_index=index)
    part = message.parts[index]
    assert isinstance(part, ToolPart)
    assert json.loads(text_of(selection)) == part.output
    assert json.loads(json_of(selection)) == part.raw


def test_a_fold_is_its_summary(opened: tuple[Source, Conversation]) -> None:
    source, conversation = opened
    boundary = next(b for b in conversation.boundaries if b.summary)
    selection = Selection(source=source, conversation=conversation, boundary=boundary)
    assert text_of(selection) == boundary.summary
    assert json.loads(json_of(selection))["preTokens"] == boundary.pre_tokens


def test_a_request_is_its_prompt(unpacked: Callable[[str, str], Path]) -> None:
    source = open_source(unpacked("captures", "v6-cache-bust"))
    request = source.requests()[0]
    assert json.loads(json_of(Selection(source=source, request=request)))["prompt"]


def test_nothing_selected_is_an_empty_text(opened: tuple[Source, Conversation]) -> None:
    assert text_of(Selection(source=opened[0])) == ""


def test_json_nested_deeper_than_python_recurses_is_copied(opened: tuple[Source, Conversation]) -> None:
    deep: JsonValue = 1
    for _ in range(5000):
        deep = [deep]
    message = Message(id="deep", role=Role.USER, parts=(parse_part(deep),))
    text = json_of(Selection(source=opened[0], message=message, part_index=0))
    assert text.count("[") == 5000
