"""Fields whose inner JSON is broken or cut: where it breaks, and what can still be read of a prompt (FORMATS B)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Final

from inspector.model.request import Unreadable
from inspector.sources.devtools.entries import BIG_FIELDS, StepEntry
from inspector.sources.devtools.lines import RawFile
from inspector.wire import JsonSyntaxError, JsonValue, loads

INNER_FIELDS: Final = tuple(name for name in BIG_FIELDS if name != "error")
"""Fields that hold JSON inside a JSON string."""

_PARSED_BYTES: Final = 64 * 1024
"""Fields up to here are parsed to be sure; of larger ones the ends tell, and the whole when it is loaded."""
_ENDS: Final = 8
_OPEN_STRING: Final = "Unterminated string"
_PAIRS: Final = {b"{": b"}", b"[": b"]"}
_LIST_START: Final = re.compile(r'\s*\{\s*"(?:prompt|messages)"\s*:\s*\[\s*')
_NEXT: Final = re.compile(r"\s*,\s*")
_DECODER: Final = json.JSONDecoder()


def fault_in(text: str) -> str:
    """Why a text is no JSON and where; "" when it is JSON."""
    try:
        loads(text)
    except JsonSyntaxError as error:
        if error.position >= len(text.rstrip()) or str(error).startswith(_OPEN_STRING):
            return f"cut off after {len(text)} characters"
        return f"no JSON from character {error.position + 1} of {len(text)} on"
    return ""


def unreadable_field(name: str, text: str) -> Unreadable | None:
    """The field when its text is no JSON."""
    reason = fault_in(text)
    return Unreadable(field=name, reason=reason, text=text) if reason else None


def first_unreadable(file: RawFile, step: StepEntry) -> str:
    """`input: cut off after 812 characters`: the first field of a step that cannot be read; "" = all can."""
    for name in INNER_FIELDS:
        span = step.span(name)
        if span is None or (span[1] - span[0] > _PARSED_BYTES and _looks_whole(file, *span)):
            continue
        file.seek(span[0])
        text = _inner(file.read(span[1] - span[0]))
        found = None if text is None else unreadable_field(name, text)
        if found is not None:
            return f"{name}: {found.reason}"
    return ""


def recovered_messages(text: str) -> list[JsonValue]:
    """The complete messages at the beginning of a prompt that is cut or broken further on."""
    start = _LIST_START.match(text)
    return [] if start is None else list(_values(text, start.end()))


def _values(text: str, position: int) -> Iterator[JsonValue]:
    while True:
        try:
            _, end = _DECODER.raw_decode(text, position)
            message = loads(text[position:end])
        except (ValueError, RecursionError, JsonSyntaxError):
            return
        yield message
        following = _NEXT.match(text, end)
        if following is None:
            return
        position = following.end()


def _looks_whole(file: RawFile, start: int, end: int) -> bool:
    """Whether a field begins and ends as an object or a list does."""
    file.seek(start)
    head = file.read(_ENDS).removeprefix(b'"').lstrip()
    file.seek(end - _ENDS)
    tail = file.read(_ENDS).removesuffix(b'"').rstrip()
    return _PAIRS.get(head[:1]) == tail[-1:]


def _inner(raw: bytes) -> str | None:
    """The text inside a field that is a string; None for a field that is a value itself."""
    if not raw.startswith(b'"'):
        return None
    try:
        value = loads(raw)
    except JsonSyntaxError:
        return raw.decode("utf-8", "replace")  # the string itself is broken: so is what it holds
    return value if isinstance(value, str) else None
