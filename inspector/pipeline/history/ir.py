"""Prompts and model messages to the intermediate representation and back (PIPELINE §9, "IR"; §5, order per request).

Two lanes share the code: `from_prompt` / `to_prompt` for a request's prompt (LanguageModelV3Prompt) and
`from_model_messages` / `to_model_messages` for the messages of a tool loop. They differ in the names of the
pass-through fields, which count in the measured size, and in what they know of images and approvals.
Messages that were not changed come back as the very objects that went in.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from inspector.pipeline.history.ir_lanes import MODEL_MESSAGES, PROMPT, Lane
from inspector.pipeline.history.memo import IrMemo, Origin
from inspector.pipeline.history.message import IrMessage, text_of
from inspector.pipeline.history.validity import ValidHistory, repair_history
from inspector.wire import JsonValue

UNNAMED_TOOL: Final = "unknown"


def from_prompt(prompt: Sequence[JsonValue], memo: IrMemo | None = None) -> ValidHistory:
    """IR of a prompt, made valid; approvals are dropped. `memo` keeps the IR of a message for the next request."""
    return _from(prompt, memo or IrMemo(PROMPT))


def from_model_messages(messages: Sequence[JsonValue], memo: IrMemo | None = None) -> ValidHistory:
    """IR of model messages, made valid; approval responses travel with the result they stand beside."""
    return _from(messages, memo or IrMemo(MODEL_MESSAGES))


def to_prompt(history: Sequence[IrMessage], memo: IrMemo | None = None) -> list[JsonValue]:
    """Prompt of an IR; neighbouring tool messages become one, with the first provider options among them.

    With the memo that `from_prompt` used, unchanged messages are returned by identity.
    """
    return _to(history, memo or IrMemo(PROMPT))


def to_model_messages(history: Sequence[IrMessage], memo: IrMemo | None = None) -> list[JsonValue]:
    """Model messages of an IR; as `to_prompt`."""
    return _to(history, memo or IrMemo(MODEL_MESSAGES))


def _from(messages: Sequence[JsonValue], memo: IrMemo) -> ValidHistory:
    history: list[IrMessage] = []
    for message in messages:
        history.extend(memo.ir_of(message))
    return repair_history(history)


def _to(history: Sequence[IrMessage], memo: IrMemo) -> list[JsonValue]:
    messages: list[JsonValue] = []
    for is_tool, group in groupby(history, lambda message: message["role"] == "tool"):
        if is_tool:
            messages.append(_tool_message(list(group), memo))
        else:
            messages.extend(_message(message, memo) for message in group)
    return messages


def _message(message: IrMessage, memo: IrMemo) -> JsonValue:
    origin = memo.origin_of(message)
    if origin is not None and origin.verbatim and is_unchanged(message, memo.lane):
        return origin.message
    lane = memo.lane
    role = message["role"]
    content: JsonValue
    if role == "system":
        content = message.get("content")
    elif is_unchanged(message, lane):
        content = message[lane.content_key(str(role))]
    else:
        content = [{"type": "text", "text": text_of(message)}]
    return _with_options({"role": role, "content": content}, message.get(lane.options))


def is_unchanged(message: IrMessage, lane: Lane) -> bool:
    """Whether the text is still the one that was read, so that the original content stands for it."""
    if message["role"] == "system":
        return True
    return lane.content_key(str(message["role"])) in message and message.get("content") == message.get(
        lane.text
    )


def _tool_message(group: list[IrMessage], memo: IrMemo) -> JsonValue:
    origin = _common_origin(group, memo)
    if origin is not None:
        return origin.message
    content: list[JsonValue] = []
    options: JsonValue = None
    for message in group:
        content.extend(_tool_parts(message, memo.lane))
        if options is None:
            options = message.get(memo.lane.options)
    return _with_options({"role": "tool", "content": content}, options)


def _common_origin(group: list[IrMessage], memo: IrMemo) -> Origin | None:
    origin = memo.origin_of(group[0])
    if origin is None or not origin.verbatim or len(origin.ir) != len(group):
        return None
    same = all(
        message is read and is_unchanged(message, memo.lane)
        for message, read in zip(group, origin.ir, strict=True)
    )
    return origin if same else None


def _tool_parts(message: IrMessage, lane: Lane) -> Iterator[JsonValue]:
    kept = message.get(lane.tool_content)
    if isinstance(kept, list) and is_unchanged(message, lane):
        yield from kept
        return
    yield {
        "type": "tool-result",
        "toolCallId": message.get("tool_call_id", ""),
        "toolName": message.get(lane.tool_name) or message.get("name") or UNNAMED_TOOL,
        "output": {"type": "text", "value": text_of(message)},
    }


def _with_options(message: IrMessage, options: JsonValue) -> IrMessage:
    if options is not None:
        message["providerOptions"] = options
    return message
