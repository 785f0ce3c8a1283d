"""The two names of a text: its hash in the blob store, its file name in the prompt (PIPELINE §3, §7)."""

from __future__ import annotations

import hashlib

import xxhash

from inspector.wire.utf16 import encode_utf8


def content_hash(text: str) -> str:
    """`xxh3-64:` + 16 hex digits of XXH3-64 (seed 0) over the UTF-8 bytes; lone surrogates hash as U+FFFD."""
    return content_hash_bytes(encode_utf8(text))


def content_hash_bytes(data: bytes) -> str:
    """The content hash of a file's bytes."""
    return f"xxh3-64:{xxhash.xxh3_64_hexdigest(data)}"


def vfs_filename(text: str) -> str:
    """`vfs_<first 16 hex of SHA-256>.txt`, the name under which a prompt mentions the text."""
    return f"vfs_{hashlib.sha256(encode_utf8(text), usedforsecurity=False).hexdigest()[:16]}.txt"


def vfs_uri(filename: str) -> str:
    """`context://vfs/<filename>`."""
    return f"context://vfs/{filename}"
