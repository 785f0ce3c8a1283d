"""The two names of a text: its hash in the blob store, its file name in the prompt (PIPELINE §3, §7)."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

import xxhash

from inspector.wire.utf16 import encode_utf8, length, pieces


def content_hash(text: str) -> str:
    """`xxh3-64:` + 16 hex digits of XXH3-64 (seed 0) over the UTF-8 bytes; lone surrogates hash as U+FFFD."""
    return content_hash_bytes(encode_utf8(text))


def content_hash_bytes(data: bytes) -> str:
    """The content hash of a file's bytes."""
    return f"xxh3-64:{xxhash.xxh3_64_hexdigest(data)}"


@dataclass(frozen=True, slots=True)
class TextSurvey:
    """A text's names and sizes, found in one pass over it.

    Attributes:
        content_hash: as `content_hash`.
        vfs_filename: as `vfs_filename`.
        size: UTF-8 bytes.
        chars: UTF-16 code units.
        lines: newline count + 1.
    """

    content_hash: str
    vfs_filename: str
    size: int
    chars: int
    lines: int


def survey(text: str) -> TextSurvey:
    """Look a text over once, for all that storing it needs to know."""
    content, name = xxhash.xxh3_64(), hashlib.sha256(usedforsecurity=False)
    size, chars, lines = 0, 0, 1
    for piece in pieces(text):
        data = encode_utf8(piece)
        content.update(data)
        name.update(data)
        size += len(data)
        chars += length(piece)
        lines += data.count(b"\n")
    return TextSurvey(
        f"xxh3-64:{content.hexdigest()}", f"vfs_{name.hexdigest()[:16]}.txt", size, chars, lines
    )


def vfs_filename(text: str) -> str:
    """`vfs_<first 16 hex of SHA-256>.txt`, the name under which a prompt mentions the text."""
    return f"vfs_{hashlib.sha256(encode_utf8(text), usedforsecurity=False).hexdigest()[:16]}.txt"


def vfs_uri(filename: str) -> str:
    """`context://vfs/<filename>`."""
    return f"context://vfs/{filename}"
