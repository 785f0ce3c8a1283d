"""Light request records of a capture: state, usage and timing of every step (FORMATS B)."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import datetime
from typing import Final

from inspector.model.request import RequestState
from inspector.model.timing import Timing
from inspector.model.usage import Account
from inspector.sources.devtools.entries import StepEntry
from inspector.sources.devtools.lines import RawFile
from inspector.sources.devtools.payloads import field_value, read_error, read_field_bytes
from inspector.sources.devtools.unreadable import first_unreadable
from inspector.sources.grouping import NO_THREAD, Thread
from inspector.sources.normal import duration_or_none, time_or_none
from inspector.sources.provider_usage import account_in, gateway_cost
from inspector.sources.usage import read_account
from inspector.wire import JsonValue, dumps

_ABORTED: Final = re.compile(
    r"\babort(?:ed)?\b|\bcancel(?:l?ed)?\b|\b(?:user|manually) (?:pressed stop|stopped|interrupted)",
    re.IGNORECASE,
)
"""A user's abort carries whatever reason the application gave; "Request aborted" is the package's own word."""

_FINISH: Final = re.compile(rb'\\"finishReason\\":(?:\{\\"unified\\":)?\\"error\\"')
_KEEPS_HISTORY: Final = re.compile(r"openai|azure|responses", re.IGNORECASE)
_PREVIOUS: Final = re.compile(rb'(?:previous_response_id|previousResponseId)\\?":\s*\\?"([^"\\]+)')
_RESPONSE: Final = re.compile(rb'\\?"response\\?":\s*\{\\?"id\\?":\s*\\?"([^"\\]+)')
_TAIL_BYTES: Final = 4096


def read_step_account(file: RawFile, step: StepEntry) -> Account:
    """The step's usage, normalised: as recorded, else from its output or the provider's answer."""
    recorded = field_value(read_field_bytes(file, step, "usage"))
    account = read_account(recorded, provider=step.provider, model=step.model)
    if account.usage.input is None and account.impossible is None:
        account = _account_elsewhere(file, step, recorded) or account
    if account.cost is None and "gateway" in step.provider.lower():
        cost = _gateway_cost(file, step)
        return account if cost is None else replace(account, cost=cost, currency="USD")
    return account


def _account_elsewhere(file: RawFile, step: StepEntry, recorded: JsonValue) -> Account | None:
    """The account in a step's output or in what the provider answered; None = there is none either."""
    output = field_value(read_field_bytes(file, step, "output"))
    usage = output.get("usage") if isinstance(output, dict) else None
    if isinstance(usage, dict):
        found = read_account(usage, provider=step.provider, model=step.model)
        if found.usage.input is not None or found.impossible is not None:
            return found
    for name in ("raw_response", "raw_chunks"):
        raw = account_in(field_value(read_field_bytes(file, step, name)))
        if raw is not None:
            return read_account(recorded, provider=step.provider, model=step.model, raw=raw)
    return None


def _gateway_cost(file: RawFile, step: StepEntry) -> float | None:
    """What a gateway charged; it says so in its metadata, in the output or at the end of the stream."""
    for name in ("output", "raw_response"):
        value = field_value(read_field_bytes(file, step, name))
        for holder in reversed(value) if isinstance(value, list) else (value,):
            metadata = holder.get("providerMetadata") if isinstance(holder, dict) else None
            cost = gateway_cost(metadata)
            if cost is not None:
                return cost
    return None


def read_state(file: RawFile, step: StepEntry, account: Account) -> tuple[RequestState, str | None]:
    """How a step ended, and its error as a sentence.

    A provider's error in mid-stream leaves `error` null: the stream then has no usage and holds an error event.
    """
    error = read_error(file, step)
    if error is not None:
        return (RequestState.ABORTED if _ABORTED.search(error[:200]) else RequestState.ERROR), error
    if step.duration_ms is None and step.span("output") is None:
        return RequestState.IN_FLIGHT, None
    if not account.usage.is_known or _finished_with_error(file, step):
        message = _stream_error(file, step)
        if message is not None:
            return RequestState.ERROR, message
    unreadable = first_unreadable(file, step)
    return (RequestState.DAMAGED, unreadable) if unreadable else (RequestState.OK, None)


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


def read_thread(file: RawFile, step: StepEntry) -> Thread:
    """Which answer a request goes on from and which it got, where the provider keeps the history."""
    if not _KEEPS_HISTORY.search(step.provider):
        return NO_THREAD
    request, options = (
        read_field_bytes(file, step, name) or b"" for name in ("raw_request", "provider_options")
    )
    previous = _PREVIOUS.search(request) or _PREVIOUS.search(options)
    response = _RESPONSE.search(read_field_bytes(file, step, "output") or b"")
    return Thread(*(found[1].decode("utf-8", "replace") if found else "" for found in (previous, response)))


def timing_of(step: StepEntry) -> Timing:
    """Start, end and duration in ms; telemetry's durations include tool execution."""
    started = parse_time(step.started_at)
    duration = duration_or_none(step.duration_ms)
    ended = None if started is None or duration is None else time_or_none(started + duration)
    return Timing(started_at=started, completed_at=ended, duration_ms=duration)


def parse_time(text: str | None) -> int | None:
    """ISO 8601 as ms since the epoch; None when it is no time."""
    if not text:
        return None
    try:
        return time_or_none(round(datetime.fromisoformat(text).timestamp() * 1000))
    except (ValueError, OverflowError, OSError):
        return None
