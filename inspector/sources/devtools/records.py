"""Light request records of a capture: state, usage and timing of every step (FORMATS B)."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Final

from inspector.model.request import RequestState
from inspector.model.timing import Timing
from inspector.model.usage import Usage
from inspector.sources.devtools.entries import StepEntry
from inspector.sources.devtools.lines import RawFile
from inspector.sources.devtools.payloads import field_value, read_error, read_field_bytes
from inspector.sources.usage import normalise_usage
from inspector.wire import JsonValue, dumps

_ABORTED: Final = re.compile(
    r"\babort(?:ed)?\b|\bcancel(?:l?ed)?\b|\b(?:user|manually) (?:pressed stop|stopped|interrupted)",
    re.IGNORECASE,
)
"""A user's abort carries whatever reason the application gave; "Request aborted" is the package's own word."""

_FINISH: Final = re.compile(rb'\\"finishReason\\":(?:\{\\"unified\\":)?\\"error\\"')
_TAIL_BYTES: Final = 4096


def read_usage(file: RawFile, step: StepEntry) -> Usage:
    """The step's usage, normalised."""
    recorded = field_value(read_field_bytes(file, step, "usage"))
    return normalise_usage(recorded, provider=step.provider)


def read_state(file: RawFile, step: StepEntry, usage: Usage) -> tuple[RequestState, str | None]:
    """How a step ended, and its error as a sentence.

    A provider's error in mid-stream leaves `error` null: the stream then has no usage and holds an error event.
    """
    error = read_error(file, step)
    if error is not None:
        return (RequestState.ABORTED if _ABORTED.search(error[:200]) else RequestState.ERROR), error
    if step.duration_ms is None and step.span("output") is None:
        return RequestState.IN_FLIGHT, None
    if not usage.is_known or _finished_with_error(file, step):
        message = _stream_error(file, step)
        if message is not None:
            return RequestState.ERROR, message
    return RequestState.OK, None


def _finished_with_error(file: RawFile, step: StepEntry) -> bool:
    """Look for `finishReason: error` where streams have it, at the end of the output."""
    span = step.span("output")
    if span is None:
        return False
    start = max(span[0], span[1] - _TAIL_BYTES)
    file.seek(start)
    return _FINISH.search(file.read(span[1] - start)) is not None


def _stream_error(file: RawFile, step: StepEntry) -> str | None:
    for name in ("raw_response", "raw_chunks"):
        events = field_value(read_field_bytes(file, step, name))
        for event in events if isinstance(events, list) else ():
            if isinstance(event, dict) and event.get("type") == "error":
                return _error_text(event.get("error"))
    return "The stream ended with an error." if _finished_with_error(file, step) else None


def _error_text(error: JsonValue) -> str:
    if isinstance(error, str):
        return error
    message = error.get("message") if isinstance(error, dict) else None
    return message if isinstance(message, str) else dumps(error)


def timing_of(step: StepEntry) -> Timing:
    """Start, end and duration in ms; telemetry's durations include tool execution."""
    started = parse_time(step.started_at)
    ended = None if started is None or step.duration_ms is None else started + step.duration_ms
    return Timing(started_at=started, completed_at=ended, duration_ms=step.duration_ms)


def parse_time(text: str | None) -> int | None:
    """ISO 8601 as ms since the epoch; None when it is no time."""
    if not text:
        return None
    try:
        return round(datetime.fromisoformat(text).timestamp() * 1000)
    except ValueError:
        return None
