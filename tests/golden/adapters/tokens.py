"""tokens.jsonl: the estimators, and sweeps over all code units as run-length lists."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import groupby
from typing import Any

from inspector.tokens import rough, rough_value, tokenx
from inspector.wire import UNDEFINED, dumps, dumps_length, js_trim, length

_BMP = range(0x10000)

SWEEPS: dict[str, tuple[range, Callable[[str], int]]] = {
    "for cp in 0..0xFFFF: tokenx('abcd'+chr(cp)+'efgh')": (_BMP, lambda c: tokenx(f"abcd{c}efgh")),
    "for cp in 0..0xFFFF: tokenx(chr(cp)*7)": (_BMP, lambda c: tokenx(c * 7)),
    "for cp in 0..0xFFFF: estimate(chr(cp)*10)": (_BMP, lambda c: rough(c * 10)),
    "for cp in 0..0xFFFF: JSON.stringify(chr(cp)).length": (_BMP, dumps_length),
    "for cp in 0..0xFFFF: (chr(cp)).trim().length": (_BMP, lambda c: length(js_trim(c))),
    "for cp in 0x10000..0x10FFFF: tokenx('abcd'+chr(cp)+'efgh')": (
        range(0x10000, 0x110000),
        lambda c: tokenx(f"abcd{c}efgh"),
    ),
}


def run(given: dict[str, Any]) -> Any:
    """One text, one object, or one sweep."""
    if "sweep" in given:
        points, function = SWEEPS[given["sweep"]]
        return run_lengths(function(chr(point)) for point in points)
    if "text" in given:
        text = given["text"]
        return {"tokenx": tokenx(text), "estimate": rough(text), "estimateObject": rough_value(text)}
    if "obj" in given:
        return {"json": dumps(given["obj"]), "estimateObject": rough_value(given["obj"])}
    return {"estimateObject": rough_value(UNDEFINED)}


def run_lengths(values: Iterable[int]) -> list[list[int]]:
    """`[[count, value], …]`."""
    return [[sum(1 for _ in group), value] for value, group in groupby(values)]
