"""What providers refuse in tool declarations, as dated data with its sources."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from inspector.analysis.findings.provider_families import Family
from inspector.analysis.findings.schema_checks import depth_of, subschemas
from inspector.analysis.findings.tool_declarations import Declaration, Dialect, Layer
from inspector.wire import JsonValue

AS_OF: Final = "2026-11"


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Limits of one provider.

    Attributes:
        source: where they are documented or were reported.
        name: pattern of a tool's name, in full.
        banned: keywords refused anywhere in a schema of the reduced language.
        banned_at_top: keywords refused at the top of a schema.
        strict_banned: keywords refused anywhere in a schema that is to be enforced.
        strict_depth: levels of nesting allowed then; None = no limit.
        object_at_top: the schema itself must be of type object.
        items: an array must say what its items are.
        reduced: the language of Gemini's `parameters` (`_reduced`).
        typed_alternatives: types belong into the items of anyOf, and each has one (`_typed`).
        tools: tools a request may declare; None = no limit known.
        marks: cache marks a request may set; None = it has none.
    """

    source: str
    name: re.Pattern[str]
    banned: frozenset[str] = frozenset()
    banned_at_top: frozenset[str] = frozenset()
    strict_banned: frozenset[str] = frozenset()
    strict_depth: int | None = None
    object_at_top: bool = False
    items: bool = False
    reduced: bool = False
    typed_alternatives: bool = False
    tools: int | None = None
    marks: int | None = None


_NAME_64: Final = re.compile(r"[a-zA-Z0-9_-]{1,64}")
_STRICT_BANNED: Final = frozenset(
    {"allOf", "not", "dependentRequired", "dependentSchemas", "if", "then", "else", "patternProperties"}
)

LIMITS: Final[dict[Family, Limits]] = {
    Family.ANTHROPIC: Limits(
        source="docs.claude.com: implement tool use; prompt caching; error texts of the API",
        name=re.compile(r"[a-zA-Z0-9_-]{1,128}"),
        banned_at_top=frozenset({"oneOf", "allOf", "anyOf"}),
        object_at_top=True,
        marks=4,
    ),
    Family.OPENAI: Limits(
        source="platform.openai.com: function calling; structured outputs, supported schemas",
        name=_NAME_64,
        banned_at_top=frozenset({"oneOf", "allOf", "anyOf", "enum", "not"}),
        strict_banned=_STRICT_BANNED,
        strict_depth=10,
        object_at_top=True,
        items=True,
        tools=128,
    ),
    Family.GEMINI: Limits(
        source="ai.google.dev: Schema; function calling; error texts of the API",
        name=re.compile(r"[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}"),
        banned=frozenset(
            {"$schema", "$ref", "$defs", "allOf", "not", "const", "patternProperties", "propertyNames", "if"}
        ),
        reduced=True,
        tools=512,
    ),
    Family.BEDROCK: Limits(
        source="docs.aws.amazon.com: ToolSpecification; prompt caching",
        name=_NAME_64,
        object_at_top=True,
        marks=4,
    ),
    Family.MOONSHOT: Limits(
        source="github.com/MoonshotAI/walle; error texts of the API",
        name=re.compile(r"[a-zA-Z_][a-zA-Z0-9_-]{0,63}"),
        banned=frozenset({"not", "oneOf", "allOf", "if", "then", "else", "patternProperties"}),
        object_at_top=True,
        typed_alternatives=True,
        tools=128,
    ),
    Family.GROQ: Limits(source="console.groq.com: tool use", name=_NAME_64, tools=128),
    Family.XAI: Limits(source="docs.x.ai: function calling", name=_NAME_64, tools=200),
    Family.DEEPSEEK: Limits(source="api-docs.deepseek.com: chat completion", name=_NAME_64, tools=128),
}
COMPATIBLE: Final = Limits(
    source="the form of OpenAI, whoever answers",
    name=_NAME_64,
    banned_at_top=LIMITS[Family.OPENAI].banned_at_top,
    strict_banned=_STRICT_BANNED,
    strict_depth=10,
)
"""For bodies in OpenAI's form of providers whose own rules are not known."""

_BODY_FAMILIES: Final = {
    Dialect.ANTHROPIC: Family.ANTHROPIC,
    Dialect.GEMINI: Family.GEMINI,
    Dialect.BEDROCK: Family.BEDROCK,
}


def limits_for(tool: Declaration, family: Family) -> Limits | None:
    """The limits a declaration is judged by: of the body it went out in, else of the family; None = none known."""
    if tool.layer is Layer.WIRE and tool.dialect in _BODY_FAMILIES:
        return LIMITS[_BODY_FAMILIES[tool.dialect]]
    if tool.layer is Layer.WIRE and family in (Family.UNKNOWN, Family.ANTHROPIC, Family.GEMINI):
        return COMPATIBLE
    return LIMITS.get(family)


def violations(tool: Declaration, family: Family) -> Iterator[tuple[str, str]]:
    """What a provider refuses in a declaration: (JSON path below the schema, sentence)."""
    limits = limits_for(tool, family)
    if limits is None:
        return
    if not limits.name.fullmatch(tool.name):
        yield "", f"the name {tool.name!r} does not match {limits.name.pattern}"
    top = tool.schema if isinstance(tool.schema, dict) else {}
    for keyword in sorted(limits.banned_at_top & top.keys()):
        yield "", f"{keyword} is not supported at the top of a schema"
    if limits.object_at_top and tool.schema is not None and top.get("type") != "object" and "$ref" not in top:
        yield "", "the schema must be of type object"
    for path, node in subschemas(tool.schema):
        yield from ((path, sentence) for sentence in _node(tool, limits, path, node))
    depth = depth_of(tool.schema)
    if tool.strict and limits.strict_depth is not None and depth > limits.strict_depth:
        yield "", f"{depth} levels of nesting; {limits.strict_depth} are allowed"


def _node(tool: Declaration, limits: Limits, path: str, node: dict[str, JsonValue]) -> Iterator[str]:
    # Adapters take keywords out for Gemini, so that a declaration before them is not judged by those.
    banned = limits.banned if tool.restricted or limits.typed_alternatives else frozenset()
    for keyword in sorted((banned | (limits.strict_banned if tool.strict else frozenset())) & node.keys()):
        yield f"the keyword {keyword} is not supported"
    if tool.strict and limits.strict_depth is not None:
        yield from _strict(node)
    if limits.items and _is_array(node) and not ({"items", "prefixItems"} & node.keys()):
        yield "an array must say what its items are (items)"
    if limits.reduced and (tool.restricted or tool.layer is Layer.SDK):
        yield from _reduced(node, nested=bool(path))
    if limits.typed_alternatives:
        yield from _typed(node)


def _is_array(node: dict[str, JsonValue]) -> bool:
    kind = node.get("type")
    return kind == "array" or (isinstance(kind, list) and "array" in kind)


def _strict(node: dict[str, JsonValue]) -> Iterator[str]:
    properties, required = node.get("properties"), node.get("required")
    if not isinstance(properties, dict):
        return
    if node.get("additionalProperties") is not False:
        yield "a strict object must have additionalProperties: false"
    optional = set(properties) - set(map(str, required if isinstance(required, list) else []))
    if optional:
        yield f"a strict object must require all its properties; not required: {', '.join(sorted(optional))}"


def _reduced(node: dict[str, JsonValue], *, nested: bool) -> Iterator[str]:
    """Gemini's own schema language, a subset of OpenAPI 3.0."""
    kind, enum = node.get("type"), node.get("enum")
    if isinstance(kind, list):
        yield f"type is a list ({', '.join(map(str, kind))}); one type and nullable are allowed"
    elif kind is None and nested and not ({"anyOf", "oneOf", "$ref", "enum", "const"} & node.keys()):
        yield "type must be specified"
    if _is_array(node) and not node.get("items"):
        yield "an array must say what its items are (items)"
    if kind == "object" and nested and not node.get("properties"):
        yield "an object must have properties (non-empty)"
    if isinstance(kind, str) and kind != "object":
        for keyword in ("properties", "required"):
            if keyword in node:
                yield f"{keyword} is only allowed for an object, and this is of type {kind}"
    if isinstance(enum, list) and any(not isinstance(value, str) for value in enum):
        yield "enum may hold texts only"


def _typed(node: dict[str, JsonValue]) -> Iterator[str]:
    """Moonshot's own flavour of JSON Schema."""
    alternatives = node.get("anyOf")
    if not isinstance(alternatives, list):
        return
    if "type" in node:
        yield "with anyOf, the type belongs into its items and not beside it"
    if any(isinstance(item, dict) and not ({"type", "$ref", "anyOf"} & item.keys()) for item in alternatives):
        yield "an item of anyOf has no type"
