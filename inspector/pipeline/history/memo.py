"""What was computed of messages, kept for as long as a replay needs it.

Consecutive requests of a conversation share nearly all of their messages, as the same objects: their IR and
its size are computed once. The memo holds its keys, so an identity is never reused under it.
"""

from __future__ import annotations

from dataclasses import dataclass

from inspector.pipeline.history.ir_lanes import Lane
from inspector.pipeline.history.ir_reading import read_message
from inspector.pipeline.history.message import IrMessage
from inspector.wire import JsonValue

_WRITTEN_KEYS = ["role", "content", "providerOptions"]


@dataclass(frozen=True, slots=True)
class Origin:
    """Where IR messages came from.

    Attributes:
        message: the message that was read.
        ir: its IR messages.
        verbatim: written back, the IR unchanged gives exactly this message, so that it can be returned itself.
    """

    message: JsonValue
    ir: tuple[IrMessage, ...]
    verbatim: bool


class IrMemo:
    """The IR of messages by identity, and the way back.

    Attributes:
        lane: which kind of messages it is for.
    """

    def __init__(self, lane: Lane) -> None:
        self.lane = lane
        self._by_message: dict[int, Origin] = {}
        self._by_ir: dict[int, Origin] = {}

    def ir_of(self, message: JsonValue) -> tuple[IrMessage, ...]:
        """The IR of a message, read at most once."""
        origin = self._by_message.get(id(message))
        if origin is None:
            ir = read_message(message, self.lane)
            origin = Origin(message, ir, _is_verbatim(message, ir, self.lane))
            self._by_message[id(message)] = origin
            self._by_ir.update((id(part), origin) for part in ir)
        return origin.ir

    def origin_of(self, message: IrMessage) -> Origin | None:
        """The origin of an IR message; None for one that was inserted or made anew."""
        return self._by_ir.get(id(message))


def _is_verbatim(message: JsonValue, ir: tuple[IrMessage, ...], lane: Lane) -> bool:
    assert isinstance(message, dict)
    if list(message) != [key for key in _WRITTEN_KEYS if key in message] or message.get("content") is None:
        return False
    if "providerOptions" in message and message["providerOptions"] is None:
        return False
    if message["role"] != "tool":
        return True
    content = message["content"]
    kept = sum(len(parts) for part in ir if isinstance(parts := part[lane.tool_content], list))
    return isinstance(content, list) and kept == len(content)
