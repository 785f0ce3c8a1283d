"""Ids of file entries: time-ordered UUIDs as the application makes them, or stable ones for replays."""

from __future__ import annotations

import secrets
import uuid
from typing import Final

_REPLAY_NAMESPACE: Final = uuid.UUID("6d1c1f0a-3c57-4f0e-9d63-5c1f0c1d2b7e")


def new_entry_id(now_ms: int) -> str:
    """A UUID of version 7: 48 bits of milliseconds since the epoch, the rest random."""
    value = (now_ms & (1 << 48) - 1) << 80 | secrets.randbits(80)
    value = value & ~(0xF << 76) | 0x7 << 76
    value = value & ~(0x3 << 62) | 0x2 << 62
    return str(uuid.UUID(int=value))


def stable_entry_id(content_hash: str, size: int) -> str:
    """The same id for the same content, so that a replay under any settings shows the same paths."""
    return str(uuid.uuid5(_REPLAY_NAMESPACE, f"{content_hash}/{size}"))
