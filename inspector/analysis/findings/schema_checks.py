"""Looking at one tool schema: whether its examples fit, which objects it closes to everything, how two layers differ.

jsonschema is the validator. It is given an empty registry, because a schema from a capture must never make us
fetch a URL; and it is imported by whoever needs it first, because it takes an eighth of a second of every start.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from inspector.analysis.findings.evidence_text import shortened
from inspector.analysis.findings.safe_schema import TooCostlyError, schema_errors, validator_class
from inspector.wire import JsonValue

_DEEPEST: Final = 40
_COMBINING: Final = frozenset({"$ref", "allOf", "anyOf", "oneOf"})
_SUBSCHEMA_LISTS: Final = ("anyOf", "oneOf", "allOf", "prefixItems")
_SUBSCHEMA_MAPS: Final = ("properties", "patternProperties", "$defs", "definitions")
_SUBSCHEMAS: Final = ("items", "additionalProperties", "not", "if", "then", "else")


@dataclass(frozen=True, slots=True)
class Mismatch:
    """An example that does not fit.

    Attributes:
        path: where in the example (`.params.query`).
        reason: the validator's sentence.
        closed: the reason is an object that accepts no properties at all.
    """

    path: str
    reason: str
    closed: bool


def schema_error(schema: JsonValue) -> str:
    """Why a schema is no valid JSON Schema; "" when it is one."""
    if not isinstance(schema, dict):
        return "a tool's schema must be an object"
    from jsonschema.exceptions import best_match

    try:
        error = best_match(schema_errors(schema))
    except (TooCostlyError, RecursionError):
        return ""  # a pattern in JavaScript's dialect, or nested beyond reason: not for us to judge
    return "" if error is None else f"{_path(error.absolute_path) or 'the schema'}: {error.message}"


def example_mismatch(schema: JsonValue, example: JsonValue) -> Mismatch | None:
    """Why an example input does not fit its schema; None when it does or nobody can tell."""
    if not isinstance(schema, dict) or schema_error(schema):
        return None
    from jsonschema.exceptions import best_match
    from referencing import Registry
    from referencing.exceptions import Unresolvable

    validator = validator_class(schema)(schema, registry=Registry())
    try:
        error = best_match(validator.iter_errors(example))
    except (Unresolvable, TooCostlyError, RecursionError):
        return None
    if error is None:
        return None
    owner = error.schema if isinstance(error.schema, dict) else {}
    reason = shortened(error.message, 300)
    return Mismatch(
        _path(error.absolute_path),
        reason,
        closed=error.validator == "additionalProperties" and _takes_nothing(owner),
    )


def closed_objects(schema: JsonValue) -> list[str]:
    """Paths of objects that accept no properties although they mean to: a schema for a nested or described object."""
    return [
        path
        for path, node in subschemas(schema)
        if _takes_nothing(node) and (path or "propertyNames" in node or node.get("required"))
    ]


def subschemas(
    schema: JsonValue, path: str = "", depth: int = 0
) -> Iterator[tuple[str, dict[str, JsonValue]]]:
    """Every schema object in a schema with its JSON path, the outermost first."""
    if not isinstance(schema, dict) or depth > _DEEPEST:
        return
    yield path, schema
    for key in _SUBSCHEMA_MAPS:
        members = schema.get(key)
        for name, item in (members if isinstance(members, dict) else {}).items():
            yield from subschemas(item, f"{path}.{key}.{name}", depth + 1)
    for key in _SUBSCHEMA_LISTS:
        items = schema.get(key)
        for number, item in enumerate(items if isinstance(items, list) else []):
            yield from subschemas(item, f"{path}.{key}[{number}]", depth + 1)
    for key in _SUBSCHEMAS:
        yield from subschemas(schema.get(key), f"{path}.{key}", depth + 1)


def depth_of(schema: JsonValue, deepest: int = _DEEPEST) -> int:
    """How many objects and arrays lie inside one another; deeper than `deepest` is not looked at."""
    if not isinstance(schema, dict) or deepest == 0:
        return 0
    below = [depth_of(node, deepest - 1) for _, node in _children(schema)]
    own = schema.get("type") in ("object", "array") or "properties" in schema
    return int(own) + max(below, default=0)


def differences(declared: JsonValue, sent: JsonValue) -> list[str]:
    """What a layer in between made of a schema, as short sentences; what dialects leave out as a rule is not told."""
    before, after = dict(subschemas(declared)), dict(subschemas(sent))
    found: list[str] = []
    for path, node in after.items():
        old = before.get(path)
        if old is None or _COMBINING & old.keys():
            continue  # adapters write alternatives and references out in forms of their own
        place = path or "the input"
        if _closed(node) and not _closed(old):
            found.append(f"{place} was closed to further properties")
        added, removed = _names(node) - _names(old), _names(old) - _names(node)
        if added or removed:
            found.append(
                f"{place} has other properties: {_listed(added, '+')}{_listed(removed, '-')}".rstrip()
            )
        if required := _required(node) ^ _required(old):
            found.append(f"{place} requires differently: {', '.join(sorted(required))}")
    return found


def _children(schema: dict[str, JsonValue]) -> Iterator[tuple[str, JsonValue]]:
    for key in ("properties", "$defs", "definitions"):
        members = schema.get(key)
        yield from (members if isinstance(members, dict) else {}).items()
    for key in ("anyOf", "oneOf", "allOf"):
        items = schema.get(key)
        yield from ((key, item) for item in (items if isinstance(items, list) else []))
    yield "items", schema.get("items")


def _takes_nothing(node: dict[str, JsonValue]) -> bool:
    """Properties declared in an `allOf` or `anyOf` beside it do not count: being closed looks at its own only."""
    return (
        _closed(node)
        and not node.get("properties")
        and not node.get("patternProperties")
        and "$ref" not in node
    )


def _closed(node: dict[str, JsonValue]) -> bool:
    return node.get("additionalProperties") is False


def _names(node: dict[str, JsonValue]) -> set[str]:
    properties = node.get("properties")
    return set(properties) if isinstance(properties, dict) else set()


def _required(node: dict[str, JsonValue]) -> set[str]:
    required = node.get("required")
    return {str(name) for name in required} if isinstance(required, list) else set()


def _listed(names: set[str], sign: str) -> str:
    return "".join(f"{sign}{name} " for name in sorted(names))


def _path(parts: Iterable[object]) -> str:
    return "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in parts)
