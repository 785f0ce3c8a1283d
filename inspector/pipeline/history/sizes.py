"""The rough size of an IR, measured message by message (PIPELINE §1.2, §13).

The reference stringifies the whole history at every request. Counts of units add up, so each message is
measured once, for as long as the same object comes again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from inspector.pipeline.history.message import IrMessage
from inspector.tokens.rough import dense_units, rough_of_counts
from inspector.wire import dumps, length

_LONG_TEXT: Final = 500
"""Above this many characters a text that a message holds twice is measured once."""


@dataclass(frozen=True, slots=True)
class JsonSize:
    """Size of a JSON text.

    Attributes:
        units: UTF-16 units.
        dense: those of them that cost 1.5 tokens in the rough estimate.
    """

    units: int
    dense: int


def size_of_message(message: IrMessage) -> JsonSize:
    """Size of one IR message's JSON."""
    text = message.get("content")
    if not isinstance(text, str) or len(text) < _LONG_TEXT:
        return _size(dumps(message))
    holders = [key for key, value in message.items() if value is text]
    rest = _size(dumps({**message, **dict.fromkeys(holders, "")}))
    quoted = _size(dumps(text))
    times = len(holders)
    # The rest has a pair of quotes where each of the texts was.
    return JsonSize(rest.units + times * (quoted.units - 2), rest.dense + times * quoted.dense)


def _size(json: str) -> JsonSize:
    return JsonSize(length(json), dense_units(json))


class IrSizes:
    """Sizes of IR messages, kept by identity."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[IrMessage, JsonSize]] = {}

    def of_message(self, message: IrMessage) -> JsonSize:
        """Size of one message's JSON."""
        known = self._known.get(id(message))
        if known is None:
            known = self._known[id(message)] = (message, size_of_message(message))
        return known[1]

    def length_of(self, message: IrMessage) -> int:
        """UTF-16 units of one message's JSON."""
        return self.of_message(message).units

    def rough_of(self, history: Sequence[IrMessage]) -> int:
        """Rough tokens of a history: those of its JSON text, `[…,…]`."""
        sizes = [self.of_message(message) for message in history]
        units = sum(size.units for size in sizes) + max(len(sizes) - 1, 0) + 2
        dense = sum(size.dense for size in sizes)
        return rough_of_counts(dense, units - dense)
