"""Making a history fit a summariser: attachments as lines, stubs for tool results, the clamp (PIPELINE §10)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from inspector.pipeline.compaction.wording import omitted_text, stub_text
from inspector.pipeline.history.message import IrMessage, call_id, text_of, tool_calls
from inspector.tokens import rough_value
from inspector.wire import JsonValue, utf16

STUB_ESCALATION: Final = (4000, 1000, 200, 0)
"""Characters above which tool results are stubbed, tried in turn while the input is too long."""


@dataclass(frozen=True, slots=True)
class Fitted:
    """A summariser's input.

    Attributes:
        messages: within the budget where that is possible, the instruction last.
        tokens: rough size of `messages`.
        stub_threshold: characters above which tool results were stubbed; None = none were.
        omitted: messages left out of the middle.
    """

    messages: tuple[IrMessage, ...]
    tokens: int
    stub_threshold: float | None = None
    omitted: int = 0


def fit(
    history: Sequence[IrMessage],
    instruction: str,
    *,
    max_input: float | None = None,
    stub_threshold: float | None = None,
) -> Fitted:
    """Render a history for a summariser; `max_input` in rough tokens, None = no limit.

    The clamp keeps the first message and the instruction whatever they cost, so it may exceed the limit.
    """
    closing: IrMessage = {"role": "user", "content": instruction}
    fitted = _stubbed(history, closing, stub_threshold)
    for threshold in STUB_ESCALATION:
        if max_input is None or fitted.tokens <= max_input:
            return fitted
        if stub_threshold is None or threshold < stub_threshold:
            fitted = _stubbed(history, closing, threshold)
    if max_input is None or fitted.tokens <= max_input:
        return fitted
    return _clamped(fitted, max_input)


def _stubbed(history: Sequence[IrMessage], closing: IrMessage, threshold: float | None) -> Fitted:
    names = _call_names(history)
    messages = (*(_render(message, threshold, names) for message in history), closing)
    return Fitted(messages, _size(messages), threshold)


def _size(messages: Sequence[IrMessage]) -> int:
    listed: list[JsonValue] = [*messages]
    return rough_value(listed)


def _call_names(history: Sequence[IrMessage]) -> dict[str, str]:
    return {
        call_id(call): name
        for message in history
        for call in tool_calls(message)
        if (name := _name(call)) is not None
    }


def _name(call: JsonValue) -> str | None:
    function = call.get("function") if isinstance(call, dict) else None
    name = function.get("name") if isinstance(function, dict) else None
    return name if isinstance(name, str) else None


def _render(message: IrMessage, threshold: float | None, names: dict[str, str]) -> IrMessage:
    if message["role"] == "tool" and threshold is not None:
        chars = utf16.length(text_of(message))
        if chars > threshold:
            return {**message, "content": stub_text(names.get(str(message.get("tool_call_id"))), chars)}
    attachments = message.get("attachments")
    return _with_attachment_lines(message, attachments) if isinstance(attachments, list) else message


def _with_attachment_lines(message: IrMessage, attachments: list[JsonValue]) -> IrMessage:
    lines = [_attachment_line(item) for item in attachments if isinstance(item, dict)]
    rest = {key: value for key, value in message.items() if key != "attachments"}
    return {**rest, "content": utf16.join(filter(None, [*lines, text_of(message)]), "\n")}


def _attachment_line(attachment: dict[str, JsonValue]) -> str:
    media_type, name = attachment.get("mediaType"), attachment.get("filename")
    kind = "attachment"
    if isinstance(media_type, str) and media_type:
        kind = "image" if media_type.lower().startswith("image/") else "document"
    return f"[{kind}: {name}]" if name else f"[{kind}]"


def _clamped(fitted: Fitted, max_input: float) -> Fitted:
    first, *middle, closing = fitted.messages
    budget = max_input - _size([first, closing])
    kept: list[IrMessage] = []
    for message in reversed(middle):
        budget -= rough_value(message)
        if budget < 0:
            break
        kept.insert(0, message)
    omitted = len(middle) - len(kept)
    note: list[IrMessage] = [{"role": "user", "content": omitted_text(omitted)}] if omitted else []
    messages = (first, *note, *kept, closing)
    return Fitted(messages, _size(messages), fitted.stub_threshold, omitted)
