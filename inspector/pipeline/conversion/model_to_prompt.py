"""Model messages to the prompt a provider is called with (PIPELINE §9; AI SDK 6, LanguageModelV3Prompt)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from inspector.pipeline.conversion.data_urls import data_content
from inspector.pipeline.conversion.errors import ConversionError
from inspector.pipeline.conversion.parts import JsonObject
from inspector.wire import JsonValue

ANY_IMAGE: Final = "image/*"


def model_to_prompt(messages: Sequence[JsonObject]) -> list[JsonValue]:
    """The prompt of model messages: empty texts and approval requests drop, tool messages in a row become one.

    Raises ConversionError when there are none, or when a call of ours has neither a result nor an approval.
    """
    if not messages:
        raise ConversionError("Invalid prompt: messages must not be empty")
    combined: list[JsonObject] = []
    for message in messages:
        converted = prompt_message(message)
        if converted["role"] == "tool" and combined and combined[-1]["role"] == "tool":
            combined[-1] = _appended(combined[-1], converted)
        else:
            combined.append(converted)
    _require_results(combined, _approved_calls(messages))
    return [message for message in combined if message["role"] != "tool" or message["content"]]


def prompt_message(message: JsonObject) -> JsonObject:
    """One model message as a prompt message; a pure function of it."""
    role, content = str(message["role"]), message.get("content")
    converted: JsonObject = {"role": role, "content": content}
    if isinstance(content, str) and role != "system":
        converted["content"] = [{"type": "text", "text": content}]
    elif role != "system":
        converted["content"] = list(_CONVERT[role](_parts(content)))
    if message.get("providerOptions") is not None:
        converted["providerOptions"] = message["providerOptions"]
    return converted


def _parts(content: JsonValue) -> list[JsonObject]:
    return [part for part in content if isinstance(part, dict)] if isinstance(content, list) else []


def _user_parts(parts: list[JsonObject]) -> Iterator[JsonObject]:
    for part in parts:
        if part.get("type") != "text":
            yield _user_file(part)
        elif part.get("text") != "":
            yield _picked(part, "text")


def _user_file(part: JsonObject) -> JsonObject:
    is_image = part.get("type") == "image"
    data, own_type = data_content(part.get("image" if is_image else "data"))
    media_type = part.get("mediaType") if own_type is None else own_type
    if media_type is None and not is_image:
        raise ConversionError("Media type is missing for file part")
    converted: JsonObject = {"type": "file", "mediaType": ANY_IMAGE if media_type is None else media_type}
    if not is_image:
        _copy(part, converted, "filename")
    converted["data"] = data
    _copy_options(part, converted)
    return converted


def _assistant_parts(parts: list[JsonObject]) -> Iterator[JsonObject]:
    for part in parts:
        kind = part.get("type")
        if kind == "text" and part.get("text") == "" and part.get("providerOptions") is None:
            continue
        if kind == "file":
            yield _assistant_file(part)
        elif kind in ("text", "reasoning"):
            yield _picked(part, "text")
        elif kind == "tool-call":
            yield _picked(part, "toolCallId", "toolName", "input", "providerExecuted")
        elif kind == "tool-result":
            yield _result(part)


def _assistant_file(part: JsonObject) -> JsonObject:
    data, media_type = data_content(part.get("data"))
    converted: JsonObject = {"type": "file", "data": data}
    _copy(part, converted, "filename")
    converted["mediaType"] = part.get("mediaType") if media_type is None else media_type
    _copy_options(part, converted)
    return converted


def _tool_parts(parts: list[JsonObject]) -> Iterator[JsonObject]:
    for part in parts:
        if part.get("type") != "tool-approval-response":
            yield _result(part)
        elif part.get("providerExecuted"):
            # Only the provider needs to hear of approvals, and only for the calls it runs itself.
            yield _picked(part, "approvalId", "approved", "reason", options=False)


def _result(part: JsonObject) -> JsonObject:
    converted = _picked(part, "toolCallId", "toolName", options=False)
    converted["output"] = _output(part.get("output"))
    _copy_options(part, converted)
    return converted


def _output(output: JsonValue) -> JsonValue:
    value = output.get("value") if isinstance(output, dict) else None
    if not isinstance(output, dict) or output.get("type") != "content" or not isinstance(value, list):
        return output
    if not any(isinstance(item, dict) and item.get("type") == "media" for item in value):
        return output
    return {"type": "content", "value": [_content_item(item) for item in value]}


def _content_item(item: JsonValue) -> JsonValue:
    if not isinstance(item, dict) or item.get("type") != "media":
        return item
    media_type = item.get("mediaType")
    is_image = isinstance(media_type, str) and media_type.startswith("image/")
    return {
        "type": "image-data" if is_image else "file-data",
        "data": item.get("data"),
        "mediaType": media_type,
    }


_CONVERT: Final = {"user": _user_parts, "assistant": _assistant_parts, "tool": _tool_parts}


def _picked(part: JsonObject, *keys: str, options: bool = True) -> JsonObject:
    converted: JsonObject = {"type": part.get("type")}
    for key in keys:
        _copy(part, converted, key)
    if options:
        _copy_options(part, converted)
    return converted


def _copy(part: JsonObject, converted: JsonObject, key: str) -> None:
    if key in part:
        converted[key] = part[key]


def _copy_options(part: JsonObject, converted: JsonObject) -> None:
    if part.get("providerOptions") is not None:
        converted["providerOptions"] = part["providerOptions"]


def _appended(first: JsonObject, second: JsonObject) -> JsonObject:
    return {**first, "content": [*_parts(first["content"]), *_parts(second["content"])]}


def _approved_calls(messages: Sequence[JsonObject]) -> set[str]:
    calls: dict[str, str] = {}
    for part in _parts_of_role(messages, "assistant", "tool-approval-request"):
        calls[str(part.get("approvalId"))] = str(part.get("toolCallId"))
    responses = _parts_of_role(messages, "tool", "tool-approval-response")
    return {calls[key] for part in responses if (key := str(part.get("approvalId"))) in calls}


def _parts_of_role(messages: Sequence[JsonObject], role: str, kind: str) -> Iterator[JsonObject]:
    for message in messages:
        if message["role"] == role:
            yield from (part for part in _parts(message.get("content")) if part.get("type") == kind)


def _require_results(prompt: Sequence[JsonObject], approved: set[str]) -> None:
    open_calls: dict[str, None] = {}
    for message in prompt:
        if message["role"] in ("user", "system"):
            _require_none(open_calls, approved)
        for part in _parts(message["content"]):
            identifier = str(part.get("toolCallId"))
            if message["role"] == "tool":
                open_calls.pop(identifier, None)
            elif part.get("type") == "tool-call" and not part.get("providerExecuted"):
                open_calls[identifier] = None
    _require_none(open_calls, approved)


def _require_none(open_calls: dict[str, None], approved: set[str]) -> None:
    for identifier in approved:
        open_calls.pop(identifier, None)
    if open_calls:
        several = len(open_calls) > 1
        raise ConversionError(
            f"Tool result{'s are' if several else ' is'} missing for tool call{'s' if several else ''} "
            f"{', '.join(open_calls)}."
        )
