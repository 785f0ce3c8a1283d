"""Parts of recorded prompt messages and outputs as model parts; tool results find their calls (FORMATS B)."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterator

from inspector.model.envelope import is_deferred, parse_envelope
from inspector.model.part import (
    FilePart,
    Part,
    ReasoningPart,
    SourceUrlPart,
    TextPart,
    ToolPart,
    ToolState,
    UnknownPart,
)
from inspector.model.request import RequestPayload
from inspector.sources.devtools.streamed import INPUT_STREAMING, STREAMING, streamed_parts
from inspector.sources.normal import normal_parts
from inspector.wire import JsonSyntaxError, JsonValue, dumps, loads
from inspector.wire.reading import shallow

_WRAPPED_OUTPUTS = ("text", "json", "content", "error-text", "error-json")
_ANSWER_KEYS = frozenset({"content", "textParts", "reasoningParts", "toolCalls", "objectText"})
_ABOUT_ANSWER = frozenset(
    {"finishReason", "rawFinishReason", "usage", "response", "warnings", "providerMetadata", "type"}
)
_ERROR_OUTPUTS = ("error-text", "error-json")


def content_parts(message: JsonValue) -> list[JsonValue]:
    """A message's content as a list of parts; a plain text is one text part."""
    content = message.get("content") if isinstance(message, dict) else None
    if isinstance(content, str):
        return [{"type": "text", "text": content}]
    return content if isinstance(content, list) else []


class PartsBuilder:
    """Collects the parts of one message.

    Attributes:
        parts: so far, in order; a tool result is put into the part of its call.
    """

    def __init__(self) -> None:
        self.parts: list[Part] = []
        self._calls: dict[str, int] = {}

    def add_message(self, message: JsonValue) -> None:
        """Add all parts of a prompt message."""
        for part in content_parts(message):
            self.add(part)

    def add(self, raw: JsonValue) -> None:
        """Add one recorded part."""
        kind = raw.get("type") if isinstance(raw, dict) else None
        if isinstance(raw, dict) and kind == "tool-call":
            self._calls[_text(raw, "toolCallId")] = len(self.parts)
            self.parts.append(_tool_part(raw, None))
        elif isinstance(raw, dict) and kind in ("tool-result", "tool-error"):
            self._add_result(raw)
        else:
            self.parts.append(plain_part(raw))

    def _add_result(self, result: dict[str, JsonValue]) -> None:
        place = self._calls.get(_text(result, "toolCallId"))
        if place is None:
            self.parts.append(_tool_part({}, result))
            return
        part = self.parts[place]
        call = part.raw.get("call") if isinstance(part.raw, dict) else None
        self.parts[place] = _tool_part(call if isinstance(call, dict) else {}, result)


def plain_part(raw: JsonValue) -> Part:
    """Any part but tool calls and results."""
    if not isinstance(raw, dict):
        return UnknownPart(type="", raw=raw)
    kind, text = _text(raw, "type"), raw.get("text")
    if kind == "text" and isinstance(text, str):
        return TextPart(type=kind, raw=raw, text=text, unfinished=raw.get("state") == STREAMING)
    if kind == "reasoning" and isinstance(text, str):
        return ReasoningPart(type=kind, raw=raw, text=text, unfinished=raw.get("state") == STREAMING)
    if kind in ("file", "image"):
        return _file_part(kind, raw)
    if kind == "source" and isinstance(raw.get("url"), str):
        return SourceUrlPart(
            type=kind,
            raw=raw,
            source_id=_text(raw, "id"),
            url=_text(raw, "url"),
            title=_text(raw, "title") or None,
        )
    return UnknownPart(type=kind, raw=raw)


def parse_input(recorded: JsonValue) -> JsonValue:
    """Tool-call arguments: middleware output records them as JSON text, prompts as a value."""
    if not isinstance(recorded, str):
        return recorded
    try:
        return shallow(loads(recorded))
    except JsonSyntaxError:
        return recorded


def file_bytes(data: JsonValue) -> bytes | None:
    """File data in any recorded form (base64, `{"0":137,…}`, Buffer, v7 `{type:"data"}`); None for a URL or damage."""
    if isinstance(data, str):
        try:
            return base64.b64decode(data, validate=True)
        except binascii.Error:
            return None
    if not isinstance(data, dict):
        return None
    if data.get("type") == "data":
        return file_bytes(data.get("data"))
    numbers = data.get("data") if data.get("type") == "Buffer" else list(data.values())
    if not isinstance(numbers, list):
        return None
    octets = [n for n in numbers if isinstance(n, int) and not isinstance(n, bool) and 0 <= n <= 255]
    return bytes(octets) if len(octets) == len(numbers) else None


def is_finished(output: JsonValue) -> bool:
    """Whether an answer came to its end: what is recorded of it is then all there was."""
    return isinstance(output, dict) and (bool(output.get("finishReason")) or "objectText" in output)


def output_parts(output: JsonValue, events: JsonValue = None, chunks: JsonValue = None) -> list[JsonValue]:
    """What a request produced, as parts; of a stream that did not end also what only its events or chunks have.

    Args:
        output: as recorded.
        events, chunks: `raw_response` and `raw_chunks`.
    """
    recorded = list(_recorded_parts(output)) if isinstance(output, dict) else []
    if recorded and is_finished(output):
        return normal_parts(recorded)
    streamed = streamed_parts(events, chunks)
    kept = (part for part in recorded if not any(_repeats(part, other) for other in streamed))
    return normal_parts([*streamed, *kept])


def answer_parts(payload: RequestPayload) -> list[JsonValue]:
    """The same of a loaded payload."""
    return output_parts(payload.output, payload.raw_response, payload.raw_chunks)


def _repeats(part: JsonValue, other: JsonValue) -> bool:
    """Whether a streamed part holds all that the recorder had put together so far."""
    if not isinstance(part, dict) or not isinstance(other, dict) or part.get("type") != other.get("type"):
        return False
    if part.get("type") == "tool-call":
        return part.get("toolCallId") == other.get("toolCallId")
    return _text(other, "text").startswith(_text(part, "text"))


def _recorded_parts(output: dict[str, JsonValue]) -> Iterator[JsonValue]:
    if not _ANSWER_KEYS & output.keys():
        yield from _other_output(output)
        return
    content = output.get("content")
    content = content if isinstance(content, list) else []
    if "textParts" not in output:
        yield from content
    for name, kind in (("reasoningParts", "reasoning"), ("textParts", "text")):
        pieces = output.get(name)
        for piece in pieces if isinstance(pieces, list) else ():
            yield {**piece, "type": kind} if isinstance(piece, dict) else piece
    calls = output.get("toolCalls")
    for call in calls if isinstance(calls, list) else ():
        yield {"type": "tool-call", **call} if isinstance(call, dict) else call
    if "textParts" in output:
        # beside them, `content` holds what the three lists have no room for: files, sources, inline results
        yield from (part for part in content if not _is_listed(part))
    if isinstance(output.get("objectText"), str):
        yield {"type": "text", "text": output["objectText"]}


def _other_output(output: dict[str, JsonValue]) -> Iterator[JsonValue]:
    """An answer that is no message: a structured object as its text, embeddings and rankings as they are."""
    if "object" in output:
        yield {"type": "text", "text": dumps(output["object"])}
        return
    rest = {key: value for key, value in output.items() if key not in _ABOUT_ANSWER}
    if rest:
        yield {"type": "output", **rest}


def _is_listed(part: JsonValue) -> bool:
    return isinstance(part, dict) and part.get("type") in ("text", "reasoning", "tool-call")


def _tool_part(call: dict[str, JsonValue], result: dict[str, JsonValue] | None) -> ToolPart:
    holder = call or result or {}
    name = _text(holder, "toolName")
    state, output, error = _outcome(result)
    if result is None and call.get("state") == INPUT_STREAMING:
        state = ToolState.INPUT_STREAMING
    return ToolPart(
        type=f"tool-{name}",
        raw={"call": call or None, "result": result},
        tool_name=name or None,
        tool_call_id=_text(holder, "toolCallId") or None,
        state=state,
        input=parse_input(call.get("input", call.get("args"))),
        output=output,
        has_output=result is not None,
        error_text=error,
        envelope=parse_envelope(output),
        deferred=is_deferred(output),
        provider_executed=holder.get("providerExecuted") is True,
    )


def _outcome(result: dict[str, JsonValue] | None) -> tuple[ToolState, JsonValue, str | None]:
    """State, unwrapped output and error text; `{type, value}` is how prompts wrap what a tool returned."""
    if result is None:
        return ToolState.INPUT_AVAILABLE, None, None
    wrapped = result.get("output", result.get("result", result.get("error")))
    kind = wrapped.get("type") if isinstance(wrapped, dict) else None
    if isinstance(wrapped, dict) and kind == "execution-denied":
        return ToolState.OUTPUT_DENIED, wrapped, _text(wrapped, "reason") or None
    value = wrapped.get("value") if isinstance(wrapped, dict) and kind in _WRAPPED_OUTPUTS else wrapped
    if kind in _ERROR_OUTPUTS or result.get("isError") is True or result.get("type") == "tool-error":
        return ToolState.OUTPUT_ERROR, value, value if isinstance(value, str) else None
    return ToolState.OUTPUT_AVAILABLE, value, None


def _file_part(kind: str, raw: dict[str, JsonValue]) -> FilePart:
    return FilePart(
        type=kind,
        raw=raw,
        media_type=_text(raw, "mediaType") or _text(raw, "mimeType"),
        filename=_text(raw, "filename") or None,
        url=_url(raw.get("data", raw.get("image", raw.get("url")))),
    )


def _url(data: JsonValue) -> str | None:
    if isinstance(data, dict) and data.get("type") == "url":
        data = data.get("url", data.get("data"))
    return (
        data
        if isinstance(data, str) and data.partition(":")[0] in ("http", "https", "data", "file")
        else None
    )


def _text(raw: dict[str, JsonValue], name: str) -> str:
    value = raw.get(name)
    return value if isinstance(value, str) else ""
