"""One message of a prompt, or one model message, as IR messages (PIPELINE §9, "IR").

Pure functions of a single message, so that their results can be kept as long as the message is.
"""

from __future__ import annotations

from typing import Final

from inspector.pipeline.history.ir_lanes import Lane
from inspector.pipeline.history.message import IrMessage
from inspector.wire import UNDEFINED, JsonValue, dumps

ANY_IMAGE: Final = "image/*"
"""Media type of an image part that names none."""


def read_message(message: JsonValue, lane: Lane) -> tuple[IrMessage, ...]:
    """IR of one message: one IR message, or one per result of a tool message."""
    assert isinstance(message, dict)
    role, content = message["role"], message.get("content")
    if role == "system":
        return (_with_options({"role": role, "content": content}, message, lane),)
    if role == "tool":
        return _tool_results(message, lane)
    if role == "user":
        return (_user(message, lane),)
    return (_assistant(message, lane),)


def tool_output_text(output: JsonValue) -> str:
    """A tool output as IR text: text as it is, JSON stringified, the texts of a content list a line each;
    any other output, a denial among them, as the JSON of the whole."""
    if not isinstance(output, dict):
        return dumps(output)
    kind, value = output.get("type"), output.get("value")
    if kind in ("text", "error-text") and isinstance(value, str):
        return value
    if kind in ("json", "error-json"):
        return dumps(output.get("value", UNDEFINED))
    if kind == "content" and isinstance(value, list):
        return "\n".join(text for item in value if (text := _text_item(item)))
    return dumps(output)


def _text_item(item: JsonValue) -> str:
    if isinstance(item, dict) and item.get("type") == "text":
        text = item.get("text")
        return text if isinstance(text, str) else ""
    return ""


def _user(message: IrMessage, lane: Lane) -> IrMessage:
    content = message.get("content")
    text = _texts(content)
    ir: IrMessage = {"role": "user", "content": text, lane.user_content: content, lane.text: text}
    _with_options(ir, message, lane)
    attachments = [_attachment(part) for part in _parts(content) if part.get("type") in ("file", "image")]
    if attachments:
        ir["attachments"] = list(attachments)
    return ir


def _attachment(part: IrMessage) -> JsonValue:
    if part.get("type") == "image":
        return {"mediaType": part.get("mediaType") or ANY_IMAGE, "data": part.get("image")}
    attachment: IrMessage = {"mediaType": part.get("mediaType"), "data": part.get("data")}
    if part.get("filename"):
        attachment["filename"] = part["filename"]
    return attachment


def _assistant(message: IrMessage, lane: Lane) -> IrMessage:
    content = message.get("content")
    text = _texts(content)
    ir: IrMessage = {"role": "assistant", "content": text, lane.assistant_content: content, lane.text: text}
    _with_options(ir, message, lane)
    parts = _parts(content)
    # A result within the assistant's own content closes its call: nothing is to follow in a tool message.
    closed = {part.get("toolCallId") for part in parts if part.get("type") == "tool-result"}
    calls = [
        _call(part)
        for part in parts
        if part.get("type") == "tool-call" and part.get("toolCallId") not in closed
    ]
    if calls:
        ir["tool_calls"] = list(calls)
    reasoning = [part.get("text") for part in parts if part.get("type") == "reasoning"]
    if reasoning:
        ir["thinking"] = {"thinking": reasoning[-1]}
    return ir


def _call(part: IrMessage) -> JsonValue:
    given = part.get("input")
    arguments = given if isinstance(given, str) else "{}" if given is None else dumps(given)
    return {
        "id": part.get("toolCallId"),
        "type": "function",
        "function": {"name": part.get("toolName"), "arguments": arguments},
    }


def _tool_results(message: IrMessage, lane: Lane) -> tuple[IrMessage, ...]:
    results: list[IrMessage] = []
    for parts in _by_result(_parts(message.get("content")), lane):
        results.append(_tool_result(parts, lane))
    if results:
        # Only the first carries them: merged again, they stand on the one message they came from.
        _with_options(results[0], message, lane)
    return tuple(results)


def _by_result(parts: list[IrMessage], lane: Lane) -> list[list[IrMessage]]:
    groups: list[list[IrMessage]] = []
    leading: list[IrMessage] = []
    for part in parts:
        if part.get("type") == "tool-result":
            groups.append([*leading, part])
            leading = []
        elif lane.keeps_approvals:
            (groups[-1] if groups else leading).append(part)
    return [*groups, leading] if leading else groups


def _tool_result(parts: list[IrMessage], lane: Lane) -> IrMessage:
    result = next((part for part in parts if part.get("type") == "tool-result"), None)
    text = "" if result is None else tool_output_text(result.get("output"))
    ir: IrMessage = {"role": "tool", "content": text}
    if result is not None:
        ir["tool_call_id"] = result.get("toolCallId")
    ir[lane.tool_content] = list(parts)
    ir[lane.text] = text
    if result is not None:
        ir[lane.tool_name] = result.get("toolName")
    return ir


def _parts(content: JsonValue) -> list[IrMessage]:
    return [part for part in content if isinstance(part, dict)] if isinstance(content, list) else []


def _texts(content: JsonValue) -> str:
    if isinstance(content, str):
        return content
    texts = [part.get("text") for part in _parts(content) if part.get("type") == "text"]
    return "\n".join(text for text in texts if isinstance(text, str))


def _with_options(ir: IrMessage, message: IrMessage, lane: Lane) -> IrMessage:
    options = message.get("providerOptions")
    if options is not None:
        ir[lane.options] = options
    return ir
