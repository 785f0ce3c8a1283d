"""Follow a file that its writer rewrites in place: when to look again, without threads of its own (FORMATS B).

The caller asks `poll` now and then from a worker thread. A change is read once the file has been quiet for a moment,
at the latest after a while; a reading that found the file half-written is tried again with growing pauses.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final, Protocol

from inspector.model.problems import Problem

QUIET_SECONDS: Final = 0.2
LONGEST_WAIT_SECONDS: Final = 2.0
_FIRST_PAUSE: Final = 0.2
_LONGEST_PAUSE: Final = 5.0


class Followable(Protocol):
    """What is followed: a `Source`."""

    path: Path

    def refresh(self) -> bool: ...


_Stamp = tuple[int, int, int] | None


class Follower:
    """Decides when a source reads its file again.

    Attributes:
        behind: a change was seen that could not be read yet (the last good state is still shown).
    """

    def __init__(self, source: Followable) -> None:
        self.behind = False
        self._source = source
        self._stamps = self._look()
        self._changed_at: float | None = None
        self._first_change: float | None = None
        self._retry_at: float | None = None
        self._pause = _FIRST_PAUSE

    def poll(self, now: float) -> bool:
        """Look at the file; True when the source has something new. `now` is a monotonic time in seconds."""
        stamps = self._look()
        if stamps != self._stamps:
            self._stamps = stamps
            self._changed_at = now
            self._first_change = now if self._first_change is None else self._first_change
        if not self._is_due(now):
            return False
        return self._read(now)

    def run(self, on_change: Callable[[], None], stop: threading.Event, *, interval: float = 0.1) -> None:
        """Poll until `stop` is set; for a worker thread. `on_change` is called on that thread."""
        while not stop.wait(interval):
            if self.poll(time.monotonic()):
                on_change()

    def _is_due(self, now: float) -> bool:
        if self._changed_at is not None and self._first_change is not None:
            quiet = now - self._changed_at >= QUIET_SECONDS
            return quiet or now - self._first_change >= LONGEST_WAIT_SECONDS
        return self._retry_at is not None and now >= self._retry_at

    def _read(self, now: float) -> bool:
        changed = self._changed_at is not None
        self._changed_at = self._first_change = None
        try:
            fresh = self._source.refresh()
        except Problem:
            fresh = False
        if fresh:
            self.behind, self._retry_at, self._pause = False, None, _FIRST_PAUSE
            return True
        self._plan_retry(now, again=changed)
        return False

    def _plan_retry(self, now: float, *, again: bool) -> None:
        """A change that brought nothing was half-written, or nothing at all: look again, ever more seldom."""
        if again:
            self._pause = _FIRST_PAUSE
        elif self._pause >= _LONGEST_PAUSE:
            self.behind, self._retry_at = False, None
            return
        self.behind = True
        self._retry_at = now + self._pause
        self._pause *= 2

    def _look(self) -> tuple[_Stamp, _Stamp]:
        """Stamps of the file and of a write-ahead log beside it."""
        path = self._source.path
        return _stamp(path), _stamp(path.with_name(path.name + "-wal"))


def _stamp(path: Path) -> _Stamp:
    try:
        status = os.stat(path)
    except OSError:
        return None
    return status.st_size, status.st_mtime_ns, status.st_ino
