"""How large messages and prompts are; every message object is measured once, whatever the settings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from inspector.pipeline.cache_breakpoints import message_size
from inspector.replay.estimators import TOKENX, message_tokens
from inspector.replay.result import Size
from inspector.tokens import rough_value, tokenx
from inspector.tokens.media import Dialect
from inspector.wire import JsonValue, js_json, utf16
from inspector.wire.common_prefix import common_prefix

_FRAME = 2
"""Characters around a JSON list; its commas are counted with the messages."""


class SizeMemo:
    """Sizes by message identity; it holds its keys, so an identity is never reused under it.

    Attributes:
        dialect: token dialect for media.
        estimator: what counts `tokens`.
    """

    def __init__(self, dialect: Dialect, estimator: str = TOKENX) -> None:
        self.dialect = dialect
        self.estimator = estimator
        self._tokens = message_tokens(estimator)
        self._sizes: dict[int, tuple[JsonValue, Size]] = {}
        self._kinds: dict[int, tuple[JsonValue, dict[str, Size]]] = {}
        self._marking: dict[int, tuple[JsonValue, int]] = {}
        self._json: dict[int, tuple[JsonValue, int]] = {}

    def of(self, message: JsonValue) -> Size:
        """Size of one message."""
        known = self._sizes.get(id(message))
        if known is None:
            text = js_json.dumps(message)
            size = Size(
                chars=utf16.length(text),
                tokens=self._tokens(message, self.dialect),
                rough=rough_value(message),
                bytes=utf16.utf8_length(text),
            )
            known = (message, size)
            self._sizes[id(message)] = known
        return known[1]

    def marking(self, message: JsonValue) -> int:
        """Size of one message by which cache breakpoints are placed."""
        known = self._marking.get(id(message))
        if known is None:
            known = self._marking[id(message)] = (message, message_size(message))
        return known[1]

    def json_tokens(self, message: JsonValue) -> int:
        """Tokenx tokens of one message's JSON."""
        known = self._json.get(id(message))
        if known is None:
            known = self._json[id(message)] = (message, tokenx(js_json.dumps(message)))
        return known[1]

    def kinds_of(self, message: JsonValue) -> dict[str, Size]:
        """Sizes of one message by the kind of its parts; a string content counts as text."""
        known = self._kinds.get(id(message))
        if known is None:
            known = (message, self._measure_kinds(message))
            self._kinds[id(message)] = known
        return known[1]

    def _measure_kinds(self, message: JsonValue) -> dict[str, Size]:
        content = message.get("content") if isinstance(message, dict) else None
        whole: list[JsonValue] = [{"type": "text", "text": content}]
        parts = content if isinstance(content, list) else whole
        empty = self._tokens({"role": "user", "content": []}, self.dialect)
        kinds: dict[str, Size] = {}
        for part in parts:
            kind = str(part.get("type")) if isinstance(part, dict) else ""
            text = js_json.dumps(part)
            tokens = self._tokens({"role": "user", "content": [part]}, self.dialect) - empty
            size = Size(utf16.length(text), tokens, rough_value(part), utf16.utf8_length(text))
            kinds[kind] = kinds.get(kind, Size()) + size
        return kinds


@dataclass(slots=True)
class RunningSize:
    """Size of a prompt that mostly grows, by role; going on from the last one costs only its new messages.

    Attributes:
        memo: shared measurements.
        messages: the prompt measured last.
        by_part: its sizes by kind of part (text, tool-result …).
    """

    memo: SizeMemo
    messages: list[JsonValue] = field(default_factory=list)
    by_part: dict[str, Size] = field(default_factory=dict)
    _roles: dict[str, Size] = field(default_factory=dict)
    _ends: list[int] = field(default_factory=list)

    def measure(self, messages: Sequence[JsonValue]) -> dict[str, Size]:
        """Sizes by role of a prompt; the sum is `total`."""
        prompt = list(messages)
        shared = len(self.messages)
        if shared > len(prompt) or self.messages != prompt[:shared]:
            self._roles, self.by_part, self._ends, shared = {}, {}, [], 0
        end = self._ends[-1] if self._ends else 0
        for message in prompt[shared:]:
            role = str(message.get("role")) if isinstance(message, dict) else ""
            size = self.memo.of(message)
            self._roles[role] = self._roles.get(role, Size()) + size
            for kind, part_size in self.memo.kinds_of(message).items():
                self.by_part[kind] = self.by_part.get(kind, Size()) + part_size
            end += size.chars + 1
            self._ends.append(end)
        self.messages = prompt
        return dict(self._roles)

    def reusable(self, prompt: Sequence[JsonValue]) -> int:
        """Characters of JSON that a prompt shares with the one measured last, from the start."""
        after = list(prompt)
        shared = common_prefix(self.messages, after)
        chars = self._ends[shared - 1] if shared else 0
        if shared < len(self.messages) and shared < len(after):
            first, second = js_json.dumps(self.messages[shared]), js_json.dumps(after[shared])
            chars += common_prefix(first, second)
        return chars


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
