"""The Python form of JSON values, and JavaScript's `undefined` (PIPELINE §0)."""

from __future__ import annotations

from typing import Final, TypeAlias, final

JsonValue: TypeAlias = "dict[str, JsonValue] | list[JsonValue] | str | int | float | bool | None"
"""dict in JavaScript key order; str perhaps with lone surrogates; int within ±2^53, else float."""


@final
class Undefined:
    """The type of `UNDEFINED`: JavaScript's `undefined`, falsy, equal to itself alone."""

    __slots__ = ()

    def __bool__(self) -> bool:
        return False

    def __repr__(self) -> str:
        return "UNDEFINED"

    def __copy__(self) -> Undefined:
        return self

    def __deepcopy__(self, memo: object) -> Undefined:
        return self

    def __reduce__(self) -> str:
        return "UNDEFINED"


UNDEFINED: Final = Undefined()
"""Absent, as opposed to null. A plain object, not an Enum: orjson would write an Enum's value."""

JsValue: TypeAlias = "JsonValue | Undefined"
"""A JSON value or `UNDEFINED`."""
