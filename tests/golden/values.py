"""Decoding and comparing of recorded values: the JS-only values of the vectors' README and key order."""

from __future__ import annotations

import base64
import math
from typing import Any

from inspector.wire import UNDEFINED, js_json


class JsMap(list[Any]):
    """A JavaScript Map as a list of [key, value] pairs."""


class JsSet(list[Any]):
    """A JavaScript Set as a list."""


class JsUrl(str):
    """A URL object; compares as its href."""

    __slots__ = ()


class JsFunction:
    """Stands for a function in an input."""


class Thrown(dict[str, Any]):
    """A recorded throw: `{"error": message}`."""


def decode(value: Any) -> Any:
    """Turn a recorded value into Python, JS-only values included; dicts keep their key order."""
    if isinstance(value, list):
        return [decode(item) for item in value]
    if not isinstance(value, dict):
        return value
    if len(value) == 1:
        key, inner = next(iter(value.items()))
        special = _SPECIAL.get(key)
        if special is not None:
            return special(inner)
    return {key: decode(item) for key, item in value.items()}


_SPECIAL = {
    "$undefined": lambda _: UNDEFINED,
    "$num": lambda text: {"NaN": math.nan, "Infinity": math.inf, "-Infinity": -math.inf, "-0": -0.0}[text],
    "$map": lambda pairs: JsMap([decode(k), decode(v)] for k, v in pairs),
    "$set": lambda items: JsSet(decode(item) for item in items),
    "$url": JsUrl,
    "$bytes": base64.b64decode,
    "$fn": lambda _: JsFunction(),
}


def first_difference(expected: Any, actual: Any, where: str = "$") -> str | None:
    """Path and sides of the first difference; None when equal. Key order counts, undefined members do not."""
    if isinstance(expected, dict) and isinstance(actual, dict):
        return _dict_difference(_defined(expected), _defined(actual), where)
    if isinstance(expected, list) and isinstance(actual, list | tuple):
        return _list_difference(expected, actual, where)
    return (
        None
        if _same_scalar(expected, actual)
        else f"{where}: expected {_show(expected)}, got {_show(actual)}"
    )


def _defined(mapping: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in mapping.items() if value is not UNDEFINED}


def _dict_difference(expected: dict[str, Any], actual: dict[str, Any], where: str) -> str | None:
    if list(expected) != list(actual):
        return f"{where}: expected keys {list(expected)}, got {list(actual)}"
    for key, value in expected.items():
        if difference := first_difference(value, actual[key], f"{where}.{key}"):
            return difference
    return None


def _list_difference(expected: list[Any], actual: Any, where: str) -> str | None:
    for index, (left, right) in enumerate(zip(expected, actual, strict=False)):
        if difference := first_difference(left, right, f"{where}[{index}]"):
            return difference
    if len(expected) != len(actual):
        return f"{where}: expected {len(expected)} items, got {len(actual)}"
    return None


def _same_scalar(expected: Any, actual: Any) -> bool:
    if isinstance(expected, bool) or isinstance(actual, bool) or expected is None or actual is None:
        return expected is actual
    if isinstance(expected, int | float) and isinstance(actual, int | float):
        return js_json.number_text(expected) == js_json.number_text(actual) or expected == actual
    return type(expected) in (type(actual), JsUrl) and expected == actual


def _show(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 300 else f"{text[:200]}… ({len(text)} chars)"
