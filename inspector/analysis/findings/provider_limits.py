"""What providers refuse in tool declarations, as dated data (providers' own documentation, late 2026)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from inspector.analysis.findings.schema_checks import depth_of, subschemas
from inspector.analysis.findings.tool_declarations import Declaration, Dialect
from inspector.wire import JsonValue

AS_OF: Final = "2026-11"


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Limits of one dialect.

    Attributes:
        name: pattern of a tool's name, in full.
        banned: keywords refused anywhere in a schema of the reduced language.
        banned_at_top: keywords refused at the top of a schema.
        strict_banned: keywords refused anywhere in a schema that is to be enforced.
        strict_depth: levels of nesting allowed then; None = no limit.
    """

    name: re.Pattern[str]
    banned: frozenset[str] = frozenset()
    banned_at_top: frozenset[str] = frozenset()
    strict_banned: frozenset[str] = frozenset()
    strict_depth: int | None = None


LIMITS: Final[dict[Dialect, Limits]] = {
    Dialect.ANTHROPIC: Limits(
        name=re.compile(r"[a-zA-Z0-9_-]{1,128}"), banned_at_top=frozenset({"oneOf", "allOf", "anyOf"})
    ),
    Dialect.OPENAI: Limits(
        name=re.compile(r"[a-zA-Z0-9_-]{1,64}"),
        banned_at_top=frozenset({"oneOf", "allOf", "anyOf", "enum", "not"}),
        strict_banned=frozenset(
            {
                "allOf",
                "not",
                "dependentRequired",
                "dependentSchemas",
                "if",
                "then",
                "else",
                "patternProperties",
            }
        ),
        strict_depth=10,
    ),
    Dialect.GEMINI: Limits(
        name=re.compile(r"[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}"),
        banned=frozenset(
            {"$schema", "$ref", "$defs", "allOf", "not", "const", "patternProperties", "propertyNames", "if"}
        ),
    ),
    Dialect.BEDROCK: Limits(name=re.compile(r"[a-zA-Z0-9_-]{1,64}")),
}


def violations(tool: Declaration) -> Iterator[tuple[str, str]]:
    """What the provider of a wire declaration refuses in it: (JSON path, sentence)."""
    limits = LIMITS.get(tool.dialect)
    if limits is None:
        return
    if not limits.name.fullmatch(tool.name):
        yield "", f"the name {tool.name!r} does not match {limits.name.pattern}"
    top = tool.schema if isinstance(tool.schema, dict) else {}
    for keyword in sorted(limits.banned_at_top & top.keys()):
        yield "", f"{keyword} is not supported at the top of a schema"
    for path, node in subschemas(tool.schema):
        banned = limits.banned if tool.restricted else frozenset()
        for keyword in sorted(
            (banned | (limits.strict_banned if tool.strict else frozenset())) & node.keys()
        ):
            yield path, f"the keyword {keyword} is not supported"
        if tool.strict and tool.dialect is Dialect.OPENAI:
            yield from ((path, sentence) for sentence in _strict(node))
    depth = depth_of(tool.schema)
    if tool.strict and limits.strict_depth is not None and depth > limits.strict_depth:
        yield "", f"{depth} levels of nesting; {limits.strict_depth} are allowed"


def _strict(node: dict[str, JsonValue]) -> Iterator[str]:
    properties, required = node.get("properties"), node.get("required")
    if not isinstance(properties, dict):
        return
    if node.get("additionalProperties") is not False:
        yield "a strict object must have additionalProperties: false"
    optional = set(properties) - set(map(str, required if isinstance(required, list) else []))
    if optional:
        yield f"a strict object must require all its properties; not required: {', '.join(sorted(optional))}"
