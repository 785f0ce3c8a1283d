"""Proofs that orjson and JavaScript agree on a value, cheaper than writing the value twice (PIPELINE §0).

orjson itself refuses lone surrogates, integers beyond 53 bits, `UNDEFINED` and foreign types. What is left to
rule out are objects with array-index keys, which JavaScript orders first, and doubles that the two print
differently. Few long texts are proven by a walk over the values, many small values by a scan of the text.
"""

from __future__ import annotations

import gc
import re
from collections.abc import Iterator
from types import NoneType
from typing import Any, Final

from inspector.wire.js_numbers import MAX_EXACT, has_index_key
from inspector.wire.values import JsonValue, JsValue

_ORDINARY: Final = frozenset((dict, list, tuple, str, bool, int, NoneType))
_CONTAINERS: Final = frozenset((dict, list, tuple))
_BYTES_PER_VISIT: Final = 200
"""A walk spends on a value what a scan spends on about so many bytes."""
_FREE_VISITS: Final = 500
_SHORT: Final = 1500
_SUSPICIOUS: Final = re.compile(rb'[0-9](?:":|\.0[,\]}]|\.0\Z|e[-+]?[0-9])')
"""In every text that may differ there is an end of an index key, a whole double or an exponent."""


class _TooMany(Exception):  # noqa: N818 - control flow, not an error
    """There are more values to walk over than it would cost to scan their text."""


def writes_alike(value: JsValue, written: bytes) -> bool:
    """Whether what orjson wrote of a value it accepts is JavaScript's text of it."""
    if len(written) < _SHORT and _SUSPICIOUS.search(written) is None:
        return True
    try:
        return _walk_agrees(value, _FREE_VISITS + len(written) // _BYTES_PER_VISIT)
    except _TooMany:
        # Imported when needed: numpy takes longer to load than all the rest of this layer.
        from inspector.wire.js_scan_text import might_differ

        return not might_differ(written) or _walk_agrees(value, None)


def reads_alike(value: JsonValue) -> bool:
    """Whether a value that orjson parsed is JavaScript's: no index keys, no oversized integers."""
    for level, kinds, containers in _levels(value, None):
        if dict in kinds and _has_index_keys(containers):
            return False
        if int in kinds and _has_oversized(level):
            return False
    return True


def _walk_agrees(value: JsValue, most: int | None) -> bool:
    for level, kinds, containers in _levels(value, most):
        odd = kinds - _ORDINARY
        if odd and (odd != {float} or not all(map(_prints_alike, level))):
            return False
        if dict in kinds and _has_index_keys(containers):
            return False
    return True


def _levels(value: object, most: int | None) -> Iterator[tuple[list[Any], set[type], list[Any]]]:
    """All values depth by depth, their types, the containers among them; `_TooMany` beyond so many values."""
    level: list[Any] = [value]
    while level:
        kinds = set(map(type, level))
        containers = level if kinds <= _CONTAINERS else [item for item in level if type(item) in _CONTAINERS]
        if most is not None:
            most -= sum(map(len, containers))
            if most < 0:
                raise _TooMany
        yield level, kinds, containers
        # The collector's own traversal lists the members of all containers in one C call.
        level = gc.get_referents(*containers)


def _has_index_keys(containers: list[Any]) -> bool:
    keys: set[str] = set().union(*[item for item in containers if type(item) is dict])
    return has_index_key(keys)


def _has_oversized(level: list[Any]) -> bool:
    whole = [item for item in level if type(item) is int]
    return max(whole) > MAX_EXACT or min(whole) < -MAX_EXACT


def _prints_alike(item: object) -> bool:
    # Outside this range orjson and JavaScript differ in layout: 1.0 and 1, 1e-6 and 0.000001.
    return type(item) is not float or (item % 1.0 != 0.0 and abs(item) >= 1e-5)
