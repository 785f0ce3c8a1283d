"""Looking at stored parts as JSON, malformed ones included, where a count must not depend on them being well-formed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from inspector.model.envelope import ENVELOPE_KEY, EnvelopeShape
from inspector.wire import JsonValue

NO_NAME: Final = "(no name)"


def is_tool(part: Mapping[str, JsonValue]) -> bool:
    """Whether a stored part is a tool call."""
    kind = part.get("type")
    return isinstance(kind, str) and (kind == "dynamic-tool" or kind.startswith("tool-"))


def tool_name(part: Mapping[str, JsonValue]) -> str:
    """The tool of a stored tool part; `(no name)` where it has none."""
    kind = part.get("type")
    if isinstance(kind, str) and kind.startswith("tool-"):
        return kind.removeprefix("tool-") or NO_NAME
    name = part.get("toolName")
    return NO_NAME if name is None or name == "" else str(name)


def tool_parts(parts: list[JsonValue]) -> Iterator[dict[str, JsonValue]]:
    """The tool calls among stored parts."""
    return (part for part in parts if isinstance(part, dict) and is_tool(part))


def envelope_shape(output: JsonValue) -> str:
    """The shape an envelope claims; `array` for a list, `None` where it says nothing."""
    body = output.get(ENVELOPE_KEY) if isinstance(output, dict) else None
    return "array" if isinstance(body, list) else str(body.get("shape") if isinstance(body, dict) else None)


def envelope_refs(output: JsonValue) -> Iterator[Mapping[str, JsonValue]]:
    """What an envelope points to: v2 its list, v1 (and an object of no known shape) itself."""
    body = output.get(ENVELOPE_KEY) if isinstance(output, dict) else None
    if not isinstance(body, dict):
        return
    if body.get("shape") != EnvelopeShape.ENTITIES:
        yield body
        return
    refs = body.get("blobRefs")
    for ref in refs if isinstance(refs, list) else ():
        if isinstance(ref, dict):
            yield ref
