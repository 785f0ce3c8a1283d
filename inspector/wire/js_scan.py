"""Proofs that orjson and JavaScript agree on a value, cheaper than writing the value twice (PIPELINE §0).

orjson itself refuses lone surrogates, integers beyond 53 bits, `UNDEFINED` and foreign types. What is left
to rule out are objects with array-index keys, which JavaScript orders first, and doubles that the two print
differently.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from types import NoneType
from typing import Final

from inspector.wire.js_numbers import MAX_EXACT, is_index_key
from inspector.wire.values import JsonValue, JsValue

_ORDINARY: Final = frozenset((dict, list, tuple, str, bool, int, NoneType))


def writes_alike(value: JsValue) -> bool:
    """Whether orjson's text of a value it accepts is JavaScript's text of it."""
    for level in _levels(value):
        kinds = set(map(type, level))
        if float in kinds and not all(map(_prints_alike, level)):
            return False
        if not kinds <= _ORDINARY | {float} or (dict in kinds and _has_index_keys(level)):
            return False
    return True


def reads_alike(value: JsonValue) -> bool:
    """Whether a value that orjson parsed is JavaScript's: no index keys, no oversized integers."""
    for level in _levels(value):
        kinds = set(map(type, level))
        if dict in kinds and _has_index_keys(level):
            return False
        if int in kinds and any(type(item) is int and not -MAX_EXACT <= item <= MAX_EXACT for item in level):
            return False
    return True


def _levels(value: object) -> Iterator[list[object]]:
    # The collector's own traversal lists the members of all containers of a level in one C call.
    level = [value]
    while level:
        yield level
        level = gc.get_referents(*level)


def _has_index_keys(level: list[object]) -> bool:
    keys: set[str] = set().union(*[item for item in level if type(item) is dict])
    return any(map(is_index_key, keys))


def _prints_alike(item: object) -> bool:
    # Outside this range orjson and JavaScript differ in layout: 1.0 and 1, 1e-6 and 0.000001.
    return type(item) is not float or (item % 1.0 != 0.0 and abs(item) >= 1e-5)
