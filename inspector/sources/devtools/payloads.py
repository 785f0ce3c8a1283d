"""Read single fields of a step by their place and turn them into a `RequestPayload` (FORMATS B)."""

from __future__ import annotations

from inspector.model.request import RequestPayload, Unreadable
from inspector.sources.devtools.entries import BIG_FIELDS, StepEntry
from inspector.sources.devtools.lines import RawFile
from inspector.sources.devtools.prompt_parts import is_finished, output_parts
from inspector.sources.devtools.unreadable import INNER_FIELDS, recovered_messages, unreadable_field
from inspector.sources.normal import Oddity, normal_messages, normal_tools, unheard
from inspector.wire import JsonSyntaxError, JsonValue, loads
from inspector.wire.reading import shallow

_NOT_SETTINGS = frozenset({"prompt", "messages", "system", "tools", "toolChoice"})


def read_field_bytes(file: RawFile, step: StepEntry, name: str) -> bytes | None:
    """A field's value as it stands in the file (a JSON string, mostly); None when null or absent."""
    span = step.span(name)
    if span is None:
        return None
    file.seek(span[0])
    return file.read(span[1] - span[0])


def field_text(raw: bytes | None) -> str | None:
    """The JSON text inside a field; a field that is no string (hand-edited) is its own text."""
    if raw is None:
        return None
    if not raw.startswith(b'"'):
        return raw.decode("utf-8", "replace")
    value = parse(raw)
    return value if isinstance(value, str) else None


def field_value(raw: bytes | None) -> JsonValue:
    """A field parsed: the JSON inside its string. What is no JSON inside stays text."""
    text = field_text(raw)
    if text is None:
        return None
    try:
        return shallow(loads(text))
    except JsonSyntaxError:
        return text


def parse(raw: bytes) -> JsonValue:
    """Parse JSON; None when it is damaged."""
    try:
        return loads(raw)
    except JsonSyntaxError:
        return None


def read_payload(file: RawFile, step: StepEntry) -> RequestPayload:
    """Parse all big fields of a step."""
    values: dict[str, JsonValue] = {}
    unreadable: list[Unreadable] = []
    for name in INNER_FIELDS:
        text = field_text(read_field_bytes(file, step, name))
        try:
            values[name] = None if text is None else shallow(loads(text))
        except JsonSyntaxError:
            values[name] = text
            unreadable += [found] if text is not None and (found := unreadable_field(name, text)) else []
    content = input_members(values["input"])
    return RequestPayload(
        prompt=input_messages(values["input"]),
        tools=normal_tools(content.get("tools")),
        tool_choice=content.get("toolChoice"),
        settings={key: value for key, value in content.items() if key not in _NOT_SETTINGS},
        output=values["output"],
        raw_request=values["raw_request"],
        raw_response=values["raw_response"],
        raw_chunks=values["raw_chunks"],
        provider_options=values["provider_options"],
        usage=values["usage"],
        unreadable=tuple(unreadable),
    )


def input_members(recorded: JsonValue) -> dict[str, JsonValue]:
    """The members of a step's input; none when it is no object."""
    return recorded if isinstance(recorded, dict) else {}


def input_messages(recorded: JsonValue, odd: Oddity = unheard) -> list[JsonValue]:
    """The prompt of a step's input in any of its forms.

    Middleware records `prompt` as messages, telemetry also as a text or as `{system, messages}`; wrappers write
    `messages` and `system` themselves. Of an input that is cut or broken, the complete messages before the fault.
    """
    return normal_messages(_messages_in(recorded), odd)


def _messages_in(recorded: JsonValue) -> list[JsonValue]:
    if isinstance(recorded, str):
        return [shallow(message) for message in recovered_messages(recorded)]
    content = input_members(recorded)
    prompt = content.get("prompt", content.get("messages"))
    if isinstance(prompt, list) and "prompt" in content:
        return prompt  # its system messages stand in it
    if isinstance(prompt, dict):
        content, prompt = prompt, prompt.get("messages", prompt.get("prompt"))
    system = content.get("system")
    opening: list[JsonValue] = []
    if isinstance(system, str) and system:
        opening.append({"role": "system", "content": system})
    return opening + prompt_messages(prompt)


def read_output_parts(file: RawFile, step: StepEntry) -> list[JsonValue]:
    """What a step produced, as parts; its events and chunks are read only where the answer has no end."""
    output = field_value(read_field_bytes(file, step, "output"))
    if is_finished(output) and (parts := output_parts(output)):
        return parts
    events, chunks = (
        field_value(read_field_bytes(file, step, name)) for name in ("raw_response", "raw_chunks")
    )
    return output_parts(output, events, chunks)


def prompt_messages(prompt: JsonValue) -> list[JsonValue]:
    """A recorded prompt as messages; telemetry may record a plain text."""
    if isinstance(prompt, list):
        return prompt
    if isinstance(prompt, str) and prompt:
        return [{"role": "user", "content": prompt}]
    return []


def read_raw_json(file: RawFile, step: StepEntry) -> dict[str, str | None]:
    """All big fields of a step as their JSON text."""
    return {name: field_text(read_field_bytes(file, step, name)) for name in BIG_FIELDS if name != "error"}


def read_error(file: RawFile, step: StepEntry) -> str | None:
    """The recorded error as a sentence or JSON text; None when there is none."""
    return field_text(read_field_bytes(file, step, "error"))
