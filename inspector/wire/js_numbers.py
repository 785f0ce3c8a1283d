"""How JavaScript prints numbers and which object keys it takes for array indexes (PIPELINE §0)."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import Final, TypeVar

MAX_EXACT: Final = 2**53
"""Integers beyond this are doubles and lose digits."""

_MAX_INDEX: Final = 2**32 - 2
_INDEX: Final = re.compile(r"(?:0|[1-9][0-9]{0,9})\Z")

T = TypeVar("T")


def number_text(number: int | float) -> str:
    """`String(number)`: the shortest digits that give the same double, in ECMAScript's layout."""
    if isinstance(number, int):
        if -MAX_EXACT <= number <= MAX_EXACT:
            return str(int(number))
        number = to_double(number)
    if not math.isfinite(number):
        return "NaN" if math.isnan(number) else "Infinity" if number > 0 else "-Infinity"
    text = repr(number)
    if "e" not in text:
        return "0" if number == 0 else text.removesuffix(".0")
    return _exponential_text(text)


def _exponential_text(text: str) -> str:
    sign, digit_tuple, exponent = Decimal(text).as_tuple()
    assert isinstance(exponent, int)
    digits = "".join(map(str, digit_tuple)).rstrip("0")
    point = len(digit_tuple) + exponent
    minus = "-" if sign else ""
    if len(digits) <= point <= 21:
        return minus + digits.ljust(point, "0")
    if -6 < point <= 0:
        return f"{minus}0.{'0' * -point}{digits}"
    fraction = f".{digits[1:]}" if len(digits) > 1 else ""
    return f"{minus}{digits[0]}{fraction}e{point - 1:+d}"


def to_double(number: int) -> float:
    """The double nearest to an integer of any size."""
    try:
        return float(number)
    except OverflowError:
        return math.inf if number > 0 else -math.inf


def is_index_key(key: str) -> bool:
    """Whether JavaScript orders the key as an array index ("0" … "4294967294") instead of by insertion."""
    return _INDEX.match(key) is not None and int(key) <= _MAX_INDEX


def has_index_key(keys: Iterable[str]) -> bool:
    """Whether any of the keys is an array index."""
    # `str.isdigit` takes more than ASCII digits, and leaves next to no key to look at closely.
    return any(map(is_index_key, filter(str.isdigit, keys)))


def reorder(mapping: Mapping[str, T]) -> dict[str, T]:
    """A copy in the key order of a rebuilt object: index keys ascending, then the rest as inserted."""
    if not has_index_key(mapping):
        return dict(mapping)
    indexes = sorted(filter(is_index_key, mapping), key=int)
    rest = [key for key in mapping if not is_index_key(key)]
    return {key: mapping[key] for key in (*indexes, *rest)}
