"""A blob as found on disk, with the outcome of its integrity check (FORMATS A, PIPELINE §7)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class BlobState(StrEnum):
    """What became of a blob reference.

    `ok` size and hash agree · `unchecked` no hash on record · `missing-entry` no row ·
    `refused` the row is no store blob (spoofed or a user's file of another kind) ·
    `missing-file` row without file · `size-differs` / `hash-differs` file is not what the row says ·
    `no-folder` the blob folder is not known.
    """

    OK = "ok"
    UNCHECKED = "unchecked"
    MISSING_ENTRY = "missing-entry"
    REFUSED = "refused"
    MISSING_FILE = "missing-file"
    SIZE_DIFFERS = "size-differs"
    HASH_DIFFERS = "hash-differs"
    NO_FOLDER = "no-folder"


@dataclass(frozen=True, slots=True, kw_only=True)
class Blob:
    """One blob, resolved.

    Attributes:
        state: outcome of the check.
        text: the full text when the file could be read (also when it differs), else None.
        path: where it lies on this machine, when known.
        size: bytes found; None when there is no file.
        expected_size, expected_hash, found_hash: for the message; None = unknown.
        user_attachment: the entry passes the store's gate but is a user's own .txt file.
    """

    state: BlobState
    text: str | None = None
    path: str | None = None
    size: int | None = None
    expected_size: int | None = None
    expected_hash: str | None = None
    found_hash: str | None = None
    user_attachment: bool = False
