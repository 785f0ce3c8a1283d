"""What had arrived of a stream, as parts: from its recorded events, else from the provider's own chunks (FORMATS B).

A stream that was cut has no `-end` for what was being written. Such texts carry `state: streaming` and such calls
`state: input-streaming`, the words that stored messages use; the arguments of a begun call are the text so far.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from inspector.wire import JsonValue, dumps

JsonObject = Mapping[str, JsonValue]

STREAMING: Final = "streaming"
INPUT_STREAMING: Final = "input-streaming"

_WHOLE: Final = frozenset({"file", "source", "tool-result", "reasoning-file"})
_OLD_KINDS: Final = {
    "text-delta": "text-delta",
    "reasoning": "reasoning-delta",
    "tool-call-delta": "tool-input-delta",
}
"""Deltas of the SDK's fourth line, which have no start and no end."""
_ANTHROPIC_BLOCKS: Final = {
    "text": "text",
    "thinking": "reasoning",
    "tool_use": "tool-input",
    "server_tool_use": "tool-input",
}
_RESPONSES: Final = {
    "response.output_text": "text",
    "response.refusal": "text",
    "response.reasoning_summary_text": "reasoning",
    "response.reasoning_text": "reasoning",
    "response.function_call_arguments": "tool-input",
    "response.custom_tool_call_input": "tool-input",
}


@dataclass(slots=True)
class _Open:
    """A part that is being put together."""

    kind: str
    name: str = ""
    pieces: list[str] = field(default_factory=list)
    ended: bool = False
    whole: JsonValue = None


def streamed_parts(events: JsonValue, chunks: JsonValue = None) -> list[JsonValue]:
    """Parts in the order in which they began.

    Args:
        events: stream parts of the SDK (`raw_response`).
        chunks: the provider's own (`raw_chunks`), looked at when the events hold nothing.
    """
    found = _assembled(_objects(events))
    return found or _assembled(event for chunk in _objects(chunks) for event in _of_chunk(chunk))


def _assembled(events: Iterator[JsonObject]) -> list[JsonValue]:
    parts: dict[tuple[str, str], _Open] = {}
    finished = False
    for event in events:
        finished = finished or event.get("type") == "finish"
        _take(parts, event)
    return [
        _part(key[1], part, finished) for key, part in parts.items() if part.whole is not None or _said(part)
    ]


def _said(part: _Open) -> bool:
    """An empty text says nothing; a call that was begun does, even before its first argument."""
    return part.kind == "tool-input" or any(part.pieces)


def _take(parts: dict[tuple[str, str], _Open], event: JsonObject) -> None:
    kind = _text(event, "type")
    if kind in _WHOLE:
        parts[kind, str(len(parts))] = _Open(kind, whole=dict(event))
    elif kind == "tool-call":
        key = ("tool-input", _text(event, "toolCallId"))
        parts.setdefault(key, _Open("tool-input")).whole = dict(event)
    else:
        _take_piece(parts, kind, event)


def _take_piece(parts: dict[tuple[str, str], _Open], kind: str, event: JsonObject) -> None:
    delta = next(
        (d for d in map(event.get, ("delta", "textDelta", "argsTextDelta")) if isinstance(d, str)), None
    )
    if "delta" not in event and delta is not None:
        kind = _OLD_KINDS.get(kind, kind)
    stem, _, action = kind.rpartition("-")
    if stem not in ("text", "reasoning", "tool-input") or action not in ("start", "delta", "end"):
        return
    key = (stem, _text(event, "id") or _text(event, "toolCallId"))
    if action == "end":
        if key in parts:
            parts[key].ended = True
        return
    part = parts.setdefault(key, _Open(stem))
    part.name = part.name or _text(event, "toolName")
    part.ended = False
    if delta is not None:
        part.pieces.append(delta)


def _part(identity: str, part: _Open, finished: bool) -> JsonValue:
    text, ended = "".join(part.pieces), finished or part.ended
    if part.whole is not None:
        return part.whole
    if part.kind != "tool-input":
        found: dict[str, JsonValue] = {"type": part.kind, "text": text}
        return found if ended else {**found, "state": STREAMING}
    call: dict[str, JsonValue] = {
        "type": "tool-call",
        "toolCallId": identity,
        "toolName": part.name,
        "input": text,
    }
    return call if ended else {**call, "state": INPUT_STREAMING}


def _of_chunk(chunk: JsonObject) -> Iterator[JsonObject]:
    """A provider's chunk in the words of the SDK."""
    kind = _text(chunk, "type")
    if kind.startswith("content_block_"):
        yield from _anthropic(kind, chunk)
    elif kind.startswith("response."):
        yield from _responses(kind, chunk)
    elif "choices" in chunk:
        for choice in _objects(chunk["choices"]):
            yield from _openai_chat(choice)
    elif "candidates" in chunk:
        for candidate in _objects(chunk["candidates"]):
            yield from _gemini(candidate)
    elif kind == "message_stop":
        yield {"type": "finish"}


def _anthropic(kind: str, chunk: JsonObject) -> Iterator[JsonObject]:
    number = str(chunk.get("index"))
    block, delta = _object(chunk.get("content_block")), _object(chunk.get("delta"))
    if kind == "content_block_start" and (stem := _ANTHROPIC_BLOCKS.get(_text(block, "type"))):
        yield {"type": f"{stem}-start", "id": number, "toolName": _text(block, "name")}
    elif kind == "content_block_delta":
        for name, stem in (("text", "text"), ("thinking", "reasoning"), ("partial_json", "tool-input")):
            if name in delta:
                yield {"type": f"{stem}-delta", "id": number, "delta": delta[name]}
    elif kind == "content_block_stop":
        for stem in ("text", "reasoning", "tool-input"):
            yield {"type": f"{stem}-end", "id": number}


def _responses(kind: str, chunk: JsonObject) -> Iterator[JsonObject]:
    stem, _, action = kind.rpartition(".")
    item = _object(chunk.get("item"))
    if kind == "response.completed":
        yield {"type": "finish"}
    elif kind == "response.output_item.added" and _text(item, "type") in (
        "function_call",
        "custom_tool_call",
    ):
        yield {"type": "tool-input-start", "id": _text(item, "id"), "toolName": _text(item, "name")}
    elif stem in _RESPONSES and action in ("delta", "done"):
        word = "delta" if action == "delta" else "end"
        yield {
            "type": f"{_RESPONSES[stem]}-{word}",
            "id": _text(chunk, "item_id"),
            "delta": chunk.get("delta"),
        }


def _openai_chat(choice: JsonObject) -> Iterator[JsonObject]:
    delta = _object(choice.get("delta"))
    for name in ("reasoning_content", "reasoning"):
        if isinstance(delta.get(name), str):
            yield {"type": "reasoning-delta", "id": "", "delta": delta[name]}
            break
    if isinstance(delta.get("content"), str):
        yield {"type": "text-delta", "id": "", "delta": delta["content"]}
    for call in _objects(delta.get("tool_calls")):
        function = _object(call.get("function"))
        number = str(call.get("index", ""))
        yield {
            "type": "tool-input-delta",
            "id": number,
            "toolName": function.get("name"),
            "delta": function.get("arguments", ""),
        }
    if isinstance(choice.get("finish_reason"), str):
        yield {"type": "finish"}


def _gemini(candidate: JsonObject) -> Iterator[JsonObject]:
    for part in _objects(_object(candidate.get("content")).get("parts")):
        call = part.get("functionCall")
        if isinstance(call, dict):
            yield {
                "type": "tool-call",
                "toolCallId": _text(call, "id") or _text(call, "name"),
                "toolName": _text(call, "name"),
                "input": dumps(call.get("args")),
            }
        elif isinstance(part.get("text"), str):
            stem = "reasoning" if part.get("thought") is True else "text"
            yield {"type": f"{stem}-delta", "id": "", "delta": part["text"]}
    if isinstance(candidate.get("finishReason"), str):
        yield {"type": "finish"}


def _objects(value: JsonValue) -> Iterator[JsonObject]:
    yield from (item for item in (value if isinstance(value, list) else []) if isinstance(item, dict))


def _object(value: JsonValue) -> JsonObject:
    return value if isinstance(value, dict) else {}


def _text(value: JsonObject, name: str) -> str:
    found = value.get(name)
    return found if isinstance(found, str) else ""
