"""What is known of the blobs behind a conversation's envelopes."""

from __future__ import annotations

from collections.abc import Mapping

from inspector.model import BlobRef, BlobState

BlobStates = Mapping[tuple[str, str], BlobState]
"""Outcome of the integrity check by `blob_key`."""


def blob_key(ref: BlobRef) -> tuple[str, str]:
    """What identifies a blob reference within a conversation."""
    return ref.file_entry_id, ref.vfs_filename
