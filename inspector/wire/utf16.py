"""JavaScript's view of strings: lengths, slices and searches in UTF-16 code units (PIPELINE §0).

A Python string holds an astral character as one code point where JavaScript counts two units, and a cut
through such a pair leaves a lone surrogate on either side. Strings without astral characters, nearly all,
take the plain `len` and slice; the others go through UTF-16 bytes.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from typing import Final

JS_WHITESPACE: Final = frozenset("\t\n\v\f\r \u00a0\u1680\u2028\u2029\u202f\u205f\u3000\ufeff") | frozenset(
    map(chr, range(0x2000, 0x200B))
)
"""What `String.prototype.trim` strips and what `\\s` matches in JavaScript."""

_TRIM: Final = "".join(sorted(JS_WHITESPACE))
_SURROGATE: Final = re.compile("[\ud800-\udfff]")
_SPLIT_PAIR: Final = re.compile("[\ud800-\udbff][\udc00-\udfff]")
_PIECE: Final = 1 << 14
_CPYTHON: Final = sys.implementation.name == "cpython"


def may_have_astral(text: str) -> bool:
    """False is a proof, in constant time, that every character of the text counts one unit."""
    # CPython gives every character of a string the width of its widest: below four bytes, none is astral.
    return not (text.isascii() or (_CPYTHON and sys.getsizeof(text) < 4 * len(text)))


def has_astral(text: str) -> bool:
    """Whether any character of the text counts two units."""
    return may_have_astral(text) and length(text) != len(text)


def pieces(text: str) -> Iterator[str]:
    """The text in slices that are as narrow as their own widest character.

    One emoji makes all of a long text slow to encode, count and search; most of its slices are not.
    """
    if not may_have_astral(text) or len(text) <= _PIECE:
        yield text
        return
    for start in range(0, len(text), _PIECE):
        yield text[start : start + _PIECE]


def has_surrogate(text: str) -> bool:
    """Whether the text holds a lone surrogate."""
    if text.isascii():
        return False
    try:
        text.encode()
    except UnicodeEncodeError:
        return True
    return False


def length(text: str) -> int:
    """`text.length`: UTF-16 code units."""
    if not may_have_astral(text):
        return len(text)
    return sum(len(_encode(piece)) // 2 if may_have_astral(piece) else len(piece) for piece in pieces(text))


def slice_units(text: str, start: int, end: int | None = None) -> str:
    """`text.slice(start, end)`: negative positions count from the end, out-of-range ones are clamped."""
    if not has_astral(text):
        return text[start:end]
    if start == 0 and end is not None and end >= 0:
        return _decode(_encode(text[:end])[: 2 * end])
    if start < 0 and end is None:
        return _decode(_encode(text[start:])[2 * start :])
    return _decode(_encode(text)[2 * start : None if end is None else 2 * end])


def index_of(text: str, needle: str, start: int = 0) -> int:
    """`text.indexOf(needle, start)` in units, -1 when absent; finds half of a pair too, as JavaScript."""
    if not has_astral(text):
        return text.find(needle, min(max(start, 0), len(text)))
    data, wanted = _encode(text), _encode(needle)
    at = data.find(wanted, min(max(2 * start, 0), len(data)))
    while at > 0 and at % 2:
        at = data.find(wanted, at + 1)
    return at // 2 if at >= 0 else -1


def last_index_of(text: str, needle: str, start: int | None = None) -> int:
    """`text.lastIndexOf(needle, start)`: the last match that begins at or before unit `start`."""
    if not has_astral(text):
        return text.rfind(needle, 0, None if start is None else max(start, 0) + len(needle))
    data, wanted = _encode(text), _encode(needle)
    at = data.rfind(wanted, 0, None if start is None else 2 * max(start, 0) + len(wanted))
    while at > 0 and at % 2:
        at = data.rfind(wanted, 0, at - 1 + len(wanted))
    return at // 2 if at >= 0 else -1


def join(pieces: Iterable[str], sep: str = "") -> str:
    """Concatenate as JavaScript does: halves of a pair that meet become one character again."""
    joined = sep.join(pieces)
    if joined.isascii() or not has_surrogate(joined) or _SPLIT_PAIR.search(joined) is None:
        return joined
    return _decode(_encode(joined))


def encode_utf8(text: str) -> bytes:
    """UTF-8 bytes; a lone surrogate becomes U+FFFD (EF BF BD)."""
    try:
        return b"".join([piece.encode() for piece in pieces(text)])
    except UnicodeEncodeError:
        return _SURROGATE.sub("\ufffd", text).encode()


def utf8_length(text: str) -> int:
    """Bytes of `encode_utf8(text)`."""
    return len(text) if text.isascii() else len(encode_utf8(text))


def js_trim(text: str) -> str:
    """`text.trim()`: strips `JS_WHITESPACE`, which differs from Python's set on both sides."""
    return text.strip(_TRIM)


def sort_key(text: str) -> bytes:
    """Key for sorting by UTF-16 code units, the order of JavaScript's `<`."""
    return text.encode("utf-16-be", "surrogatepass")


def _encode(text: str) -> bytes:
    return text.encode("utf-16-le", "surrogatepass")


def _decode(data: bytes) -> str:
    return data.decode("utf-16-le", "surrogatepass")
