"""Making a history fit a summariser: attachments as lines, stubs for tool results, the clamp (PIPELINE §10)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from inspector.pipeline.compaction.wording import omitted_text, stub_text
from inspector.pipeline.history.message import IrMessage, call_id, text_of, tool_calls
from inspector.pipeline.history.sizes import IrSizes, JsonSize
from inspector.tokens import rough_of_counts
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


@dataclass(frozen=True, slots=True)
class Stub:
    """A tool result and what stands for it.

    Attributes:
        source: the result.
        chars: its text's UTF-16 units.
        message: the result with the stub's text.
    """

    source: IrMessage
    chars: int
    message: IrMessage


class Renderings:
    """IR messages as a summariser is shown them, made once by identity.

    Attributes:
        sizes: rough sizes of what was shown.
    """

    def __init__(self) -> None:
        self.sizes = IrSizes()
        self._lined: dict[int, tuple[IrMessage, IrMessage]] = {}
        self._stubs: dict[tuple[int, str | None], Stub] = {}

    def lined(self, message: IrMessage) -> IrMessage:
        """The message with its attachments as lines before the text; itself when it has none."""
        attachments = message.get("attachments")
        if not isinstance(attachments, list):
            return message
        known = self._lined.get(id(message))
        if known is None:
            lines = [_attachment_line(item) for item in attachments if isinstance(item, dict)]
            rest = {key: value for key, value in message.items() if key != "attachments"}
            text = utf16.join(filter(None, [*lines, text_of(message)]), "\n")
            known = self._lined[id(message)] = (message, {**rest, "content": text})
        return known[1]

    def stub(self, message: IrMessage, tool_name: str | None) -> Stub:
        """What stands for a tool result; the name is that of the call it answers, None = unknown."""
        key = (id(message), tool_name)
        known = self._stubs.get(key)
        if known is None:
            chars = utf16.length(text_of(message))
            stubbed: IrMessage = {**message, "content": stub_text(tool_name, chars)}
            known = self._stubs[key] = Stub(message, chars, stubbed)
        return known


def fit(
    history: Sequence[IrMessage],
    instruction: str,
    *,
    max_input: float | None = None,
    stub_threshold: float | None = None,
    renderings: Renderings | None = None,
) -> Fitted:
    """Render a history for a summariser; `max_input` in rough tokens, None = no limit.

    `renderings` keeps what was made and measured for the next call over the same messages.
    The clamp keeps the first message and the instruction whatever they cost, so it may exceed the limit.
    """
    closing: IrMessage = {"role": "user", "content": instruction}
    shown = renderings or Renderings()
    fitted = _stubbed(history, closing, stub_threshold, shown)
    for threshold in STUB_ESCALATION:
        if max_input is None or fitted.tokens <= max_input:
            return fitted
        if stub_threshold is None or threshold < stub_threshold:
            fitted = _stubbed(history, closing, threshold, shown)
    if max_input is None or fitted.tokens <= max_input:
        return fitted
    return _clamped(fitted, max_input, shown.sizes)


def _stubbed(
    history: Sequence[IrMessage], closing: IrMessage, threshold: float | None, shown: Renderings
) -> Fitted:
    names = {} if threshold is None else _call_names(history)
    messages = [_rendered(message, threshold, names, shown) for message in history]
    messages.append(closing)
    return Fitted(tuple(messages), shown.sizes.rough_of(messages), threshold)


def _rendered(
    message: IrMessage, threshold: float | None, names: dict[str, str], shown: Renderings
) -> IrMessage:
    if threshold is not None and message["role"] == "tool":
        answered = message.get("tool_call_id")
        stub = shown.stub(message, names.get(answered) if isinstance(answered, str) else None)
        if stub.chars > threshold:
            return stub.message
    return shown.lined(message)


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


def _attachment_line(attachment: dict[str, JsonValue]) -> str:
    media_type, name = attachment.get("mediaType"), attachment.get("filename")
    kind = "attachment"
    if isinstance(media_type, str) and media_type:
        kind = "image" if media_type.lower().startswith("image/") else "document"
    return f"[{kind}: {name}]" if name else f"[{kind}]"


def _clamped(fitted: Fitted, max_input: float, sizes: IrSizes) -> Fitted:
    first, *middle, closing = fitted.messages
    budget = max_input - sizes.rough_of([first, closing])
    start = len(middle)
    while start > 0 and (budget := budget - _rough(sizes.of_message(middle[start - 1]))) >= 0:
        start -= 1
    note: list[IrMessage] = [{"role": "user", "content": omitted_text(start)}] if start else []
    messages = (first, *note, *middle[start:], closing)
    return Fitted(messages, sizes.rough_of(messages), fitted.stub_threshold, start)


def _rough(size: JsonSize) -> int:
    return rough_of_counts(size.dense, size.units - size.dense)
