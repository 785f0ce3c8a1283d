"""How many cells of a monospace grid each code point takes (the virtual text view).

Every position in a text is then arithmetic on sums of small integers, which is what lets one line of 5 MB scroll.
A tab is a fixed number of cells for that reason. No Qt here.
"""

from __future__ import annotations

import unicodedata
from functools import cache
from typing import Final

import numpy as np
import numpy.typing as npt

TAB_CELLS: Final = 4
_ZWJ: Final = 0x200D
_EMOJI_SELECTOR: Final = 0xFE0F
_SKIN_TONES: Final = (0x1F3FB, 0x1F3FF)
_REGIONAL: Final = (0x1F1E6, 0x1F1FF)
_PICTURES: Final = (0x2190, 0x2C00)
_SYMBOLS: Final = range(0x1F000, 0x1FC00)
_WIDE_PLANES: Final = (
    (0x3400, 0x4DBF),
    (0x4E00, 0x9FFF),
    (0xAC00, 0xD7A3),
    (0x16FE0, 0x18D8F),
    (0x1AFF0, 0x1B2FF),
    (0x20000, 0x3FFFD),
)

_HIDDEN: Final = (
    *range(0x80, 0xA0),
    0xAD,
    0x61C,
    *range(0x200B, 0x200D),
    *range(0x200E, 0x2010),
    *range(0x2028, 0x202F),
    *range(0x2060, 0x2070),
    0xFEFF,
)
_DOT: Final = "\u2022"

VISIBLE: Final[dict[int, str]] = {
    **{code: chr(0x40 + code) for code in range(0x20) if code not in (0x09, 0x0A)},
    0x09: " " * TAB_CELLS,
    0x7F: "?",
    **dict.fromkeys(_HIDDEN, _DOT),
    **dict.fromkeys(range(0xD800, 0xE000), "\ufffd"),
}
"""For `str.translate`: what is painted for characters that would show nothing or change the line's direction.

Controls show their caret letter (NUL `@`, ESC `[`, CR `M`) in a box: few fixed fonts have the control pictures.
"""

Codes = npt.NDArray[np.uint8] | npt.NDArray[np.uint32]


def code_points(text: str) -> Codes:
    """The code points of `text` as an array: one byte each when it is ASCII, else four."""
    if text.isascii():
        return np.frombuffer(text.encode("ascii"), dtype=np.uint8)
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)


def cell_widths(codes: Codes, previous: int = 0) -> npt.NDArray[np.uint8]:
    """Cells of each code point; `previous` is the one before the first (emoji sequences join across it)."""
    if codes.dtype == np.uint8:
        return _ascii_table()[codes]
    widths = _table()[np.minimum(codes, 0x10FFFF)]
    before = np.empty_like(codes)
    before[:1] = previous
    before[1:] = codes[:-1]
    joined = before == _ZWJ
    if joined.any():
        pictures = ((codes >= _PICTURES[0]) & (codes < _PICTURES[1])) | (codes >= _SYMBOLS.start)
        widths[joined & pictures] = 0
    selectors = np.flatnonzero(codes == _EMOJI_SELECTOR)
    if selectors.size:
        narrow = _table()[before[selectors]] == 1
        widths[selectors[narrow]] = 1
    return widths


def is_joined(char: str, previous: str) -> bool:
    """Whether `char` belongs to the picture that `previous` began (emoji sequences, accents)."""
    code = ord(char)
    if code in (_ZWJ, _EMOJI_SELECTOR):
        return True
    if previous == "\u200d":
        return _PICTURES[0] <= code < _PICTURES[1] or code >= _SYMBOLS.start
    if _REGIONAL[0] <= code <= _REGIONAL[1] and previous:
        return _REGIONAL[0] <= ord(previous) <= _REGIONAL[1]
    return code > 0x7F and not _table()[code]


@cache
def _ascii_table() -> npt.NDArray[np.uint8]:
    table = np.ones(128, dtype=np.uint8)
    table[0x0A] = 0
    table[0x09] = TAB_CELLS
    return table


@cache
def _table() -> npt.NDArray[np.uint8]:
    """Cells by code point; `unicodedata` is asked only where the answer varies (10 ms)."""
    table = np.ones(0x110000, dtype=np.uint8)
    for code in (*range(0x80, 0x3400), *range(0xA000, 0xAC00), *range(0xF900, 0x10000), *_SYMBOLS):
        char = chr(code)
        if unicodedata.east_asian_width(char) in "WF":
            table[code] = 2
        elif unicodedata.category(char) in ("Mn", "Me"):
            table[code] = 0
    for first, last in _WIDE_PLANES:
        table[first : last + 1] = 2
    table[:128] = _ascii_table()
    table[_REGIONAL[0] : _REGIONAL[1] + 1] = 1
    table[_SKIN_TONES[0] : _SKIN_TONES[1] + 1] = 0
    table[0xE0100:0xE01F0] = 0
    table[[_ZWJ, _EMOJI_SELECTOR]] = 0
    return table
