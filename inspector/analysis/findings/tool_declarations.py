"""Tool declarations as each layer states them: the SDK's own form and the body of the four wire dialects (FORMATS B).

The same tool can differ between the two, and both can be wrong in ways a provider answers with 400 (PIPELINE §17.1).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

import xxhash

from inspector.wire import JsonValue, dumps, encode_utf8

JsonObject = dict[str, JsonValue]


class Layer(StrEnum):
    """Who stated a declaration: the application through its SDK, or the provider adapter on the wire."""

    SDK = "sdk"
    WIRE = "wire"


class Dialect(StrEnum):
    """Form of a request body."""

    ANTHROPIC = "anthropic"
    OPENAI = "openai"
    GEMINI = "gemini"
    BEDROCK = "bedrock"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True, kw_only=True)
class Declaration:
    """One function tool of one layer.

    Attributes:
        layer, dialect: who states it and in which form; the SDK's has dialect UNKNOWN.
        index: position among all tools of the request.
        name: as the model calls it.
        schema: its input schema; None = not recorded.
        schema_path, examples_path: JSON paths in the request's input or body.
        examples: example inputs.
        strict: the provider is asked to enforce the schema.
        restricted: the schema is in the provider's reduced schema language, not in full JSON Schema.
        digest: of the whole declaration.
        chars: length of its JSON.
    """

    layer: Layer
    dialect: Dialect
    index: int
    name: str
    schema: JsonValue
    schema_path: str
    examples_path: str = ""
    examples: tuple[JsonValue, ...] = ()
    strict: bool = False
    restricted: bool = False
    digest: int = 0
    chars: int = 0


def sdk_declarations(tools: Sequence[JsonValue]) -> tuple[Declaration, ...]:
    """Tools as recorded in a step's input (`inputSchema`, or `parameters` of telemetry)."""
    return tuple(_sdk(index, tool) for index, tool in enumerate(tools) if isinstance(tool, dict))


def wire_declarations(body: JsonObject) -> tuple[Declaration, ...]:
    """Function tools of a recorded request body; tools run by the provider have no schema and are left out."""
    config = body.get("toolConfig")
    tools = body.get("tools", config.get("tools") if isinstance(config, dict) else None)
    found: list[Declaration] = []
    for index, tool in enumerate(tools if isinstance(tools, list) else []):
        if isinstance(tool, dict):
            found += _wire(index, tool)
    return tuple(found)


def _sdk(index: int, tool: JsonObject) -> Declaration:
    schema = tool.get("inputSchema", tool.get("parameters"))
    key = "inputSchema" if "inputSchema" in tool else "parameters"
    if isinstance(schema, dict) and isinstance(schema.get("jsonSchema"), dict):
        schema, key = schema["jsonSchema"], f"{key}.jsonSchema"
    examples = tool.get("inputExamples")
    inputs = [
        item["input"] if isinstance(item, dict) and "input" in item else item
        for item in (examples if isinstance(examples, list) else [])
    ]
    return _declaration(
        tool,
        Layer.SDK,
        Dialect.UNKNOWN,
        index,
        tool.get("name", tool.get("id")),
        schema,
        f"tools[{index}].{key}",
        examples=tuple(inputs),
        examples_path=f"tools[{index}].inputExamples",
        strict=tool.get("strict") is True,
    )


def _wire(index: int, tool: JsonObject) -> Iterator[Declaration]:
    where = f"tools[{index}]"
    function, functions = tool.get("function"), tool.get("functionDeclarations")
    spec = tool.get("toolSpec")
    if isinstance(functions, list):
        for number, item in enumerate(functions):
            if isinstance(item, dict):
                yield _gemini(number, item, f"{where}.functionDeclarations[{number}]")
    elif isinstance(function, dict):
        yield _openai(index, function, f"{where}.function")
    elif tool.get("type") == "function":
        yield _openai(index, tool, where)
    elif isinstance(spec, dict):
        schema = spec.get("inputSchema")
        json_schema = schema.get("json") if isinstance(schema, dict) else None
        path = f"toolConfig.{where}.toolSpec.inputSchema.json"
        yield _declaration(spec, Layer.WIRE, Dialect.BEDROCK, index, spec.get("name"), json_schema, path)
    elif "input_schema" in tool:
        examples = tool.get("input_examples")
        yield _declaration(
            tool,
            Layer.WIRE,
            Dialect.ANTHROPIC,
            index,
            tool.get("name"),
            tool["input_schema"],
            f"{where}.input_schema",
            examples=tuple(examples) if isinstance(examples, list) else (),
            examples_path=f"{where}.input_examples",
            strict=tool.get("strict") is True,
        )


def _openai(index: int, tool: JsonObject, where: str) -> Declaration:
    return _declaration(
        tool,
        Layer.WIRE,
        Dialect.OPENAI,
        index,
        tool.get("name"),
        tool.get("parameters"),
        f"{where}.parameters",
        strict=tool.get("strict") is True,
    )


def _gemini(index: int, tool: JsonObject, where: str) -> Declaration:
    full = "parametersJsonSchema" in tool
    key = "parametersJsonSchema" if full else "parameters"
    return _declaration(
        tool,
        Layer.WIRE,
        Dialect.GEMINI,
        index,
        tool.get("name"),
        tool.get(key),
        f"{where}.{key}",
        restricted=not full,
    )


def _declaration(
    tool: JsonObject,
    layer: Layer,
    dialect: Dialect,
    index: int,
    name: JsonValue,
    schema: JsonValue,
    schema_path: str,
    *,
    examples: tuple[JsonValue, ...] = (),
    examples_path: str = "",
    strict: bool = False,
    restricted: bool = False,
) -> Declaration:
    text = dumps(tool)
    return Declaration(
        layer=layer,
        dialect=dialect,
        index=index,
        name=name if isinstance(name, str) else "",
        schema=schema,
        schema_path=schema_path,
        examples=examples,
        examples_path=examples_path,
        strict=strict,
        restricted=restricted,
        digest=xxhash.xxh3_64_intdigest(encode_utf8(f"{layer} {schema_path} {text}")),
        chars=len(text),
    )
