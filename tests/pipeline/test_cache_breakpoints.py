"""Anthropic cache breakpoints: where they go, how many, and why a place got none."""

from __future__ import annotations

import pytest

from inspector.pipeline.cache_breakpoints import (
    BreakpointPlace,
    CacheSettings,
    MarkedRequest,
    NotPlaced,
    applies,
    is_volatile,
    message_size,
    place_breakpoints,
    resolve_cache_settings,
    tool_size,
)
from inspector.tokens import tokenx
from inspector.wire import JsonValue, dumps

MARK: JsonValue = {"anthropic": {"cacheControl": {"type": "ephemeral"}}}


def message(role: str, *texts: str) -> JsonValue:
    if role == "system":
        return {"role": role, "content": "".join(texts)}
    return {"role": role, "content": [{"type": "text", "text": text} for text in texts]}


def function(name: str) -> JsonValue:
    return {"type": "function", "name": name, "inputSchema": {}}


PROMPT = [message("system", "s"), message("user", "q"), message("assistant", "a"), message("user", "r")]


def place(settings: CacheSettings, *tools: JsonValue, volatile: bool = False) -> MarkedRequest:
    """Breakpoints with every tool and message counted as ten tokens."""
    return place_breakpoints(
        PROMPT,
        list(tools),
        settings,
        volatile=volatile,
        size_of_tool=lambda tool: 10,
        size_of_message=lambda message: 10,
    )


def places(marked: MarkedRequest) -> list[tuple[BreakpointPlace, int]]:
    return [(point.place, point.index) for point in marked.breakpoints]


def test_tool_system_and_the_last_two_messages_use_up_the_four() -> None:
    marked = place(CacheSettings(token_threshold=10, last_messages=9), function("b"), function("a"))
    assert places(marked) == [
        (BreakpointPlace.TOOL, 1),
        (BreakpointPlace.SYSTEM, 0),
        (BreakpointPlace.MESSAGE, 2),
        (BreakpointPlace.MESSAGE, 3),
    ]
    assert [point.tokens for point in marked.breakpoints] == [20, 30, 50, 60]


def test_marks_stand_on_the_tool_the_system_message_and_the_last_part() -> None:
    marked = place_breakpoints(
        [message("system", "s"), message("user", "q", "r")], [function("a")], CacheSettings(token_threshold=1)
    )
    assert marked.tools == [{"type": "function", "name": "a", "inputSchema": {}, "providerOptions": MARK}]
    assert marked.prompt == [
        {"role": "system", "content": "s", "providerOptions": MARK},
        {
            "role": "user",
            "content": [
                {"type": "text", "text": "q"},
                {"type": "text", "text": "r", "providerOptions": MARK},
            ],
        },
    ]


def test_a_mark_joins_the_options_that_are_there() -> None:
    given: JsonValue = {"role": "system", "content": "s", "providerOptions": {"anthropic": {"k": 1}, "z": {}}}
    (system,) = place_breakpoints([given], None, CacheSettings(token_threshold=1)).prompt
    assert isinstance(system, dict)
    assert system["providerOptions"] == {
        "anthropic": {"k": 1, "cacheControl": {"type": "ephemeral"}},
        "z": {},
    }


def test_tools_sort_by_code_units_of_name_or_id_and_the_providers_are_never_marked() -> None:
    search: JsonValue = {"type": "provider", "id": "anthropic.web_search", "name": "web_search", "args": {}}
    marked = place(
        CacheSettings(token_threshold=10), function("b"), search, function("\uffff"), function("😀")
    )
    assert marked.tools is not None
    assert [tool["name"] for tool in marked.tools if isinstance(tool, dict)] == [
        "web_search",
        "b",
        "😀",
        "\uffff",
    ]
    assert places(marked)[0] == (BreakpointPlace.TOOL, 3)


def test_the_threshold_counts_everything_before_a_place() -> None:
    marked = place(CacheSettings(token_threshold=35, last_messages=3), function("a"))
    assert places(marked) == [(BreakpointPlace.MESSAGE, 2), (BreakpointPlace.MESSAGE, 3)]
    assert marked.not_placed == {
        BreakpointPlace.TOOL: NotPlaced.BELOW_THRESHOLD,
        BreakpointPlace.SYSTEM: NotPlaced.BELOW_THRESHOLD,
    }


@pytest.mark.parametrize(
    ("settings", "why"),
    [
        (CacheSettings(token_threshold=999), NotPlaced.BELOW_THRESHOLD),
        (CacheSettings(token_threshold=1, last_messages=0), NotPlaced.SWITCHED_OFF),
        (CacheSettings(enabled=False), NotPlaced.DISABLED),
    ],
)
def test_a_place_without_a_breakpoint_says_why(settings: CacheSettings, why: NotPlaced) -> None:
    assert place(settings).not_placed[BreakpointPlace.MESSAGE] is why


def test_a_volatile_system_prompt_leaves_the_tools_alone_cached() -> None:
    marked = place(CacheSettings(token_threshold=1), function("a"), volatile=True)
    assert places(marked) == [(BreakpointPlace.TOOL, 0)]
    assert marked.not_placed[BreakpointPlace.SYSTEM] is NotPlaced.VOLATILE_SYSTEM_PROMPT


def test_messages_without_parts_are_passed_over() -> None:
    prompt = [message("user", "q"), message("assistant"), message("user", "r")]
    marked = place_breakpoints(prompt, None, CacheSettings(token_threshold=1))
    assert [index for _, index in places(marked)] == [0, 2]
    assert marked.prompt[1] is prompt[1]


def test_disabled_or_empty_requests_are_not_even_sorted() -> None:
    tools = [function("b"), function("a")]
    assert place_breakpoints(PROMPT, tools, CacheSettings(enabled=False)).tools == tools
    assert not place_breakpoints([], tools, CacheSettings()).changed


@pytest.mark.parametrize(
    ("control", "settings"),
    [
        ({}, CacheSettings()),
        ({"tokenThreshold": 0}, CacheSettings(enabled=False, token_threshold=0)),
        ({"tokenThreshold": -5, "enabled": True}, CacheSettings(enabled=False, token_threshold=-5)),
        (
            {"cacheSystemMessage": False, "cacheLastNMessages": 0},
            CacheSettings(cache_system=False, last_messages=0),
        ),
    ],
)
def test_settings_are_read_with_their_defaults(
    control: dict[str, JsonValue], settings: CacheSettings
) -> None:
    assert resolve_cache_settings({"settings": {"cacheControl": control}}) == settings


def test_only_one_endpoint_has_breakpoints() -> None:
    assert applies("anthropic-messages", CacheSettings())
    assert not applies("openai-chat-completions", CacheSettings())
    assert not applies("anthropic-messages", CacheSettings(enabled=False))


@pytest.mark.parametrize(
    ("prompt", "volatile"), [("{{time}}", True), ("at {{datetime}}!", True), ("{{date}}", False)]
)
def test_a_prompt_that_tells_the_time_is_volatile(prompt: str, volatile: bool) -> None:
    assert is_volatile(prompt) is volatile


def test_sizes_are_those_of_the_members_a_part_has() -> None:
    output: JsonValue = {"type": "text", "value": "ab"}
    parts: list[JsonValue] = [
        {"type": "text", "text": "ab"},
        {"type": "reasoning", "text": "ab"},
        {"type": "tool-call", "toolCallId": "c", "toolName": "t", "input": "ab"},
        {"type": "tool-result", "toolCallId": "c", "toolName": "t", "output": output},
        {"type": "tool-result", "toolCallId": "c", "toolName": "t", "input": {}, "output": output},
        {"type": "file", "data": "x" * 99, "mediaType": "image/png"},
    ]
    sizes = [message_size({"role": "assistant", "content": [part]}) for part in parts]
    written = ['{"input":"ab"}', dumps({"output": output}), dumps({"input": {}, "output": output})]
    assert sizes == [1, 0, *map(tokenx, written), 0]
    assert message_size({"role": "assistant", "content": parts}) == sum(sizes)
    assert message_size({"role": "user", "content": "ab cd"}) == 2


def test_a_tool_counts_as_the_request_writes_it_and_a_providers_own_not_at_all() -> None:
    tool = {"type": "function", "name": "a", "description": "d", "inputSchema": {}, "strict": True}
    assert tool_size(tool) == tokenx('{"name":"a","description":"d","input_schema":{}}')
    assert tool_size({"type": "function", "name": "a"}) == tokenx('{"name":"a"}')
    assert tool_size({"type": "provider", "id": "x.y", "name": "a"}) == 0
