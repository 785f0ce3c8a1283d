"""hash.jsonl: content hash and vfs file name of texts; incremental digests are those of the joined text."""

from __future__ import annotations

from typing import Any

from inspector.wire import content_hash, content_hash_bytes, encode_utf8, utf8_length, vfs_filename


def run(given: dict[str, Any]) -> dict[str, Any]:
    """One text, or the parts of one."""
    if "parts" in given:
        return {"digest": content_hash_bytes(b"".join(map(encode_utf8, given["parts"])))}
    text = given["text"]
    return {
        "hashContentBuffer": content_hash_bytes(encode_utf8(text)),
        "hashContentString": content_hash(text),
        "vfs": vfs_filename(text),
        "byteLength": utf8_length(text),
    }
