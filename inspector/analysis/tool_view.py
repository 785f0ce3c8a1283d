"""Tool declarations as a person reads them: description, parameters as a tree, size, and how often called.

Covers the shapes of FORMATS B: `inputSchema` (v6), `parameters` (v7 prompts), none at all (telemetry).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from inspector.model import RequestPayload
from inspector.sources.devtools.prompt_parts import answer_parts
from inspector.tokens import tokenx
from inspector.wire import js_json
from inspector.wire.values import JsonValue

_DEEPEST = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter:
    """One property of a schema.

    Attributes:
        name: its key; `[]` for the elements of an array.
        type: `string`, `array of object`, `string | null`, or "" when the schema does not say.
        required: listed as required.
        description: as declared.
        children: properties of an object, or of an array's elements.
    """

    name: str
    type: str
    required: bool
    description: str
    children: tuple[Parameter, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolView:
    """One declared tool.

    Attributes:
        name, description: as declared.
        declaration: the whole declaration as recorded.
        has_schema: whether a parameter schema was recorded at all.
        parameters: top level of the schema.
        chars: UTF-16 code units of the declaration as compact JSON.
        tokens: tokenx estimate of the same.
        calls: how often this request's answer calls it.
    """

    name: str
    description: str
    declaration: JsonValue
    has_schema: bool
    parameters: tuple[Parameter, ...]
    chars: int
    tokens: int
    calls: int


def tool_views(payload: RequestPayload) -> list[ToolView]:
    """The tools of a request in recorded order; empty when none were recorded."""
    calls = Counter(
        _text(part.get("toolName"))
        for part in answer_parts(payload)
        if isinstance(part, dict) and part.get("type", "tool-call") == "tool-call"
    )
    return [_view(tool, calls) for tool in payload.tools or []]


def _view(tool: JsonValue, calls: Counter[str]) -> ToolView:
    fields = tool if isinstance(tool, dict) else {}
    name = _text(fields.get("name")) or _text(fields.get("id"))
    schema = fields.get("inputSchema", fields.get("parameters"))
    if isinstance(schema, dict) and isinstance(schema.get("jsonSchema"), dict):
        schema = schema["jsonSchema"]
    text = js_json.dumps(tool)
    return ToolView(
        name=name,
        description=_text(fields.get("description")),
        declaration=tool,
        has_schema=isinstance(schema, dict),
        parameters=_parameters(schema, 0),
        chars=js_json.dumps_length(tool),
        tokens=tokenx(text),
        calls=calls[name],
    )


def _parameters(schema: JsonValue, depth: int) -> tuple[Parameter, ...]:
    if not isinstance(schema, dict) or depth > _DEEPEST:
        return ()
    properties, items = schema.get("properties"), schema.get("items")
    if isinstance(properties, dict):
        required = schema.get("required")
        wanted = set(map(str, required)) if isinstance(required, list) else set()
        return tuple(_parameter(name, value, name in wanted, depth) for name, value in properties.items())
    if isinstance(items, dict) and ("properties" in items or "items" in items):
        return (_parameter("[]", items, False, depth),)
    return ()


def _parameter(name: str, schema: JsonValue, required: bool, depth: int) -> Parameter:
    description = _text(schema.get("description")) if isinstance(schema, dict) else ""
    return Parameter(
        name=name,
        type=_type(schema),
        required=required,
        description=description,
        children=_parameters(schema, depth + 1),
    )


def _type(schema: JsonValue) -> str:
    if not isinstance(schema, dict):
        return ""
    for member in ("anyOf", "oneOf"):
        choices = schema.get(member)
        if isinstance(choices, list):
            return " | ".join(dict.fromkeys(_type(choice) for choice in choices))
    if isinstance(choices := schema.get("enum"), list):
        return " | ".join(js_json.dumps(choice) for choice in choices)
    if "const" in schema:
        return js_json.dumps(schema["const"])
    kind = schema.get("type")
    if isinstance(kind, list):
        return " | ".join(map(str, kind))
    items = schema.get("items")
    if kind == "array" and isinstance(items, dict) and _type(items):
        return f"array of {_type(items)}"
    return _text(kind)


def _text(value: JsonValue) -> str:
    return value if isinstance(value, str) else ""
