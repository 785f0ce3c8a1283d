"""The few things detectors want of every recorded request, read off its payload once (FORMATS B).

Tool declarations are shared between requests that send the same ones; of a prompt only the tool results that no
earlier request had are kept, as sizes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from inspector.analysis.findings.history import Flaw, behind_mark, cache_marks, history_flaws
from inspector.analysis.findings.marker_text import Marker, is_nested, markers_in
from inspector.analysis.findings.provider_families import MARKED, family_of
from inspector.analysis.findings.replies import Reply, read_reply
from inspector.analysis.findings.summary_text import is_bare_placeholder
from inspector.analysis.findings.tool_declarations import Declaration, sdk_declarations, wire_declarations
from inspector.model.compaction import SUMMARY_OPENING
from inspector.model.request import RequestPayload, RequestRecord, Unreadable
from inspector.sources.devtools.messages import message_text
from inspector.wire import JsonValue, dumps_length, length
from inspector.wire.reading import whole

ACCESS_DENIED: Final = "[Error: access-denied]"
_MEDIA_KEYS: Final = frozenset({"data", "image", "url"})
_MEDIA_MARKS: Final = frozenset({"mediaType", "mimeType", "media_type"})
_MEDIA_TYPES: Final = frozenset({"image", "media", "image-data", "file-data"})


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolResult:
    """A tool result that stands in a prompt for the first time.

    Attributes:
        tool, call_id: "" where unknown.
        path: JSON path in the prompt.
        chars: UTF-16 code units of its text, or of its JSON.
        markers: markers of persisted outputs in it.
        nested: one of its texts holds a marker inside a marker.
        denied: the note that a read-back was refused with; "" = it was not.
        media: characters of base64 media in it.
    """

    tool: str
    call_id: str
    path: str
    chars: int
    markers: tuple[Marker, ...] = ()
    nested: bool = False
    denied: str = ""
    media: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestFacts:
    """What one request sent.

    Attributes:
        record: as listed.
        declared: tools as the SDK declared them; None = not recorded.
        sent: tools as they went over the wire; None = body not recorded.
        results: tool results that were not in an earlier request.
        files: names of attachments in the prompt, in order.
        called: names of tools called in the prompt or by the answer.
        system: text of the system prompt.
        first_role: role of the first message that is no system message; "" = there is none.
        summary: the prompt opens with a summary in place of the history: its text; None = it does not.
        reply: what came back.
        opens_turn: the prompt ends with what the user said: no tool of this turn has run yet.
        unreadable: fields that are no JSON.
        flaws: what is wrong with the form of the history.
        marks: paths of the cache marks, where the provider has them.
        behind_mark: messages behind the last marked one; None without marks.
        answer_format: the schema the answer was to have, {} for JSON of any form; None = text was asked for.
        max_output_tokens: the limit asked for; None = none recorded.
    """

    record: RequestRecord
    declared: tuple[Declaration, ...] | None
    sent: tuple[Declaration, ...] | None
    results: tuple[ToolResult, ...]
    files: tuple[str, ...]
    called: frozenset[str]
    system: str
    first_role: str
    summary: str | None
    reply: Reply
    opens_turn: bool
    unreadable: tuple[Unreadable, ...] = ()
    flaws: tuple[Flaw, ...] = ()
    marks: tuple[str, ...] = ()
    behind_mark: int | None = None
    answer_format: dict[str, JsonValue] | None = None
    max_output_tokens: int | None = None

    @property
    def answer(self) -> str | None:
        """Text of the answer; None when nothing was recorded."""
        return self.reply.text

    @property
    def finish(self) -> str:
        """Finish reason; "" = not recorded."""
        return self.reply.finish

    @property
    def tools(self) -> tuple[Declaration, ...]:
        """Tools as sent where known, else as declared."""
        return self.sent if self.sent is not None else self.declared or ()


class FactsReader:
    """Reads the requests of one conversation, in order."""

    def __init__(self) -> None:
        self._seen: set[str] = set()
        self._shared: dict[object, tuple[Declaration, ...]] = {}

    def read(self, record: RequestRecord, payload: RequestPayload) -> RequestFacts:
        """Facts of one request."""
        messages = [message for message in payload.prompt if isinstance(message, dict)]
        spoken = [message for message in messages if message.get("role") != "system"]
        first = message_text(spoken[0]) if spoken else ""
        reply = read_reply(payload)
        marks = cache_marks(payload) if family_of(record.provider, record.model) in MARKED else ()
        return RequestFacts(
            record=record,
            declared=None if payload.tools is None else self._share(sdk_declarations(payload.tools)),
            sent=self._sent(payload.raw_request),
            results=tuple(self._results(payload.prompt)),
            files=tuple(_files(messages)),
            called=frozenset((*called_tools(messages), *(call.tool for call in reply.calls))),
            system="\n\n".join(message_text(m) for m in messages if m.get("role") == "system"),
            first_role=str(spoken[0].get("role", "")) if spoken else "",
            summary=first if first.startswith(SUMMARY_OPENING) or is_bare_placeholder(first) else None,
            reply=reply,
            unreadable=payload.unreadable,
            flaws=history_flaws(payload),
            marks=marks,
            behind_mark=behind_mark(payload, marks),
            answer_format=_answer_format(payload.settings.get("responseFormat")),
            max_output_tokens=whole(payload.settings.get("maxOutputTokens")),
            opens_turn=bool(messages) and messages[-1].get("role") == "user",
        )

    def _sent(self, body: JsonValue) -> tuple[Declaration, ...] | None:
        return self._share(wire_declarations(body)) if isinstance(body, dict) else None

    def _share(self, tools: tuple[Declaration, ...]) -> tuple[Declaration, ...]:
        return self._shared.setdefault(tuple(tool.digest for tool in tools), tools)

    def _results(self, prompt: list[JsonValue]) -> Iterator[ToolResult]:
        for path, part in tool_results(prompt):
            identity = str(part.get("toolCallId") or path)
            if identity not in self._seen:
                self._seen.add(identity)
                yield _result(path, part)


def _answer_format(recorded: JsonValue) -> dict[str, JsonValue] | None:
    if not isinstance(recorded, dict) or recorded.get("type") != "json":
        return None
    schema = recorded.get("schema")
    return schema if isinstance(schema, dict) else {}


def tool_results(prompt: list[JsonValue]) -> Iterator[tuple[str, dict[str, JsonValue]]]:
    """The tool results of a prompt, inline ones of providers included, with their paths."""
    for number, message in enumerate(prompt):
        content = message.get("content") if isinstance(message, dict) else None
        for index, part in enumerate(content if isinstance(content, list) else []):
            if isinstance(part, dict) and part.get("type") == "tool-result":
                yield f"prompt[{number}].content[{index}]", part


def _files(messages: list[dict[str, JsonValue]]) -> Iterator[str]:
    """Names of the files that users attached."""
    for message in messages:
        content = message.get("content")
        for part in content if isinstance(content, list) and message.get("role") == "user" else []:
            name = part.get("filename") if isinstance(part, dict) else None
            if isinstance(name, str):
                yield name


def called_tools(messages: list[dict[str, JsonValue]]) -> Iterator[str]:
    """Names of tools called in the prompt's history."""
    for message in messages:
        parts = message.get("content")
        for part in parts if isinstance(parts, list) else []:
            name = part.get("toolName") if isinstance(part, dict) else None
            if isinstance(name, str):
                yield name


def _result(path: str, part: dict[str, JsonValue]) -> ToolResult:
    output = part.get("output", part.get("result"))
    texts = list(string_leaves(output))
    value = output.get("value") if isinstance(output, dict) and "value" in output else output
    return ToolResult(
        tool=str(part.get("toolName") or ""),
        call_id=str(part.get("toolCallId") or ""),
        path=path,
        chars=length(value) if isinstance(value, str) else dumps_length(value),
        markers=tuple(marker for text in texts for marker in markers_in(text)),
        nested=any(is_nested(text) for text in texts),
        denied=next((text for text in texts if text.startswith(ACCESS_DENIED)), ""),
        media=media_chars(output),
    )


def string_leaves(value: JsonValue) -> Iterator[str]:
    """The strings of a JSON value in order, but for the data of images and files; any depth."""
    waiting = [value]
    while waiting:
        item = waiting.pop()
        if isinstance(item, str):
            yield item
        elif isinstance(item, list):
            waiting += reversed(item)
        elif isinstance(item, dict):
            skipped = _MEDIA_KEYS if _is_media(item) else frozenset()
            waiting += [member for key, member in reversed(item.items()) if key not in skipped]


def media_chars(value: JsonValue) -> int:
    """Characters of the JSON of the data of images and files in a value, at any depth."""
    waiting, chars = [value], 0
    while waiting:
        item = waiting.pop()
        if isinstance(item, list):
            waiting += item
        elif isinstance(item, dict):
            data = _MEDIA_KEYS if _is_media(item) else frozenset()
            waiting += [member for key, member in item.items() if key not in data]
            chars += sum(dumps_length(member) for key, member in item.items() if key in data)
    return chars


def _is_media(value: dict[str, JsonValue]) -> bool:
    return bool(_MEDIA_MARKS & value.keys()) or str(value.get("type")) in _MEDIA_TYPES
