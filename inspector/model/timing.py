"""When something happened and how long it took; integers in milliseconds since the epoch."""

from __future__ import annotations

import time
from dataclasses import dataclass


def now_ms() -> int:
    """The system clock, ms since epoch."""
    return time.time_ns() // 1_000_000


@dataclass(frozen=True, slots=True)
class TimingSpan:
    """One measured span inside a message (`stats.runtimeTiming.spans`), such as a tool execution."""

    id: str
    kind: str
    started_at: int | None
    completed_at: int | None
    tool_call_id: str | None = None
    tool_name: str | None = None


@dataclass(frozen=True, slots=True)
class Timing:
    """Start, end and duration; None = unknown.

    Attributes:
        started_at, completed_at: ms since epoch.
        duration_ms: as recorded (telemetry captures include tool execution in it).
        first_token_ms: time to the first token.
        spans: finer spans, oldest first.
    """

    started_at: int | None = None
    completed_at: int | None = None
    duration_ms: int | None = None
    first_token_ms: int | None = None
    spans: tuple[TimingSpan, ...] = ()


UNKNOWN_TIMING = Timing()
