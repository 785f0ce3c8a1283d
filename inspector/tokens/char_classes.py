"""Classes of UTF-16 code units for the estimators, as tables of one byte a unit (PIPELINE §1)."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from inspector.wire import JS_WHITESPACE

SPACE: Final = 1
PUNCTUATION: Final = 2
CJK: Final = 4
NOT_DIGIT: Final = 8
NOT_LATIN: Final = 16
THREE: Final = 32
"""Latin text with this letter costs a token per three units (German and French letters)."""
THREE_AND_HALF: Final = 64
"""Latin text with this letter costs a token per 3.5 units (of the Slavic letters only ý is Latin-1)."""

_PUNCTUATION: Final = ".,!?;(){}[]<>:/\\|@#$%^&*+=`~_-"
_DIGITS: Final = "0123456789"
_LETTERS: Final = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_THREE: Final = "äöüßÄÖÜéèêëàâîïôûùÿçæáíóúñÉÈÊËÀÂÎÏÔÛÙÇÆÁÍÓÚÑ"
_THREE_AND_HALF: Final = "ýÝ"
_CJK_RANGES: Final = (
    (0x4E00, 0x9FFF),
    (0x3400, 0x4DBF),
    (0x3000, 0x303F),
    (0xFF00, 0xFFEF),
    (0x30A0, 0x30FF),
    (0x2E80, 0x2EFF),
    (0x31C0, 0x31EF),
    (0x3200, 0x33FF),
    (0xAC00, 0xD7FF),
    (0x1100, 0x11FF),
    (0x3130, 0x318F),
    (0xA960, 0xA97F),
)


def _build() -> npt.NDArray[np.uint8]:
    table = np.full(0x10000, NOT_DIGIT | NOT_LATIN, np.uint8)
    table[0xC0:0x100] = NOT_DIGIT
    table[[0xD7, 0xF7]] = NOT_DIGIT | NOT_LATIN
    for first, last in _CJK_RANGES:
        table[first : last + 1] |= CJK
    for characters, flags in (
        (_LETTERS, NOT_DIGIT),
        (_DIGITS, 0),
        (_THREE, NOT_DIGIT | THREE),
        (_THREE_AND_HALF, NOT_DIGIT | THREE_AND_HALF),
        (_PUNCTUATION, PUNCTUATION),
        (JS_WHITESPACE, SPACE),
    ):
        table[[ord(character) for character in characters]] = flags
    return table


FLAGS: Final = _build()
"""Flags of each code unit; a space or a punctuation mark has no other flag."""
LATIN1_FLAGS: Final = FLAGS[:256].tobytes()
"""The first 256 as a table for `bytes.translate`."""
