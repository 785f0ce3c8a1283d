"""What the index of a capture remembers: small scalars of every run and step, and where big fields lie (FORMATS B)."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field
from sys import intern
from typing import Final

from inspector.wire import JsonSyntaxError, JsonValue, loads
from inspector.wire.reading import whole

BIG_FIELDS: Final = (
    "input",
    "output",
    "usage",
    "error",
    "provider_options",
    "raw_request",
    "raw_response",
    "raw_chunks",
)
"""Fields that are looked up by their place in the file; all but `error` hold JSON inside a JSON string."""

_SLOT: Final = {name.encode(): 2 * number for number, name in enumerate(BIG_FIELDS)}
_NULL: Final = b"null"
_ABSENT: Final = -1
_FEW_DIGITS: Final = 16  # far from where Python refuses to read a number


@dataclass(frozen=True, slots=True, kw_only=True)
class RunEntry:
    """A run as recorded; None = absent or null."""

    id: str
    started_at: str | None = None
    parent_run_id: str | None = None
    parent_step_id: str | None = None
    function_id: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class StepEntry:
    """A step's scalars and the byte offsets of the rest.

    Attributes:
        id, run_id, type, model, provider, started_at: as recorded, "" when absent.
        step_number, duration_ms: as recorded, None when absent or null.
        start, end: bytes of the whole step in the file, braces included.
        spans: start and end of every field of `BIG_FIELDS`, -1 where null or absent.
    """

    id: str
    run_id: str
    type: str
    model: str
    provider: str
    started_at: str
    step_number: int | None
    duration_ms: int | None
    start: int
    end: int
    spans: Sequence[int]

    def span(self, name: str) -> tuple[int, int] | None:
        """Where a big field's value lies, quotes included; None when null or absent."""
        slot = _SLOT[name.encode()]
        start = self.spans[slot]
        return None if start == _ABSENT else (start, self.spans[slot + 1])

    def shifted(self, delta: int) -> StepEntry:
        """The same step, `delta` bytes further on."""
        if not delta:
            return self
        spans = array("q", (_ABSENT if at == _ABSENT else at + delta for at in self.spans))
        return StepEntry(
            id=self.id,
            run_id=self.run_id,
            type=self.type,
            model=self.model,
            provider=self.provider,
            started_at=self.started_at,
            step_number=self.step_number,
            duration_ms=self.duration_ms,
            start=self.start + delta,
            end=self.end + delta,
            spans=spans,
        )


@dataclass(slots=True)
class Element:
    """A run or step while it is being scanned.

    Attributes:
        start: offset of its opening brace.
        scalars: raw JSON of the small fields, by name.
        spans: as in `StepEntry`.
    """

    start: int
    scalars: dict[bytes, bytes] = field(default_factory=dict)
    spans: array[int] = field(default_factory=lambda: array("q", [_ABSENT]) * (2 * len(BIG_FIELDS)))

    def add(self, name: bytes, start: int, end: int, text: bytes) -> None:
        """Take in one field; `text` is the beginning of its value (all of it when it is short)."""
        slot = _SLOT.get(name)
        if slot is None:
            self.scalars[name] = text
        elif text != _NULL:
            self.spans[slot], self.spans[slot + 1] = start, end

    def to_run(self) -> RunEntry:
        """Finish a run."""
        return RunEntry(
            id=self._text(b"id"),
            started_at=self._text(b"started_at") or None,
            parent_run_id=self._text(b"parent_run_id") or None,
            parent_step_id=self._text(b"parent_step_id") or None,
            function_id=self._text(b"function_id") or None,
        )

    def to_step(self, end: int) -> StepEntry:
        """Finish a step whose closing brace ends at `end`."""
        return StepEntry(
            id=self._text(b"id"),
            run_id=intern(self._text(b"run_id")),
            type=intern(self._text(b"type")),
            model=intern(self._text(b"model_id")),
            provider=intern(self._text(b"provider")),
            started_at=self._text(b"started_at"),
            step_number=self._whole(b"step_number"),
            duration_ms=self._whole(b"duration_ms"),
            start=self.start,
            end=end,
            spans=self.spans,
        )

    def _text(self, name: bytes) -> str:
        raw = self.scalars.get(name, _NULL)
        if raw[:1] == b'"' and raw[-1:] == b'"' and b"\\" not in raw:
            return raw[1:-1].decode("utf-8", "replace")
        value = self._value(name)
        return value if isinstance(value, str) else ""

    def _whole(self, name: bytes) -> int | None:
        raw = self.scalars.get(name, _NULL)
        if raw.isdigit() and len(raw) < _FEW_DIGITS:
            return int(raw)
        return whole(self._value(name))

    def _value(self, name: bytes) -> JsonValue:
        try:
            return loads(self.scalars.get(name, _NULL))
        except JsonSyntaxError:
            return None
