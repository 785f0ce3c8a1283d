"""Prompts and model messages through the IR: verbatim where nothing changed, rebuilt where something did."""

from __future__ import annotations

import pytest

from inspector.pipeline.history.ir import from_model_messages, from_prompt, to_model_messages, to_prompt
from inspector.pipeline.history.ir_lanes import MODEL_MESSAGES, PROMPT
from inspector.pipeline.history.ir_reading import tool_output_text
from inspector.pipeline.history.memo import IrMemo
from inspector.pipeline.history.message import IrMessage
from inspector.wire import JsonValue
from tests.pipeline.history.builders import prompt_call, prompt_result, prompt_user, system


def same_objects(left: list[JsonValue], right: list[JsonValue]) -> bool:
    return len(left) == len(right) and all(a is b for a, b in zip(left, right, strict=True))


def text_item(text: str) -> JsonValue:
    return {"type": "text", "text": text}


def test_an_unchanged_prompt_comes_back_as_the_same_objects() -> None:
    prompt: list[JsonValue] = [system(), prompt_user("q"), prompt_call("1", "2"), prompt_result("1", "2")]
    memo = IrMemo(PROMPT)
    assert same_objects(to_prompt(from_prompt(prompt, memo).messages, memo), prompt)
    assert to_prompt(from_prompt(prompt).messages) == prompt


def test_a_memo_reads_a_message_once() -> None:
    message, memo = prompt_user("q"), IrMemo(PROMPT)
    first = from_prompt([message], memo).messages[0]
    assert from_prompt([message, prompt_user("r")], memo).messages[0] is first


def test_a_message_with_keys_in_another_order_is_rebuilt_in_the_usual_one() -> None:
    odd: IrMessage = {
        "providerOptions": {"a": {}},
        "content": [{"type": "text", "text": "q"}],
        "role": "user",
    }
    memo = IrMemo(PROMPT)
    (back,) = to_prompt(from_prompt([odd], memo).messages, memo)
    assert isinstance(back, dict)
    assert list(back) == ["role", "content", "providerOptions"]


def test_a_changed_text_replaces_the_whole_content_and_keeps_the_options() -> None:
    given: IrMessage = {
        "role": "assistant",
        "content": [{"type": "reasoning", "text": "r"}, {"type": "text", "text": "t"}],
        "providerOptions": {"p": {}},
    }
    history = from_prompt([prompt_user("q"), given]).messages
    history[1] = {**history[1], "content": "[cleared]"}
    assert to_prompt(history)[1] == {
        "role": "assistant",
        "content": [{"type": "text", "text": "[cleared]"}],
        "providerOptions": {"p": {}},
    }


def test_a_changed_result_becomes_a_text_under_its_call_and_name() -> None:
    memo = IrMemo(PROMPT)
    history = from_prompt([prompt_user("q"), prompt_call("1", "2"), prompt_result("1", "2")], memo).messages
    history[3] = {**history[3], "content": "[cleared]"}
    (_, _, tool) = to_prompt(history, memo)
    assert isinstance(tool, dict)
    assert isinstance(tool["content"], list)
    assert tool["content"][1] == {
        "type": "tool-result",
        "toolCallId": "2",
        "toolName": "t",
        "output": {"type": "text", "value": "[cleared]"},
    }


def test_a_dropped_result_is_not_brought_back_by_the_memo() -> None:
    memo = IrMemo(PROMPT)
    prompt = [prompt_user("q"), prompt_call("1", "2"), prompt_result("1", "2")]
    history = from_prompt(prompt, memo).messages
    (_, _, tool) = to_prompt([history[0], history[1], history[3]], memo)
    assert isinstance(tool, dict)
    assert isinstance(tool["content"], list)
    assert len(tool["content"]) == 1


def test_neighbouring_tool_messages_become_one_with_the_first_options() -> None:
    first: IrMessage = {**prompt_result("1"), "providerOptions": {"a": {"b": 1}}}
    second: IrMessage = {**prompt_result("2"), "providerOptions": {"a": {"b": 2}}}
    back = to_prompt(from_prompt([prompt_user("q"), prompt_call("1", "2"), first, second]).messages)
    assert back[2] == {**prompt_result("1", "2"), "providerOptions": {"a": {"b": 1}}}


def test_an_inline_result_closes_its_call() -> None:
    inline: IrMessage = {
        "role": "assistant",
        "content": [
            {"type": "tool-call", "toolCallId": "1", "toolName": "t", "input": {}, "providerExecuted": True},
            {
                "type": "tool-result",
                "toolCallId": "1",
                "toolName": "t",
                "output": {"type": "json", "value": 1},
            },
        ],
    }
    history = from_prompt([prompt_user("q"), inline]).messages
    assert "tool_calls" not in history[1]
    assert len(history) == 2


def test_approvals_are_dropped_from_prompts_and_travel_with_their_result_in_model_messages() -> None:
    before: IrMessage = {"type": "tool-approval-response", "approvalId": "a", "approved": True}
    after: IrMessage = {"type": "tool-approval-response", "approvalId": "b", "approved": False}
    result = prompt_result("1")
    assert isinstance(result["content"], list)
    message: IrMessage = {"role": "tool", "content": [before, *result["content"], after]}
    messages = [prompt_user("q"), prompt_call("1"), message]
    assert to_prompt(from_prompt(messages).messages)[2] == result
    memo = IrMemo(MODEL_MESSAGES)
    history = from_model_messages(messages, memo).messages
    assert to_model_messages(history, memo)[2] is message
    assert to_model_messages(history) == messages


def test_a_tool_message_of_approvals_alone_is_kept_among_model_messages() -> None:
    approval: IrMessage = {"type": "tool-approval-response", "approvalId": "a", "approved": True}
    messages: list[JsonValue] = [prompt_user("q"), {"role": "tool", "content": [approval]}]
    assert to_model_messages(from_model_messages(messages).messages) == messages


def test_plain_strings_stay_strings_among_model_messages() -> None:
    messages: list[JsonValue] = [{"role": "user", "content": "q"}, {"role": "assistant", "content": "a"}]
    assert to_model_messages(from_model_messages(messages).messages) == messages


@pytest.mark.parametrize(
    ("output", "text"),
    [
        ({"type": "text", "value": "t"}, "t"),
        ({"type": "error-text", "value": ""}, ""),
        ({"type": "json", "value": {"b": 1.0}}, '{"b":1}'),
        ({"type": "error-json", "value": None}, "null"),
        ({"type": "content", "value": [*map(text_item, ["a", "", "b"]), {"type": "media"}]}, "a\nb"),
        ({"type": "execution-denied", "reason": "no"}, '{"type":"execution-denied","reason":"no"}'),
    ],
)
def test_every_kind_of_output_has_a_text(output: JsonValue, text: str) -> None:
    assert tool_output_text(output) == text


@pytest.mark.parametrize(("given", "text"), [("raw", "raw"), (None, "{}"), (5, "5"), ({"1": 2}, '{"1":2}')])
def test_call_arguments_are_text(given: JsonValue, text: str) -> None:
    call: IrMessage = {"type": "tool-call", "toolCallId": "1", "toolName": "t", "input": given}
    (assistant,) = from_prompt([prompt_user("q"), {"role": "assistant", "content": [call]}]).messages[1:2]
    assert assistant["tool_calls"] == [
        {"id": "1", "type": "function", "function": {"name": "t", "arguments": text}}
    ]
