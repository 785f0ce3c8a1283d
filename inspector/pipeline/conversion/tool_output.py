"""From a tool part to what its call and its result become (PIPELINE §9; AI SDK 6 `convertToModelMessages`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from inspector.pipeline.conversion.errors import undefined_member
from inspector.pipeline.conversion.model_forms import ModelForm, default_form
from inspector.pipeline.conversion.parts import JsonObject, tool_name
from inspector.wire import UNDEFINED, JsonValue, JsValue, dumps

UNKNOWN_ERROR: Final = "unknown error"
DENIED: Final = "Tool execution denied."

Forms = Mapping[str, ModelForm]


def call_part(part: JsonObject) -> JsonObject:
    """The tool call of a tool part."""
    call: JsonObject = {
        "type": "tool-call",
        "toolCallId": part.get("toolCallId"),
        "toolName": tool_name(part),
    }
    _put(call, "input", _input(part))
    _put(call, "providerExecuted", part.get("providerExecuted", UNDEFINED))
    if part.get("callProviderMetadata") is not None:
        call["providerOptions"] = part["callProviderMetadata"]
    return call


def approval_request(part: JsonObject) -> JsonObject | None:
    """The request for approval that goes with a call; None when there was none."""
    approval = part.get("approval")
    if not isinstance(approval, dict):
        return None
    return {
        "type": "tool-approval-request",
        "approvalId": approval.get("id"),
        "toolCallId": part.get("toolCallId"),
    }


def inline_result(part: JsonObject, forms: Forms) -> JsonObject | None:
    """The result of a call the provider ran itself; None for other calls and unfinished ones."""
    if part.get("providerExecuted") is not True or part.get("state") not in (
        "output-available",
        "output-error",
    ):
        return None
    if part["state"] == "output-error":
        output: JsonObject = {"type": "error-json", "value": part.get("errorText")}
    else:
        output = _available(part, forms)
    own = part.get("resultProviderMetadata")
    return _result(part, output, part.get("callProviderMetadata") if own is None else own)


def is_answered(part: JsonObject) -> bool:
    """Whether the part has a say in the tool message after its block."""
    return part.get("providerExecuted") is not True or _decision(part) is not None


def answers(part: JsonObject, forms: Forms) -> list[JsonObject]:
    """What a tool part adds to that message: the person's decision, then the result."""
    found: list[JsonObject] = []
    decision = _decision(part)
    if decision is not None:
        found.append(_approval_response(part, decision))
    if part.get("providerExecuted") is not True:
        output = _output(part, forms)
        if output is not None:
            found.append(_result(part, output, part.get("callProviderMetadata")))
    return found


def _input(part: JsonObject) -> JsValue:
    given: JsValue = part.get("input", UNDEFINED)
    if part.get("state") == "output-error" and (given is None or given is UNDEFINED):
        return part.get("rawInput", UNDEFINED)
    return given


def _decision(part: JsonObject) -> JsonObject | None:
    approval = part.get("approval")
    return approval if isinstance(approval, dict) and approval.get("approved") is not None else None


def _approval_response(part: JsonObject, decision: JsonObject) -> JsonObject:
    response: JsonObject = {
        "type": "tool-approval-response",
        "approvalId": decision.get("id"),
        "approved": decision["approved"],
    }
    _put(response, "reason", decision.get("reason", UNDEFINED))
    _put(response, "providerExecuted", part.get("providerExecuted", UNDEFINED))
    return response


def _output(part: JsonObject, forms: Forms) -> JsonObject | None:
    state = part.get("state")
    if state == "output-denied":
        return {"type": "error-text", "value": _denial(part)}
    if state == "output-error":
        return {"type": "error-text", "value": _error_message(part.get("errorText"))}
    return _available(part, forms) if state == "output-available" else None


def _denial(part: JsonObject) -> JsonValue:
    approval = part.get("approval", UNDEFINED)
    if approval is None or approval is UNDEFINED:
        raise undefined_member(approval, "reason")
    reason = approval.get("reason") if isinstance(approval, dict) else None
    return DENIED if reason is None else reason


def _error_message(error: JsonValue) -> str:
    if error is None:
        return UNKNOWN_ERROR
    return error if isinstance(error, str) else dumps(error)


def _available(part: JsonObject, forms: Forms) -> JsonObject:
    output: JsValue = part.get("output", UNDEFINED)
    form = forms.get(tool_name(part))
    return default_form(output) if form is None else form(part.get("input", UNDEFINED), output)


def _result(part: JsonObject, output: JsonObject, metadata: JsonValue) -> JsonObject:
    result: JsonObject = {
        "type": "tool-result",
        "toolCallId": part.get("toolCallId"),
        "toolName": tool_name(part),
        "output": output,
    }
    if metadata is not None:
        result["providerOptions"] = metadata
    return result


def _put(target: JsonObject, key: str, value: JsValue) -> None:
    if value is not UNDEFINED:
        target[key] = value  # type: ignore[assignment]
