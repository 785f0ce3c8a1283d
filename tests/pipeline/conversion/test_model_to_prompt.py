"""Model messages to prompts: what drops, what merges, which calls must be answered."""

from __future__ import annotations

import pytest

from inspector.pipeline.conversion import ConversionError, model_to_prompt, prompt_message
from inspector.pipeline.conversion.parts import JsonObject
from inspector.wire import JsonValue

USER: JsonObject = {"role": "user", "content": [{"type": "text", "text": "q"}]}


def call(identifier: str, **extra: JsonValue) -> JsonObject:
    return {"type": "tool-call", "toolCallId": identifier, "toolName": "t", "input": {}, **extra}


def result(identifier: str, output: JsonValue = None) -> JsonObject:
    return {
        "type": "tool-result",
        "toolCallId": identifier,
        "toolName": "t",
        "output": output or {"type": "json", "value": 1},
    }


def test_an_empty_conversation_is_refused() -> None:
    with pytest.raises(ConversionError, match="messages must not be empty"):
        model_to_prompt([])


def test_empty_texts_drop_unless_an_assistants_carries_options() -> None:
    marked: JsonValue = {"type": "text", "text": "", "providerOptions": {"p": {}}}
    empty: JsonValue = {"type": "text", "text": ""}
    assert prompt_message({"role": "user", "content": [empty, marked]})["content"] == []
    assert prompt_message({"role": "assistant", "content": [empty, marked]})["content"] == [marked]


def test_strings_become_text_parts_except_a_system_messages() -> None:
    assert prompt_message({"role": "user", "content": ""})["content"] == [{"type": "text", "text": ""}]
    assert prompt_message({"role": "system", "content": "s"})["content"] == "s"


def test_tool_messages_in_a_row_become_one_and_empty_ones_go() -> None:
    prompt = model_to_prompt(
        [
            {"role": "assistant", "content": [call("1"), call("2")]},
            {"role": "tool", "content": [result("1")]},
            {"role": "tool", "content": [result("2")], "providerOptions": {"p": {}}},
            USER,
            {"role": "tool", "content": []},
        ]
    )
    assert [message["role"] for message in prompt if isinstance(message, dict)] == [
        "assistant",
        "tool",
        "user",
    ]
    assert prompt[1] == {"role": "tool", "content": [result("1"), result("2")]}


@pytest.mark.parametrize(
    ("calls", "words"),
    [
        (("1",), "Tool result is missing for tool call 1."),
        (("1", "2"), "results are missing for tool calls 1, 2."),
    ],
)
def test_our_calls_need_results_before_the_next_turn(calls: tuple[str, ...], words: str) -> None:
    with pytest.raises(ConversionError, match=words):
        model_to_prompt([{"role": "assistant", "content": [call(each) for each in calls]}, USER])


def test_calls_of_the_provider_and_approved_ones_need_none() -> None:
    request: JsonObject = {"type": "tool-approval-request", "approvalId": "a", "toolCallId": "1"}
    response: JsonObject = {"type": "tool-approval-response", "approvalId": "a", "approved": True}
    prompt = model_to_prompt(
        [
            {"role": "assistant", "content": [call("1"), request, call("2", providerExecuted=True)]},
            {"role": "tool", "content": [response]},
        ]
    )
    assert prompt == [
        {"role": "assistant", "content": [call("1"), call("2", providerExecuted=True)]},
    ]


def test_the_provider_hears_of_approvals_of_the_calls_it_runs() -> None:
    response: JsonObject = {
        "type": "tool-approval-response",
        "approvalId": "a",
        "approved": False,
        "reason": "no",
        "providerExecuted": True,
    }
    assert prompt_message({"role": "tool", "content": [response]})["content"] == [
        {"type": "tool-approval-response", "approvalId": "a", "approved": False, "reason": "no"}
    ]


def test_media_items_of_results_take_their_new_names_and_other_outputs_stay_the_objects_given() -> None:
    media: JsonValue = {
        "type": "content",
        "value": [
            {"type": "media", "data": "d", "mediaType": "image/png"},
            {"type": "media", "data": "d", "mediaType": "audio/mpeg"},
        ],
    }
    plain: JsonValue = {"type": "content", "value": [{"type": "text", "text": "t"}]}
    content = prompt_message({"role": "tool", "content": [result("1", media), result("2", plain)]})["content"]
    assert isinstance(content, list)
    first, second = content
    assert isinstance(first, dict)
    assert isinstance(second, dict)
    assert first["output"] == {
        "type": "content",
        "value": [
            {"type": "image-data", "data": "d", "mediaType": "image/png"},
            {"type": "file-data", "data": "d", "mediaType": "audio/mpeg"},
        ],
    }
    assert second["output"] is plain


def test_images_become_files_of_any_image_type() -> None:
    content = prompt_message({"role": "user", "content": [{"type": "image", "image": "aGk="}]})["content"]
    assert content == [{"type": "file", "mediaType": "image/*", "data": "aGk="}]


def test_a_file_needs_a_media_type() -> None:
    with pytest.raises(ConversionError, match="Media type is missing"):
        prompt_message({"role": "user", "content": [{"type": "file", "data": "aGk="}]})
