"""Neighbours of one role merge; empty assistants get something to say."""

from __future__ import annotations

from inspector.pipeline.conversion import fill_empty_assistants, merge_same_role
from inspector.pipeline.conversion.parts import JsonObject
from inspector.wire import JsonValue


def part(text: str) -> JsonValue:
    return {"type": "text", "text": text}


def test_messages_without_a_neighbour_of_their_role_are_the_objects_given() -> None:
    messages: list[JsonObject] = [{"role": "user", "content": "q"}, {"role": "assistant", "content": []}]
    assert all(a is b for a, b in zip(merge_same_role(messages), messages, strict=True))


def test_system_texts_join_by_a_blank_line_and_keep_the_first_options() -> None:
    merged = merge_same_role(
        [
            {"role": "system", "content": "a", "providerOptions": {"p": {}}},
            {"role": "system", "content": "b"},
        ]
    )
    assert merged == [{"role": "system", "content": "a\n\nb", "providerOptions": {"p": {}}}]


def test_other_contents_become_one_list_of_parts_without_empty_strings() -> None:
    assert merge_same_role(
        [
            {"role": "user", "content": "a"},
            {"role": "user", "content": ""},
            {"role": "user", "content": [part("b")]},
        ]
    ) == [{"role": "user", "content": [part("a"), part("b")]}]


def test_only_an_empty_list_of_an_assistant_is_filled() -> None:
    messages: list[JsonObject] = [
        {"role": "assistant", "content": []},
        {"role": "assistant", "content": ""},
        {"role": "user", "content": []},
    ]
    filled = fill_empty_assistants(messages)
    assert filled[0] == {"role": "assistant", "content": [part("...")]}
    assert filled[1:] == messages[1:]
