"""The blob store as a replay imagines it: the same text gets the same entry, hence the same path in its marker.

The application's own entry is named wherever it recorded one. An entry that nothing refers to is collected an
hour after it was made (PIPELINE §7), so a later offload of the same text makes a new one and the marker's
bytes drift: that is reproduced here too.
"""

from __future__ import annotations

import re
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from inspector.pipeline.text_facts import facts
from inspector.replay.session import KnownBlob

GRACE_MS = 3_600_000
_UUID: Final = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_TAIL: Final = 12
_NAMESPACE = uuid.UUID("6f0a9a5e-5a3b-4c1e-9a63-0d5d3a2c7f11")


@dataclass(slots=True)
class _Entry:
    entry_id: str
    created_at: int
    referenced: bool = False


@dataclass(slots=True)
class BlobLedger:
    """Entries of one replay run.

    Attributes:
        folder: the application's blob folder as markers show it.
        known: entries the application recorded, by (content hash, bytes).
        model_id: an entry id of the application's, which made up ones are modelled on; "" = there is none.
        names_by_content: entries are named `vfs/vfs_…` by their content, as captures without a database show them.
        texts: text per entry id that this run made or named.
    """

    folder: str
    known: Mapping[tuple[str, int], KnownBlob]
    model_id: str = ""
    names_by_content: bool = False
    texts: dict[str, str] = field(default_factory=dict)
    _entries: dict[tuple[str, int], _Entry] = field(default_factory=dict)
    _made: dict[tuple[str, int], int] = field(default_factory=dict)
    _now: int = 0

    def begin_turn(self, now_ms: int | None) -> None:
        """Time passes; what nothing refers to after its grace is collected."""
        self._now = self._now if now_ms is None else now_ms
        dead = [
            key
            for key, entry in self._entries.items()
            if not entry.referenced and self._now - entry.created_at > GRACE_MS
        ]
        for key in dead:
            del self._entries[key]

    def offload(self, text: str, *, referenced: bool = False) -> str:
        """The entry id of a text, an existing entry's where there is one; `referenced` = a row keeps it."""
        identity = facts(text).survey
        key = (identity.content_hash, identity.size)
        entry = self._entries.get(key)
        if entry is None:
            name = self._new_id(key, identity.vfs_filename.removesuffix(".txt"))
            entry = _Entry(name, self._now)
            self._entries[key] = entry
        entry.referenced = entry.referenced or referenced
        self.texts[entry.entry_id] = text
        return entry.entry_id

    def path_of(self, entry_id: str) -> str:
        """The path that a marker shows for an entry."""
        return f"{self.folder}/{entry_id}.txt"

    def text_at(self, path: str) -> str | None:
        """The text behind a path that this run made or named; None for others."""
        return self.texts.get(path.rsplit("/", 1)[-1].removesuffix(".txt"))

    def _new_id(self, key: tuple[str, int], content_name: str) -> str:
        generation = self._made.get(key, 0)
        self._made[key] = generation + 1
        known = self.known.get(key)
        if known is not None and generation == 0:
            return known.entry_id
        return content_name if self.names_by_content else _made_id(key, generation, self.model_id)


@lru_cache(maxsize=65536)
def _made_id(key: tuple[str, int], generation: int, model_id: str) -> str:
    """An id that costs as many tokens in a path as the application's own: its beginning, and digits of its kind."""
    made = uuid.uuid5(_NAMESPACE, f"{key[0]} {key[1]} {generation}")
    if not _UUID.fullmatch(model_id):
        return str(made)
    tail = model_id[-_TAIL:]
    digits = f"{made.int % 10**_TAIL:0{_TAIL}d}" if tail.isdecimal() else made.hex[-_TAIL:]
    return model_id[:-_TAIL] + digits
