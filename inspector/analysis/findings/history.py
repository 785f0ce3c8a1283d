"""Histories that providers refuse: calls and results that do not pair, ids used twice, empty texts, too many marks.

Messages of one side that follow each other count as one, because adapters join them before sending.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from inspector.model.request import RequestPayload
from inspector.wire import JsonValue
from inspector.wire.reading import text_member

JsonObject = dict[str, JsonValue]


class HistoryFlaw(StrEnum):
    """What is wrong."""

    NO_RESULT = "no-result"
    NO_CALL = "no-call"
    SAME_ID = "same-id"
    EMPTY_TEXT = "empty-text"


@dataclass(frozen=True, slots=True, kw_only=True)
class Flaw:
    """One fault of a history.

    Attributes:
        kind: what it is.
        path: JSON path in the prompt; other: that of the call with the same id, "" for other kinds.
        tool, call_id: of the call or result; "" for texts.
        role: of the message.
        near: for ids used twice: in one answer, which no provider takes.
    """

    kind: HistoryFlaw
    path: str
    other: str = ""
    tool: str = ""
    call_id: str = ""
    role: str = ""
    near: bool = False


@dataclass(slots=True)
class _Block:
    """Messages of one side in a row: calls and results by id, with their paths and tools."""

    assistant: bool
    calls: dict[str, tuple[str, str]] = field(default_factory=dict)
    results: dict[str, tuple[str, str]] = field(default_factory=dict)


def history_flaws(payload: RequestPayload) -> tuple[Flaw, ...]:
    """Every fault of a prompt, in its order."""
    prompt = [message for message in payload.prompt if isinstance(message, dict)]
    at_server = _continues(payload)
    found: list[Flaw] = []
    blocks: list[_Block] = []
    seen: dict[str, tuple[str, int]] = {}
    for number, message in enumerate(prompt):
        role = text_member(message, "role")
        if role == "system":
            continue
        if not blocks or blocks[-1].assistant != (role == "assistant"):
            blocks.append(_Block(role == "assistant"))
        for path, part in _parts(f"prompt[{number}]", message):
            found += _of_part(part, path, role, blocks[-1], seen, len(blocks))
    found += _unpaired(blocks, at_server=at_server)
    return tuple(found)


def _of_part(
    part: JsonObject, path: str, role: str, block: _Block, seen: dict[str, tuple[str, int]], place: int
) -> Iterator[Flaw]:
    kind, call_id, tool = part.get("type"), text_member(part, "toolCallId"), text_member(part, "toolName")
    if kind == "tool-call" and call_id:
        if call_id in seen:
            other, block_of_other = seen[call_id]
            yield Flaw(
                kind=HistoryFlaw.SAME_ID,
                path=path,
                other=other,
                tool=tool,
                call_id=call_id,
                near=block_of_other == place,
            )
        seen.setdefault(call_id, (path, place))
        if part.get("providerExecuted") is not True:
            block.calls.setdefault(call_id, (path, tool))
    elif kind in ("tool-result", "tool-error", "tool-approval-request") and call_id:
        # what waits for approval is answered once it was given
        block.results.setdefault(call_id, (path, tool))
    elif kind == "text" and not text_member(part, "text").strip():
        yield Flaw(kind=HistoryFlaw.EMPTY_TEXT, path=path, role=role)


def _unpaired(blocks: list[_Block], *, at_server: bool) -> Iterator[Flaw]:
    nothing = _Block(assistant=False)
    for block, following in zip(blocks, [*blocks[1:], nothing], strict=False):
        if block.assistant:
            answered = block.results.keys() | following.results.keys()
            for call_id, (path, tool) in block.calls.items():
                if call_id not in answered:
                    yield Flaw(kind=HistoryFlaw.NO_RESULT, path=path, tool=tool, call_id=call_id)
    for before, block in zip([nothing, *blocks], blocks, strict=False):
        if not block.assistant and not at_server:
            for call_id, (path, tool) in block.results.items():
                if call_id not in before.calls:
                    yield Flaw(kind=HistoryFlaw.NO_CALL, path=path, tool=tool, call_id=call_id)


def _parts(path: str, message: Mapping[str, JsonValue]) -> Iterator[tuple[str, JsonObject]]:
    content = message.get("content")
    for index, part in enumerate(content if isinstance(content, list) else []):
        if isinstance(part, dict):
            yield f"{path}.content[{index}]", part


def _continues(payload: RequestPayload) -> bool:
    """Whether the history lies at the provider, so that results may stand here without their calls."""
    openai = payload.provider_options.get("openai") if isinstance(payload.provider_options, dict) else None
    options = openai if isinstance(openai, dict) else {}
    body = payload.raw_request if isinstance(payload.raw_request, dict) else {}
    names = ("previousResponseId", "conversation"), ("previous_response_id", "conversation")
    return any(options.get(name) for name in names[0]) or any(body.get(name) for name in names[1])


def cache_marks(payload: RequestPayload) -> tuple[str, ...]:
    """Paths of the cache marks of a request: in its body where that is recorded, else in its prompt and tools."""
    if isinstance(payload.raw_request, dict):
        return tuple(_marks(payload.raw_request, ""))
    stated: JsonObject = {"prompt": payload.prompt, "tools": payload.tools}
    return tuple(_marks(stated, ""))


def behind_mark(payload: RequestPayload, marks: tuple[str, ...]) -> int | None:
    """Messages behind the last marked one; None without marks. A mark on the whole request moves by itself."""
    if not marks:
        return None
    if "" in marks:
        return 0
    body = payload.raw_request if isinstance(payload.raw_request, dict) else {}
    messages = body.get("messages") if body else payload.prompt
    count = len(messages) if isinstance(messages, list) else 0
    placed = [int(match[1]) for mark in marks if (match := _MESSAGE.match(mark))]
    return count - 1 - max(placed, default=-1)


_MESSAGE = re.compile(r"(?:messages|prompt)\[(\d+)\]")
_MARKS = frozenset({"cache_control", "cacheControl", "cachePoint"})


def _marks(value: JsonValue, path: str) -> Iterator[str]:
    """In order; a mark stands in an object under one of its names, in the prompt inside provider options."""
    waiting: list[tuple[JsonValue, str]] = [(value, path)]
    while waiting:
        node, place = waiting.pop()
        if isinstance(node, list):
            waiting += [(item, f"{place}[{index}]") for index, item in reversed([*enumerate(node)])]
        elif isinstance(node, dict):
            if any(isinstance(node.get(name), dict) for name in _MARKS):
                yield place.lstrip(".")
            waiting += [(item, f"{place}.{key}") for key, item in reversed(node.items()) if key not in _MARKS]
