"""What fills a prompt: kinds, tool names, media, and what left or came between two requests."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from inspector.analysis.composition import (
    Composition,
    Ingredient,
    change_between,
    composition_of,
)
from inspector.model.compaction import SUMMARY_OPENING
from inspector.model.request import RequestPayload
from inspector.sources.open import open_source
from inspector.wire import dumps, length
from inspector.wire.values import JsonValue


def of_prompt(*messages: JsonValue, tools: list[JsonValue] | None = None) -> Composition:
    return composition_of(RequestPayload(prompt=list(messages), tools=tools))


def kinds(composition: Composition) -> list[tuple[Ingredient, str]]:
    return [(piece.ingredient, piece.label) for piece in composition.pieces]


PROMPT: list[JsonValue] = [
    {"role": "system", "content": "Be brief."},
    {"role": "user", "content": [{"type": "text", "text": f"{SUMMARY_OPENING} The summary …"}]},
    {"role": "user", "content": [{"type": "text", "text": 'Attached file "a.txt":\nline'}]},
    {"role": "user", "content": [{"type": "text", "text": "What is in it? 😀"}]},
    {
        "role": "assistant",
        "content": [
            {"type": "reasoning", "text": "hm"},
            {"type": "text", "text": "I look."},
            {"type": "tool-call", "toolCallId": "c1", "toolName": "grep", "input": {"q": "x"}},
        ],
    },
    {
        "role": "tool",
        "content": [
            {
                "type": "tool-result",
                "toolCallId": "c1",
                "toolName": "grep",
                "output": {"type": "text", "value": "found"},
            }
        ],
    },
]


def test_every_part_of_a_prompt_has_its_kind_and_tools_their_names() -> None:
    composition = of_prompt(*PROMPT, tools=[{"type": "function", "name": "grep", "inputSchema": {}}])
    assert kinds(composition) == [
        (Ingredient.TOOLS, "grep"),
        (Ingredient.SYSTEM, ""),
        (Ingredient.SUMMARY, ""),
        (Ingredient.ATTACHMENT, ""),
        (Ingredient.USER, ""),
        (Ingredient.REASONING, ""),
        (Ingredient.ASSISTANT, ""),
        (Ingredient.TOOL_CALL, "grep"),
        (Ingredient.TOOL_RESULT, "grep"),
    ]
    assert composition.pieces[1].chars == len("Be brief.")
    assert composition.pieces[4].chars == length(dumps({"type": "text", "text": "What is in it? 😀"}))


@pytest.mark.parametrize(
    "body",
    [
        {
            "max_tokens": 1,
            "system": "s",
            "messages": [
                {"role": "user", "content": "go"},
                {
                    "role": "assistant",
                    "content": [{"type": "tool_use", "id": "t", "name": "ls", "input": {}}],
                },
                {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t", "content": "a b"}]},
            ],
        },
        {
            "messages": [
                {"role": "system", "content": "s"},
                {"role": "user", "content": "go"},
                {
                    "role": "assistant",
                    "content": None,
                    "tool_calls": [
                        {"id": "t", "type": "function", "function": {"name": "ls", "arguments": "{}"}}
                    ],
                },
                {"role": "tool", "tool_call_id": "t", "content": "a b"},
            ]
        },
        {
            "instructions": "s",
            "input": [
                {"role": "user", "content": "go"},
                {"type": "function_call", "call_id": "t", "name": "ls", "arguments": "{}"},
                {"type": "function_call_output", "call_id": "t", "output": "a b"},
            ],
        },
    ],
    ids=["anthropic", "openai-chat", "openai-responses"],
)
def test_wire_bodies_of_every_provider_name_the_tool_of_a_result(body: dict[str, JsonValue]) -> None:
    assert kinds(composition_of(RequestPayload(raw_request=body))) == [
        (Ingredient.SYSTEM, ""),
        (Ingredient.USER, ""),
        (Ingredient.TOOL_CALL, "ls"),
        (Ingredient.TOOL_RESULT, "ls"),
    ]


def test_a_picture_weighs_what_it_costs_and_not_the_length_of_its_base64() -> None:
    data = "A" * 500_000
    picture = of_prompt(
        {"role": "user", "content": [{"type": "file", "mediaType": "image/png", "data": data}]}
    )
    assert picture.chars > 500_000
    assert picture.weight == 4 * 1590
    small = of_prompt({"role": "user", "content": [{"type": "file", "mediaType": "image/png", "data": "AA"}]})
    assert small.weight == small.chars


def test_shares_add_up_to_the_whole() -> None:
    composition = of_prompt(*PROMPT)
    for shares in (composition.by_ingredient(), composition.by_label()):
        assert sum(share.chars for share in shares) == composition.chars
        assert sum(share.pieces for share in shares) == len(composition.pieces)
    weights = [share.weight for share in composition.by_label()]
    assert weights == sorted(weights, reverse=True)


def test_what_left_and_what_came_between_two_requests() -> None:
    before, after = of_prompt(*PROMPT[:4]), of_prompt(PROMPT[0], *PROMPT[2:])
    change = change_between(before, after)
    assert [piece.ingredient for piece in change.left] == [Ingredient.SUMMARY]
    assert [piece.ingredient for piece in change.came] == [
        Ingredient.REASONING,
        Ingredient.ASSISTANT,
        Ingredient.TOOL_CALL,
        Ingredient.TOOL_RESULT,
    ]


def test_of_two_equal_pieces_one_can_leave() -> None:
    twice, once = of_prompt(PROMPT[3], PROMPT[3]), of_prompt(PROMPT[3])
    assert len(change_between(twice, once).left) == 1
    assert change_between(once, twice).left == ()


def test_the_loop_of_a_capture_is_mostly_what_its_tool_returned(unpacked: Callable[[str, str], Path]) -> None:
    source = open_source(unpacked("captures", "v6-long-tool-loop"))
    composition = composition_of(source.payload(20))
    largest = composition.by_label()[0]
    assert (largest.ingredient, largest.label) == (Ingredient.TOOL_RESULT, "read_file")
    assert largest.weight > 0.9 * composition.weight
    assert composition.to_dict()["by_kind"]["tool-result"]["chars"] == largest.chars
