"""A scan of JSON that orjson wrote for anything that JavaScript would write differently (PIPELINE §0).

It looks for a digit before `":`, `.0` or `e`, in numpy passes over pieces that fit the processor's cache, and
closer only where it finds one. It may suspect a harmless text; it never overlooks a difference.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

_CHUNK: Final = 1 << 17
_LOOK_AHEAD: Final = 8
_PADDING: Final = np.zeros(_LOOK_AHEAD, np.uint8)
_SPARSE: Final = 16
_LONGEST_INDEX: Final = 10
_LONGEST_EXPONENT: Final = 3
_ENDS: Final = np.frombuffer(b",]}", np.uint8)
_ZERO: Final = np.uint8(ord("0"))

_Bytes = npt.NDArray[np.uint8]
_Places = npt.NDArray[np.intp]
_Mask = npt.NDArray[np.bool_]


def might_differ(written: bytes) -> bool:
    """Whether there may be an array-index key or a double in another layout.

    `written` is an object or an array. False is a proof that nothing differs.
    """
    data = np.frombuffer(written, np.uint8)
    return any(_chunk_might_differ(data, start) for start in range(0, len(data), _CHUNK))


def _chunk_might_differ(data: _Bytes, start: int) -> bool:
    chunk = data[start : start + _CHUNK + _LOOK_AHEAD]
    if start + len(chunk) == len(data):
        chunk = np.concatenate((chunk, _PADDING))
    mask = _is_digit(chunk[:-_LOOK_AHEAD])
    if not mask.any():
        return False
    digits = _Digits(chunk, mask)
    return (
        _any_index_key(data, digits.before(b'":') + start)
        or _any_end(chunk, digits.before(b".0") + 3)
        or _any_exponent(chunk, digits.before(b"e") + 2)
    )


class _Digits:
    """The digits of a chunk, as a mask where there are many and as places where there are few."""

    def __init__(self, chunk: _Bytes, mask: _Mask) -> None:
        self._chunk = chunk
        self._mask = mask
        sparse = int(np.count_nonzero(mask)) * _SPARSE < len(mask)
        self._places = np.flatnonzero(mask) if sparse else None

    def before(self, marks: bytes) -> _Places:
        """Places of the digits that these bytes follow."""
        if self._places is not None:
            places = self._places
            for offset, mark in enumerate(marks, 1):
                places = places[self._chunk.take(places + offset) == mark]
            return places
        mask = self._mask
        for offset, mark in enumerate(marks, 1):
            mask = mask & (self._chunk[offset : offset + len(mask)] == mark)
            if not mask.any():
                return np.empty(0, np.intp)
        return np.flatnonzero(mask)


def _any_index_key(data: _Bytes, last_digits: _Places) -> bool:
    """Whether any of these digits before `":` ends a key made of digits alone."""
    at = last_digits
    for _ in range(_LONGEST_INDEX):
        if not len(at):
            return False
        at = at - 1
        before = data.take(at)
        if (before == ord('"')).any():
            return True
        at = at[_is_digit(before)]
    return False


def _any_exponent(chunk: _Bytes, after_e: _Places) -> bool:
    """Whether an exponent of up to three digits, and then the end of a value, stands at any of these places."""
    if not len(after_e):
        return False
    first = chunk.take(after_e)
    at = after_e + ((first == ord("-")) | (first == ord("+")))
    for _ in range(_LONGEST_EXPONENT):
        at = at[_is_digit(chunk.take(at))] + 1
        if _any_end(chunk, at):
            return True
    return False


def _any_end(chunk: _Bytes, places: _Places) -> bool:
    """Whether a value ends before any of these places."""
    return len(places) > 0 and bool(np.isin(chunk.take(places), _ENDS).any())


def _is_digit(characters: _Bytes) -> _Mask:
    # Unsigned wrap-around makes one comparison of the range.
    mask: _Mask = (characters - _ZERO) < 10
    return mask
