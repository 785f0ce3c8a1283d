"""Prompts and messages as readable sections: who says what, in which form, how long.

A section is one part: a text, a tool call, a tool result, a file. Lengths are UTF-16 code units of the section's
text, tokens the tokenx estimate (PIPELINE §1); neither is what a provider measured.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from inspector.analysis.json_layout import lay_out
from inspector.model import (
    DataState,
    Envelope,
    EnvelopeShape,
    FilePart,
    Message,
    Part,
    ReasoningPart,
    StepStartPart,
    TextPart,
    ToolPart,
    ToolState,
)
from inspector.model.request import RequestPayload
from inspector.sources.devtools.prompt_parts import answer_parts
from inspector.sources.devtools.streamed import INPUT_STREAMING, STREAMING
from inspector.tokens import tokenx
from inspector.wire import js_json, utf16
from inspector.wire.reading import decoded, text_member
from inspector.wire.values import JsonValue

_BINARY_SHOWN: Final = 120
"""Characters of base64 or byte lists that are shown; the rest says nothing to a reader."""

_INPUTS: Final = ("value", "values", "query", "documents")
"""Members of the input of embedding and ranking calls."""

GAP: Final = "⋯"
"""Line that stands for what an excerpt leaves out."""


class SectionKind(StrEnum):
    """What a section holds; `custom` parts of telemetry are recorded but never sent (FORMATS B)."""

    TEXT = "text"
    REASONING = "reasoning"
    TOOL_CALL = "tool-call"
    TOOL_RESULT = "tool-result"
    TOOL_ERROR = "tool-error"
    FILE = "file"
    TOOL = "tool"
    DAMAGED = "damaged"
    NOT_SENT = "not-sent"
    NOT_RECORDED = "not-recorded"
    OTHER = "other"


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """One readable piece.

    Attributes:
        kind: what it is.
        role: who speaks; "" for tool declarations.
        label: tool name, file name, or part type; "" when there is nothing to add.
        text: what to read; JSON is laid out in lines.
        path: where it lies in the value it came from (`messages[3].content[0]`).
        message: number of its message in the prompt, from 0; None outside messages.
        part_index: its part within the message.
        unfinished: what it holds had not all arrived when its stream broke off.
    """

    kind: SectionKind
    text: str
    role: str = ""
    label: str = ""
    path: str = ""
    message: int | None = None
    part_index: int | None = None
    unfinished: bool = False

    @property
    def chars(self) -> int:
        """UTF-16 code units of the text."""
        return utf16.length(self.text)

    @property
    def tokens(self) -> int:
        """Estimated tokens of the text."""
        return tokenx(self.text)


def prompt_sections(prompt: Iterable[JsonValue]) -> list[Section]:
    """Sections of a recorded prompt (LanguageModelV3Prompt or ModelMessage[]), in order."""
    return [section for number, message in enumerate(prompt) for section in _message(number, message)]


def request_sections(payload: RequestPayload) -> list[Section]:
    """Sections of a request's prompt; an input that cannot be read stands behind what was rescued of it."""
    damaged = [
        Section(kind=SectionKind.DAMAGED, label=field.reason, text=field.text, path=field.field)
        for field in payload.unreadable
        if field.field == "input"
    ]
    return _missing(payload) + prompt_sections(payload.prompt) + _other_inputs(payload) + damaged


def _missing(payload: RequestPayload) -> list[Section]:
    """What stood before the prompt and is not in the file, with the bound of its size."""
    if payload.missing_tokens is None:
        return []
    most = f"{payload.missing_tokens:,}".replace(",", "\u202f")
    text = (
        f"Not in this file: tool declarations, and whatever of the system prompt is not shown below; together at most "
        f"{most} tokens."
    )
    return [Section(kind=SectionKind.NOT_RECORDED, text=text)]


def _other_inputs(payload: RequestPayload) -> list[Section]:
    """What calls that are no chat are given: texts to embed, documents to rank."""
    return [
        Section(kind=SectionKind.OTHER, label=name, text=readable(payload.settings[name]), path=name)
        for name in _INPUTS
        if name in payload.settings
    ]


def tool_sections(tools: Iterable[JsonValue]) -> list[Section]:
    """One section per declared tool, its declaration laid out."""
    return [
        Section(
            kind=SectionKind.TOOL,
            text=readable(tool),
            label=text_member(tool, "name"),
            path=f"tools[{number}]",
        )
        for number, tool in enumerate(tools)
    ]


def answer_sections(payload: RequestPayload) -> list[Section]:
    """Sections of what a request produced; a recorded answer that is no object is shown as it stands."""
    if payload.output is not None and not isinstance(payload.output, dict):
        return [Section(kind=SectionKind.DAMAGED, text=readable(payload.output), path="output")]
    parts = answer_parts(payload)
    return [_part(part, "assistant", f"output[{index}]", None, index) for index, part in enumerate(parts)]


def message_sections(message: Message) -> list[Section]:
    """Sections of a stored message; a damaged one is its raw text."""
    if message.data_state is not DataState.OK:
        return [Section(kind=SectionKind.DAMAGED, role=message.role, text=message.raw_data or "")]
    return [
        section
        for index, part in enumerate(message.parts)
        if not isinstance(part, StepStartPart)
        for section in part_sections(part, message.role, index)
    ]


def part_sections(part: Part, role: str, index: int) -> Iterator[Section]:
    """Sections of one stored part: a tool call has its input and its output."""
    if isinstance(part, TextPart | ReasoningPart):
        kind = SectionKind.TEXT if isinstance(part, TextPart) else SectionKind.REASONING
        yield Section(kind=kind, role=role, text=part.text, part_index=index, unfinished=part.unfinished)
    elif isinstance(part, ToolPart):
        yield from _tool_part(part, role, index)
    elif isinstance(part, FilePart):
        name = part.filename or part.media_type
        yield Section(
            kind=SectionKind.FILE, role=role, label=name, text=_file_text(part.raw), part_index=index
        )
    else:
        yield Section(
            kind=SectionKind.OTHER, role=role, label=part.type, text=readable(part.raw), part_index=index
        )


def readable(value: JsonValue) -> str:
    """A string as it is, anything else as JSON in lines."""
    return value if isinstance(value, str) else lay_out(js_json.dumps(value)).text


def _tool_part(part: ToolPart, role: str, index: int) -> Iterator[Section]:
    name = part.tool_name or ""
    yield Section(
        kind=SectionKind.TOOL_CALL,
        role=role,
        label=name,
        text=readable(decoded(part.input)),
        part_index=index,
        unfinished=part.state is ToolState.INPUT_STREAMING,
    )
    if part.error_text is not None:
        yield Section(
            kind=SectionKind.TOOL_ERROR, role=role, label=name, text=part.error_text, part_index=index
        )
    if part.has_output:
        text = _output_text(part.output) if part.envelope is None else envelope_text(part.envelope)
        yield Section(kind=SectionKind.TOOL_RESULT, role=role, label=name, text=text, part_index=index)


def envelope_text(envelope: Envelope) -> str:
    """What a row keeps of a persisted output: the skeleton (v2), or head and tail around a gap (v1)."""
    if envelope.shape is EnvelopeShape.ENTITIES:
        return readable(envelope.skeleton)
    return "\n".join(f"{ref.head}\n{GAP}\n{ref.tail}" for ref in envelope.refs)


def _message(number: int, message: JsonValue) -> Iterator[Section]:
    path = f"messages[{number}]"
    if not isinstance(message, dict):
        yield Section(kind=SectionKind.OTHER, text=readable(message), path=path, message=number)
        return
    role, content = text_member(message, "role"), message.get("content")
    if not isinstance(content, list):
        yield Section(
            kind=SectionKind.TEXT, role=role, text=readable(content), path=f"{path}.content", message=number
        )
        return
    for index, part in enumerate(content):
        yield _part(part, role, f"{path}.content[{index}]", number, index)


def _part(part: JsonValue, role: str, path: str, message: int | None, index: int) -> Section:
    kind, label, text = _described(part)
    return Section(
        kind=kind,
        role=role,
        label=label,
        text=text,
        path=path,
        message=message,
        part_index=index,
        unfinished=isinstance(part, dict) and part.get("state") in (STREAMING, INPUT_STREAMING),
    )


def _described(part: JsonValue) -> tuple[SectionKind, str, str]:
    """Kind, label and text of a prompt's part."""
    if not isinstance(part, dict):
        return (SectionKind.TEXT if isinstance(part, str) else SectionKind.OTHER), "", readable(part)
    kind, text = part.get("type"), part.get("text")
    if kind in ("text", "reasoning") and isinstance(text, str):
        return SectionKind(str(kind)), "", text
    if kind == "custom":
        return SectionKind.NOT_SENT, text_member(part, "kind"), readable(part)
    if kind == "tool-call":
        return SectionKind.TOOL_CALL, text_member(part, "toolName"), readable(decoded(part.get("input")))
    if kind == "tool-result":
        output = part.get("output", part.get("result"))
        failed = isinstance(output, dict) and str(output.get("type", "")).startswith("error")
        result = SectionKind.TOOL_ERROR if failed else SectionKind.TOOL_RESULT
        return result, text_member(part, "toolName"), _output_text(output)
    if kind in ("file", "image"):
        name = text_member(part, "filename") or text_member(part, "mediaType")
        return SectionKind.FILE, name, _file_text(part)
    return SectionKind.OTHER, str(kind or ""), readable(part)


def _output_text(output: JsonValue) -> str:
    """The text a model reads of a typed tool output (`text`, `json`, `content`, errors)."""
    if not isinstance(output, dict) or "type" not in output or "value" not in output:
        return readable(output)
    value = output["value"]
    if isinstance(value, list) and output["type"] == "content":
        texts = [text_member(item, "text") or readable(item) for item in value]
        return "\n".join(texts)
    return readable(value)


def _file_text(part: JsonValue) -> str:
    """A file part as JSON with its bytes shortened: they are long and say nothing."""
    if not isinstance(part, dict):
        return readable(part)
    return readable({key: _shortened(value) for key, value in part.items()})


def _shortened(value: JsonValue) -> JsonValue:
    text = value if isinstance(value, str) else js_json.dumps(value)
    if len(text) <= _BINARY_SHOWN or (isinstance(value, str) and not _is_binary(value)):
        return value
    return f"{text[:_BINARY_SHOWN]}… ({utf16.length(text)} chars)"


def _is_binary(text: str) -> bool:
    return text.startswith("data:") or not any(char.isspace() for char in text[:_BINARY_SHOWN])
