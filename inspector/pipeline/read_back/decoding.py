"""The bytes of a file as UTF-8, whatever its encoding, or the verdict that it is binary (PIPELINE §8)."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass
from typing import Final

import charset_normalizer

from inspector.pipeline.read_back.binary_sniff import looks_binary
from inspector.wire import utf16

_HEAD: Final = 8192
_MARKED: Final = ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"))
_WESTERN: Final = "cp1252"
_LEGACY: Final = [
    *(_WESTERN, "cp1250", "cp1251", "cp1253", "cp1254", "cp1255", "cp1256", "iso8859_2", "koi8_r"),
    *("gb18030", "big5", "shift_jis", "euc_jp", "euc_kr"),
]
_CONTROL: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
_BROKEN: Final = re.compile("[\x00\ufffd]")
_MOST_CONTROLS: Final = 0.01


@dataclass(frozen=True, slots=True)
class Decoded:
    """A text file.

    Attributes:
        utf8: its text as UTF-8 without a byte order mark; what could not be decoded is U+FFFD or left as it was.
        encoding: Python's name of the encoding it had.
    """

    utf8: bytes
    encoding: str


def decode_file(data: bytes) -> Decoded | None:
    """The text of a file; None when it is binary.

    Binary is what `looks_binary`, or has a NUL, a U+FFFD or more than 1 % C0 and C1 controls (all but TAB, LF, CR) in
    its first 8 KB.
    """
    if looks_binary(data):
        return None
    encoding, start = _detect(data)
    utf8 = data[start:] if encoding == "utf-8" else _transcode(data[start:], encoding)
    return Decoded(utf8, encoding) if _is_text(utf8) else None


def _detect(data: bytes) -> tuple[str, int]:
    """Encoding and length of the byte order mark."""
    for mark, encoding in _MARKED:
        if data.startswith(mark):
            return encoding, len(mark)
    return ("utf-8" if _mostly_utf8(data) else _legacy_encoding(data)), 0


def _mostly_utf8(data: bytes) -> bool:
    """Valid UTF-8, or so much of it that the rest is damage (ten good sequences to a bad one)."""
    try:
        data.decode()
    except UnicodeDecodeError:
        text = data.decode("utf-8", "replace")
        bad = text.count("\ufffd") - data.count("\ufffd".encode())
        return sum(not char.isascii() for char in text) - bad > 10 * bad
    return True


def _legacy_encoding(data: bytes) -> str:
    matches = list(charset_normalizer.from_bytes(data[: 8 * _HEAD], cp_isolation=_LEGACY))
    if not matches:
        return "utf-8"
    best = matches[0]
    # Few accented letters fit every code page of Latin script alike; Western is what they nearly always are.
    alike = [match for match in matches if match.chaos <= best.chaos]
    return _WESTERN if any(_WESTERN in match.could_be_from_charset for match in alike) else best.encoding


def _transcode(data: bytes, encoding: str) -> bytes:
    return data.decode(encoding, "replace").encode("utf-8", "replace")


def _is_text(utf8: bytes) -> bool:
    # A character that the cut at 8 KB splits is left out, not broken.
    decoder = codecs.getincrementaldecoder("utf-8")("replace")
    head = decoder.decode(utf8[:_HEAD], final=len(utf8) <= _HEAD)
    return not _BROKEN.search(head) and len(_CONTROL.findall(head)) <= _MOST_CONTROLS * utf16.length(head)
