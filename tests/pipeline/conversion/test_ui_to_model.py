"""UI messages to model messages: roles, steps, states of calls."""

from __future__ import annotations

import pytest

from inspector.pipeline.conversion import ConversionError, model_messages_of, ui_to_model
from inspector.pipeline.conversion.parts import JsonObject
from inspector.wire import JsonValue
from tests.pipeline.conversion.builders import attachment, message, step_start, text, tool


def contents(*parts: JsonObject) -> list[tuple[JsonValue, list[JsonValue]]]:
    """Role and part types of an assistant message's model messages."""
    return [
        (converted["role"], [part["type"] for part in converted["content"] if isinstance(part, dict)])
        for converted in model_messages_of(message("assistant", *parts))
        if isinstance(converted["content"], list)
    ]


def test_system_texts_join_and_later_metadata_win() -> None:
    first: JsonObject = {**text("a"), "providerMetadata": {"x": {"a": 1}}}
    second: JsonObject = {**text("b"), "providerMetadata": {"x": {"b": 2}, "y": {}}}
    assert model_messages_of(message("system", first, attachment("image/png", "u"), second)) == (
        {"role": "system", "content": "ab", "providerOptions": {"x": {"b": 2}, "y": {}}},
    )


def test_a_user_keeps_texts_and_files_in_order() -> None:
    named: JsonObject = {**attachment("image/png", "u"), "filename": "f"}
    (converted,) = model_messages_of(message("user", named, {"type": "data-x", "data": 1}, text("t")))
    assert converted["content"] == [
        {"type": "file", "mediaType": "image/png", "filename": "f", "data": "u"},
        {"type": "text", "text": "t"},
    ]


def test_each_step_gives_an_assistant_message_and_one_with_its_results() -> None:
    assert contents(step_start(), text("1"), tool("t"), tool("t"), step_start(), text("2")) == [
        ("assistant", ["text", "tool-call", "tool-call"]),
        ("tool", ["tool-result", "tool-result"]),
        ("assistant", ["text"]),
    ]


def test_sources_say_nothing_and_data_makes_an_empty_step() -> None:
    assert contents({"type": "source-url", "url": "u"}, {"type": "unheard-of"}) == []
    assert contents({"type": "data-error", "data": {}}) == [("assistant", [])]


def test_calls_without_a_result_are_left_out() -> None:
    assert contents(text("t"), tool("t", state="input-streaming"), tool("t", state="input-available")) == [
        ("assistant", ["text"])
    ]


def test_a_call_the_provider_ran_has_its_result_inline() -> None:
    assert contents(tool("t", providerExecuted=True)) == [("assistant", ["tool-call", "tool-result"])]
    (converted,) = model_messages_of(
        message(
            "assistant",
            tool(
                "t",
                state="output-error",
                providerExecuted=True,
                errorText="e",
                callProviderMetadata={"p": {"call": 1}},
                resultProviderMetadata={"p": {"result": 1}},
            ),
        )
    )
    assert isinstance(converted["content"], list)
    assert converted["content"][1] == {
        "type": "tool-result",
        "toolCallId": "c",
        "toolName": "t",
        "output": {"type": "error-json", "value": "e"},
        "providerOptions": {"p": {"result": 1}},
    }


def test_an_approval_is_asked_in_the_assistant_message_and_answered_in_the_tool_message() -> None:
    approved = tool("t", approval={"id": "a", "approved": True, "reason": "fine"})
    (asked, answered) = model_messages_of(message("assistant", approved))
    assert isinstance(asked["content"], list)
    assert isinstance(answered["content"], list)
    assert asked["content"][1] == {"type": "tool-approval-request", "approvalId": "a", "toolCallId": "c"}
    assert answered["content"][0] == {
        "type": "tool-approval-response",
        "approvalId": "a",
        "approved": True,
        "reason": "fine",
    }


@pytest.mark.parametrize(
    ("part", "output"),
    [
        (tool("t", state="output-error"), {"type": "error-text", "value": "unknown error"}),
        (tool("t", state="output-error", errorText="e"), {"type": "error-text", "value": "e"}),
        (
            tool("t", state="output-denied", approval={"id": "a"}),
            {"type": "error-text", "value": "Tool execution denied."},
        ),
        (
            tool("t", state="output-denied", approval={"id": "a", "reason": "no"}),
            {"type": "error-text", "value": "no"},
        ),
        (tool("t", {"a": 1}), {"type": "json", "value": {"a": 1}}),
        (tool("t", ""), {"type": "text", "value": ""}),
    ],
)
def test_each_outcome_of_a_call_has_its_output(part: JsonObject, output: JsonObject) -> None:
    (_, answered) = model_messages_of(message("assistant", part))
    assert isinstance(answered["content"], list)
    (result,) = answered["content"]
    assert isinstance(result, dict)
    assert result["output"] == output


def test_an_absent_output_is_null_and_an_absent_input_stays_absent() -> None:
    bare: JsonObject = {
        "type": "dynamic-tool",
        "toolName": "n",
        "toolCallId": "c",
        "state": "output-available",
    }
    (call, result) = model_messages_of(message("assistant", bare))
    assert call["content"] == [{"type": "tool-call", "toolCallId": "c", "toolName": "n"}]
    assert isinstance(result["content"], list)
    assert isinstance(result["content"][0], dict)
    assert result["content"][0]["output"] == {"type": "json", "value": None}


def test_a_failed_call_falls_back_to_its_raw_input() -> None:
    failed: JsonObject = {**tool("t", state="output-error"), "input": None, "rawInput": "{bad"}
    (call, _) = model_messages_of(message("assistant", failed))
    assert isinstance(call["content"], list)
    assert isinstance(call["content"][0], dict)
    assert call["content"][0]["input"] == "{bad"


def test_a_denial_without_an_approval_fails_as_it_does_in_the_application() -> None:
    with pytest.raises(ConversionError, match=r"undefined \(reading 'reason'\)"):
        ui_to_model([message("assistant", tool("t", state="output-denied"))])


def test_unknown_roles_are_refused() -> None:
    with pytest.raises(ConversionError, match="Unsupported role: critic"):
        ui_to_model([message("critic")])
