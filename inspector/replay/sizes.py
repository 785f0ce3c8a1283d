"""How large messages and prompts are; every message object is measured once, whatever the settings."""

from __future__ import annotations

from collections.abc import Sequence

from inspector.replay.result import Size
from inspector.tokens import footprint, rough_value
from inspector.tokens.media import Dialect
from inspector.wire import JsonValue, js_json, utf16

_FRAME = 2
"""Characters around a JSON list; its commas are counted with the messages."""


class SizeMemo:
    """Sizes by message identity; it holds its keys, so an identity is never reused under it.

    Attributes:
        dialect: token dialect for media.
    """

    def __init__(self, dialect: Dialect) -> None:
        self.dialect = dialect
        self._sizes: dict[int, tuple[JsonValue, Size]] = {}
        self._texts: dict[int, tuple[JsonValue, str]] = {}

    def of(self, message: JsonValue) -> Size:
        """Size of one message."""
        known = self._sizes.get(id(message))
        if known is None:
            text = js_json.dumps(message)
            size = Size(
                chars=utf16.length(text),
                tokens=footprint([message], self.dialect),
                rough=rough_value(message),
                bytes=utf16.utf8_length(text),
            )
            known = (message, size)
            self._sizes[id(message)] = known
        return known[1]

    def text(self, message: JsonValue) -> str:
        """JSON text of one message."""
        known = self._texts.get(id(message))
        if known is None:
            known = (message, js_json.dumps(message))
            self._texts[id(message)] = known
        return known[1]


class RunningSize:
    """Size of a growing prompt, by role; going on from the last prompt costs only its new messages."""

    def __init__(self, memo: SizeMemo) -> None:
        self._memo = memo
        self._messages: list[JsonValue] = []
        self._roles: dict[str, Size] = {}

    def measure(self, messages: Sequence[JsonValue]) -> dict[str, Size]:
        """Sizes by role of a prompt; the sum is `total`."""
        shared = len(self._messages)
        goes_on = shared <= len(messages) and all(
            left is right for left, right in zip(self._messages, messages, strict=False)
        )
        if not goes_on:
            self._roles, shared = {}, 0
        for message in messages[shared:]:
            role = str(message.get("role")) if isinstance(message, dict) else ""
            self._roles[role] = self._roles.get(role, Size()) + self._memo.of(message)
        self._messages = list(messages)
        return dict(self._roles)


def total(roles: dict[str, Size], count: int) -> Size:
    """Size of a whole prompt of `count` messages: its messages and the JSON list around them."""
    frame = _FRAME + max(0, count - 1)
    sizes = list(roles.values())
    return Size(
        chars=sum(size.chars for size in sizes) + frame,
        tokens=sum(size.tokens for size in sizes),
        rough=sum(size.rough for size in sizes),
        bytes=sum(size.bytes for size in sizes) + frame,
    )


def reusable_chars(before: Sequence[JsonValue], after: Sequence[JsonValue], memo: SizeMemo) -> int:
    """Characters of JSON that two prompts share from their start, the first differing message in part."""
    shared = 0
    for left, right in zip(before, after, strict=False):
        if left is right:
            shared += memo.of(left).chars + 1
            continue
        first, second = memo.text(left), memo.text(right)
        if first == second:
            shared += memo.of(left).chars + 1
            continue
        return shared + _common(first, second)
    return shared


def _common(left: str, right: str) -> int:
    low, high = 0, min(len(left), len(right))
    while low < high:
        middle = (low + high + 1) // 2
        if left[low:middle] == right[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low
