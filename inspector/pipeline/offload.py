"""Moving a long text out of a prompt and leaving a marker in its place (PIPELINE §3, §5)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Protocol

from inspector.model.problems import Problem
from inspector.pipeline.excerpt import HEAD_CHARS, TAIL_CHARS, excerpt
from inspector.pipeline.marker import marker
from inspector.pipeline.text_facts import chars, facts
from inspector.pipeline.trim_record import KeptReason
from inspector.wire import vfs_uri


class StorageError(Exception):
    """A storage could not look up, write or locate a text; the message says why."""


STORAGE_FAILURES: Final = (StorageError, OSError, Problem)
"""What a trim takes for a failing storage: the text then stays where it is."""


class OffloadStorage(Protocol):
    """Where an in-flight trim puts the texts it takes out. Every method may raise one of `STORAGE_FAILURES`."""

    def exists(self, vfs_filename: str) -> bool:
        """Whether the text of that name need not be written again."""

    def write(self, vfs_filename: str, text: str) -> None:
        """Keep a text under a name."""

    def path(self, vfs_filename: str) -> str | None:
        """Path that the model may read the text at; None = it can be named by URI only."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TrimBudget:
    """When a text is too long, and what stays of it; all in UTF-16 units.

    Attributes:
        threshold: longer texts are trimmed.
        head_chars, tail_chars: what is shown of them.
    """

    threshold: float
    head_chars: int = HEAD_CHARS
    tail_chars: int = TAIL_CHARS

    def spares(self, text: str) -> KeptReason | None:
        """Why a text of this length stays; None when it is over the budget."""
        # A text's characters are one or two units each: nearly always that is enough to know.
        if max(self.threshold, self.head_chars + self.tail_chars) < len(text):
            return None
        size = chars(text)
        if size <= self.threshold:
            return KeptReason.WITHIN_THRESHOLD
        if self.head_chars + self.tail_chars >= size:
            return KeptReason.EXCERPT_COVERS
        return None


@dataclass(frozen=True, slots=True)
class Offloaded:
    """A text that is now in the storage.

    Attributes:
        marker: what stands in its place.
        vfs_filename: its name.
        path: as shown in the marker.
    """

    marker: str
    vfs_filename: str
    path: str | None


def offload(text: str, budget: TrimBudget, storage: OffloadStorage) -> Offloaded:
    """Store a text and give its marker. The storage's errors pass through."""
    name = facts(text).survey.vfs_filename
    if not storage.exists(name):
        storage.write(name, text)
    path = storage.path(name)
    shown = excerpt(text, budget.head_chars, budget.tail_chars)
    return Offloaded(marker(shown, vfs_uri(name), path), name, path)
