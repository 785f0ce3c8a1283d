"""jsonschema validators that a schema from a file cannot hold up: bounded patterns, bounded comparisons, no fetching.

`pattern`, `patternProperties` and what looks at them search with a time limit; `uniqueItems` compares by hash instead
of pair by pair. A schema that still takes too many steps is judged by nobody (`TooCostlyError`).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Final

from inspector.wire import JsonValue, dumps
from inspector.wire.patterns import PatternError, SlowPatternError, compiled

_MOST_ITEMS: Final = 100_000
"""Items of a list and properties of an object beyond which nothing is validated: an example has a dozen."""


class TooCostlyError(Exception):
    """Judging takes longer than it may."""


def validator_class(schema: dict[str, JsonValue]) -> Any:
    """The bounded validator of the dialect a schema names; of 2020-12 when it names none that is known."""
    from jsonschema import Draft202012Validator
    from jsonschema.validators import validator_for

    named = schema.get("$schema")
    dialect = (
        validator_for(schema, default=Draft202012Validator)
        if isinstance(named, str)
        else Draft202012Validator
    )
    return _bounded(dialect)


@lru_cache(maxsize=16)
def _bounded(dialect: Any) -> Any:
    from jsonschema import validators

    extend: Any = validators.extend  # type: ignore[attr-defined,unused-ignore]
    return extend(
        dialect,
        {
            "pattern": _pattern,
            "patternProperties": _pattern_properties,
            "additionalProperties": _additional_properties,
            "uniqueItems": _unique_items,
            "unevaluatedProperties": _unjudged,
            "unevaluatedItems": _unjudged,
        },
    )


def schema_errors(schema: dict[str, JsonValue]) -> Iterator[Any]:
    """What is wrong with a schema by its dialect's own schema."""
    from jsonschema_specifications import REGISTRY

    made = validator_class(schema)
    yield from made(made.META_SCHEMA, registry=REGISTRY).iter_errors(schema)


def _found(pattern: object, text: str) -> bool:
    try:
        return isinstance(pattern, str) and compiled(pattern).matches(text)
    except (PatternError, SlowPatternError) as error:
        raise TooCostlyError(str(error)) from error


def _check_size(instance: Any) -> None:
    if len(instance) > _MOST_ITEMS:
        raise TooCostlyError(f"{len(instance)} items")


def _pattern(validator: Any, pattern: object, instance: object, schema: object) -> Iterator[Any]:
    from jsonschema.exceptions import ValidationError

    if isinstance(instance, str) and not _found(pattern, instance):
        yield ValidationError(f"{instance!r} does not match {pattern!r}")


def _pattern_properties(validator: Any, patterns: Any, instance: Any, schema: object) -> Iterator[Any]:
    if not isinstance(instance, dict):
        return
    _check_size(instance)
    for pattern, subschema in patterns.items():
        for name, member in instance.items():
            if _found(pattern, name):
                yield from validator.descend(member, subschema, path=name, schema_path=pattern)


def _additional_properties(validator: Any, allowed: Any, instance: Any, schema: Any) -> Iterator[Any]:
    from jsonschema.exceptions import ValidationError

    if not isinstance(instance, dict):
        return
    _check_size(instance)
    known, patterns = schema.get("properties", {}), list(schema.get("patternProperties", {}))
    extras = [name for name in instance if name not in known and not any(_found(p, name) for p in patterns)]
    if isinstance(allowed, dict):
        for name in extras:
            yield from validator.descend(instance[name], allowed, path=name)
    elif allowed is False and extras:
        named = ", ".join(repr(name) for name in extras[:5])
        were = "was" if len(extras) == 1 else "were"
        yield ValidationError(f"Additional properties are not allowed ({named} {were} unexpected)")


def _unique_items(validator: Any, wanted: object, instance: Any, schema: object) -> Iterator[Any]:
    from jsonschema.exceptions import ValidationError

    if wanted and isinstance(instance, list):
        _check_size(instance)
        if len({_identity(item) for item in instance}) < len(instance):
            yield ValidationError(f"{instance!r} has non-unique elements")


def _identity(item: JsonValue) -> str:
    """The same for values JSON Schema takes for equal: 1 and 1.0, objects in any order."""
    if isinstance(item, dict):
        return "{" + ",".join(f"{dumps(name)}:{_identity(item[name])}" for name in sorted(item)) + "}"
    if isinstance(item, list):
        return "[" + ",".join(map(_identity, item)) + "]"
    return dumps(item)


def _unjudged(validator: Any, value: object, instance: object, schema: object) -> Iterator[Any]:
    """Looks at every other keyword's patterns by itself; left to the provider."""
    yield from ()
