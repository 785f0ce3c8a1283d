"""What the trims ask of a text, computed once however many settings and requests look at it (PIPELINE §2–§7)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from inspector.tokens.memo import TextMemo
from inspector.wire import content_hash_bytes, encode_utf8, length, vfs_filename

MARKER_TAG: Final = "<persisted-output>"


@dataclass(frozen=True, slots=True)
class TextMeasure:
    """Size of a text.

    Attributes:
        chars: UTF-16 code units.
        lines: newline count + 1.
        marked: it holds `<persisted-output>`, so it is never trimmed again in flight.
    """

    chars: int
    lines: int
    marked: bool


@dataclass(frozen=True, slots=True)
class TextDigest:
    """Identity of a text in the blob store.

    Attributes:
        content_hash: `xxh3-64:…` of the UTF-8 bytes.
        size: UTF-8 bytes.
    """

    content_hash: str
    size: int


def _measure(text: str) -> TextMeasure:
    return TextMeasure(length(text), text.count("\n") + 1, MARKER_TAG in text)


def _digest(text: str) -> TextDigest:
    data = encode_utf8(text)
    return TextDigest(content_hash_bytes(data), len(data))


measure: Final = TextMemo(_measure, shortest=200)
digest: Final = TextMemo(_digest, shortest=200)
blob_name: Final = TextMemo(vfs_filename, shortest=200)
"""`vfs_<16 hex>.txt` of a text."""
