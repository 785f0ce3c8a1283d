"""The steps of a write and of a deletion, told to whoever watches: progress, tracing, and proofs of crash safety."""

from __future__ import annotations

from enum import StrEnum
from typing import Protocol


class Step(StrEnum):
    """What has just been done. At any of these the process may die."""

    FILE_OPENED = "file-opened"
    FILE_WRITTEN = "file-written"
    FILE_SYNCED = "file-synced"
    FILE_RENAMED = "file-renamed"
    FOLDER_SYNCED = "folder-synced"
    ROW_WRITTEN = "row-written"
    ROW_DELETED = "row-deleted"
    COMMITTED = "committed"
    FILE_REMOVED = "file-removed"


class StepObserver(Protocol):
    """Told of each step right after it."""

    def __call__(self, step: Step, subject: str) -> None:
        """`subject` is the entry id or the file name concerned; "" for a commit."""
        ...


def unobserved(step: Step, subject: str) -> None:
    """Nobody watches."""
