"""Other ways to read a text: escapes, percent signs, entities and invisible characters undone, base64 decoded.

A key that is written `sk\\u002dproj-…`, `sk%2Dproj-…` or with a zero-width space inside is the same key. Each view
knows where its characters stand in the text itself.
"""

from __future__ import annotations

import base64
import binascii
import html
import re
from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final
from urllib.parse import unquote_to_bytes

_ESCAPE: Final = re.compile(r"(?:\\{1,4}u[0-9a-fA-F]{4}|\\{1,4}x[0-9a-fA-F]{2}|\\/)")
_PERCENT: Final = re.compile(r"(?:%[0-9a-fA-F]{2})+")
_ENTITY: Final = re.compile(
    r"&(?:#\d{1,6}|#x[0-9a-fA-F]{1,5}|quot|amp|lt|gt|apos|colon|equals|sol|commat|period|lowbar);"
)
_INVISIBLE: Final = re.compile(r"\x1b\[[0-9;]{0,20}[A-Za-z]|[\u00ad\u200b-\u200f\u2060\ufeff]|\\\r?\n\s{0,8}")
_BASE64: Final = re.compile(r"(?<![A-Za-z0-9+/_=-])[A-Za-z0-9+/_-]{20,20000}={0,2}")
_TEXT: Final = re.compile(rb"[\t\n\r\x20-\x7e]+\Z")
_SHORTEST_DECODED: Final = 12


@dataclass(frozen=True, slots=True)
class View:
    """A text read another way.

    Attributes:
        text: what it reads.
        starts, places: for each piece, where it begins in `text` and in the original.
    """

    text: str
    starts: list[int]
    places: list[int]

    def place(self, offset: int) -> int:
        """Where a character of the view stands in the original."""
        at = bisect_right(self.starts, offset) - 1
        inside = offset - self.starts[at]
        following = self.places[at + 1] if at + 1 < len(self.places) else None
        place = self.places[at] + inside
        return place if following is None else min(place, following)


def decoded_views(text: str) -> Iterator[View]:
    """The views in which something reads differently."""
    for mark, pattern, decode in _DECODERS:
        if mark in text and (view := _view(text, pattern, decode)) is not None:
            yield view
    if _INVISIBLE.search(text) and (view := _view(text, _INVISIBLE, lambda _: "")) is not None:
        yield view


def base64_texts(text: str) -> Iterator[tuple[int, int, str]]:
    """(start, end, what it says) of runs of base64 that decode to plain text."""
    for found in _BASE64.finditer(text):
        run = found[0]
        if (says := _base64_text(run)) is not None:
            yield found.start(), found.end(), says


def _base64_text(run: str) -> str | None:
    body = run.rstrip("=").replace("-", "+").replace("_", "/")
    head = body[:16]
    try:
        if not _TEXT.match(base64.b64decode(head)):
            return None
        whole = base64.b64decode(body[: len(body) // 4 * 4])
        whole += base64.b64decode(body[len(body) // 4 * 4 :] + "==") if len(body) % 4 > 1 else b""
    except (binascii.Error, ValueError):
        return None
    return whole.decode("ascii") if len(whole) >= _SHORTEST_DECODED and _TEXT.match(whole) else None


def _view(text: str, pattern: re.Pattern[str], decode: Callable[[str], str]) -> View | None:
    pieces: list[str] = []
    starts, places = [], []
    done = length = 0
    for found in pattern.finditer(text):
        for piece, place in ((text[done : found.start()], done), (decode(found[0]), found.start())):
            starts.append(length)
            places.append(place)
            pieces.append(piece)
            length += len(piece)
        done = found.end()
    if not pieces:
        return None
    starts.append(length)
    places.append(done)
    return View("".join((*pieces, text[done:])), starts, places)


def _unescaped(escape: str) -> str:
    code = escape.lstrip("\\")
    return "/" if code == "/" else chr(int(code[1:], 16))


def _unpercented(escape: str) -> str:
    return unquote_to_bytes(escape).decode("utf-8", "replace")


_DECODERS: Final[tuple[tuple[str, re.Pattern[str], Callable[[str], str]], ...]] = (
    ("\\", _ESCAPE, _unescaped),
    ("%", _PERCENT, _unpercented),
    ("&", _ENTITY, html.unescape),
)
