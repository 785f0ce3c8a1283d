"""The application's own way from stored messages to model messages (PIPELINE §9).

Around the SDK's conversion: envelopes are rendered first (§6), dynamic tools get legal names, media the model
does not take become notes; then neighbours of one role are merged and empty assistants filled.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from inspector.model.envelope import is_envelope
from inspector.pipeline.conversion.media import MediaCapabilities, acceptable_output, acceptable_part
from inspector.pipeline.conversion.merging import fill_empty_assistants, merge_same_role
from inspector.pipeline.conversion.model_forms import ModelForm
from inspector.pipeline.conversion.parts import JsonObject, part_type, parts_of, tool_name
from inspector.pipeline.conversion.tool_names import legal_tool_name
from inspector.pipeline.conversion.ui_to_model import model_messages_of
from inspector.wire import JsonValue

RenderOutput: TypeAlias = Callable[[JsonValue], JsonValue]
"""A stored envelope → the output the model sees in its place."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ConversionOptions:
    """How messages are converted.

    Attributes:
        forms: model forms of the tools at hand, by name.
        tools: names of the tools at hand; they are sent as they are, however illegal.
        capabilities: media the model takes; None = nothing is replaced.
        tool_result_capabilities: media it takes inside tool results; None = as `capabilities`.
        render_output: for envelopes; None leaves them as they are.
    """

    forms: Mapping[str, ModelForm] = field(default_factory=dict)
    tools: frozenset[str] = frozenset()
    capabilities: MediaCapabilities | None = None
    tool_result_capabilities: MediaCapabilities | None = None
    render_output: RenderOutput | None = None


@dataclass(frozen=True, slots=True)
class Renamed:
    """A tool that is called by another name on the wire."""

    tool_call_id: str
    name: str
    wire_name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ConvertedMessage:
    """One stored message, converted.

    Attributes:
        messages: its model messages, not yet merged with their neighbours.
        rendered: calls whose envelope was rendered.
        renamed: calls whose tool has another name on the wire.
        omitted_media: attachments and result items replaced by a note.
    """

    messages: tuple[JsonObject, ...]
    rendered: tuple[str, ...] = ()
    renamed: tuple[Renamed, ...] = ()
    omitted_media: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Converted:
    """A conversation as model messages.

    Attributes:
        messages: ready for `model_to_prompt`.
        by_message: what became of each stored message.
        merged: model messages that disappeared into the one before.
        filled: assistant messages that had nothing to say.
    """

    messages: list[JsonObject]
    by_message: tuple[ConvertedMessage, ...]
    merged: int
    filled: int


def stored_to_model(messages: Sequence[JsonObject], options: ConversionOptions) -> Converted:
    """Convert stored messages. Raises ConversionError when one cannot be shown to a model."""
    return join_converted([convert_message(message, options) for message in messages])


def convert_message(message: JsonObject, options: ConversionOptions) -> ConvertedMessage:
    """Convert one stored message; a pure function of the two, so that its value can be kept."""
    trail = _Trail()
    prepared: JsonObject = {
        **message,
        "parts": [_prepared(part, options, trail) for part in parts_of(message)],
    }
    converted = model_messages_of(prepared, options.forms)
    capabilities = options.tool_result_capabilities or options.capabilities
    if capabilities is not None:
        converted = tuple(_with_acceptable_results(each, capabilities, trail) for each in converted)
    return ConvertedMessage(
        messages=converted,
        rendered=tuple(trail.rendered),
        renamed=tuple(trail.renamed),
        omitted_media=trail.omitted_media,
    )


def join_converted(by_message: Sequence[ConvertedMessage]) -> Converted:
    """Put converted messages together: merge neighbours of one role, fill assistants left empty."""
    separate = [message for each in by_message for message in each.messages]
    merged = merge_same_role(separate)
    filled = fill_empty_assistants(merged)
    return Converted(
        messages=filled,
        by_message=tuple(by_message),
        merged=len(separate) - len(merged),
        filled=sum(after is not before for after, before in zip(filled, merged, strict=True)),
    )


@dataclass(slots=True)
class _Trail:
    """What was done while one message is prepared."""

    rendered: list[str] = field(default_factory=list)
    renamed: list[Renamed] = field(default_factory=list)
    omitted_media: int = 0


def _prepared(part: JsonObject, options: ConversionOptions, trail: _Trail) -> JsonObject:
    part = _rendered(part, options, trail)
    part = _legally_named(part, options, trail)
    if options.capabilities is None:
        return part
    acceptable = acceptable_part(part, options.capabilities)
    trail.omitted_media += acceptable is not part
    return acceptable


def _rendered(part: JsonObject, options: ConversionOptions, trail: _Trail) -> JsonObject:
    if options.render_output is None or part.get("state") != "output-available":
        return part
    output = part.get("output")
    if not is_envelope(output):
        return part
    trail.rendered.append(str(part.get("toolCallId")))
    return {**part, "output": options.render_output(output)}


def _legally_named(part: JsonObject, options: ConversionOptions, trail: _Trail) -> JsonObject:
    name = tool_name(part)
    if part_type(part) != "dynamic-tool" or name in options.tools:
        return part
    wire_name = legal_tool_name(name)
    if wire_name == name:
        return part
    trail.renamed.append(Renamed(str(part.get("toolCallId")), name, wire_name))
    return {**part, "toolName": wire_name}


def _with_acceptable_results(
    message: JsonObject, capabilities: MediaCapabilities, trail: _Trail
) -> JsonObject:
    content = message.get("content")
    if not isinstance(content, list):
        return message
    parts = [_acceptable_result(part, capabilities, trail) for part in content]
    changed = any(part is not before for part, before in zip(parts, content, strict=True))
    return {**message, "content": parts} if changed else message


def _acceptable_result(part: JsonValue, capabilities: MediaCapabilities, trail: _Trail) -> JsonValue:
    output = part.get("output") if isinstance(part, dict) and part.get("type") == "tool-result" else None
    if not isinstance(part, dict) or not isinstance(output, dict):
        return part
    acceptable = acceptable_output(output, capabilities)
    if acceptable is output:
        return part
    trail.omitted_media += 1
    return {**part, "output": acceptable}
