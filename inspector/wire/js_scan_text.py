"""A scan of JSON that orjson wrote for anything that JavaScript would write differently (PIPELINE §0).

It looks for a digit before a quote, a dot or an `e`, in numpy passes over pieces that fit the processor's cache,
and closer only where it finds one. It may suspect a harmless text; it never overlooks a difference.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

_CHUNK: Final = 1 << 17
_LOOK_AHEAD: Final = 8
_PADDING: Final = np.zeros(_LOOK_AHEAD, np.uint8)
_LONGEST_INDEX: Final = 10
_LONGEST_EXPONENT: Final = 3
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
    size = len(chunk) - _LOOK_AHEAD
    digit, second, third = _is_digit(chunk[:size]), chunk[1 : size + 1], chunk[2 : size + 2]
    keys = digit & (second == ord('"'))
    if keys.any():
        keys &= third == ord(":")
        if keys.any() and _any_index_key(data, np.flatnonzero(keys) + start):
            return True
    wholes = digit & (second == ord("."))
    if wholes.any():
        wholes &= third == _ZERO
        if wholes.any() and (wholes & _ends_value(chunk[3 : size + 3])).any():
            return True
    powers = digit & (second == ord("e"))
    return bool(powers.any()) and _any_exponent(chunk, np.flatnonzero(powers) + 2)


def _any_index_key(data: _Bytes, last_digits: _Places) -> bool:
    """Whether any of these digits before `":` ends a key made of digits alone."""
    at = last_digits
    for _ in range(_LONGEST_INDEX):
        at = at - 1
        before = data.take(at)
        if (before == ord('"')).any():
            return True
        at = at[_is_digit(before)]
    return False


def _any_exponent(chunk: _Bytes, after_e: _Places) -> bool:
    """Whether an exponent of up to three digits, and then the end of a value, stands at any of these places."""
    first = chunk.take(after_e)
    at = after_e + ((first == ord("-")) | (first == ord("+")))
    for _ in range(_LONGEST_EXPONENT):
        at = at[_is_digit(chunk.take(at))] + 1
        if _ends_value(chunk.take(at)).any():
            return True
    return False


def _is_digit(characters: _Bytes) -> _Mask:
    # Unsigned wrap-around makes one comparison of the range.
    mask: _Mask = (characters - _ZERO) < 10
    return mask


def _ends_value(characters: _Bytes) -> _Mask:
    mask: _Mask = (characters == ord(",")) | (characters == ord("]")) | (characters == ord("}"))
    return mask
