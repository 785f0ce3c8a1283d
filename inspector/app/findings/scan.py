"""One check of a source: which conversation comes next, how far it is, findings as they are made (Qt-free)."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from inspector.analysis.findings import Finding, all_detectors, run_detectors
from inspector.analysis.findings.broken import BROKEN_ID
from inspector.app.findings.places import Places
from inspector.sources.base import Progress, Source

_INTERVAL_S: Final = 0.1
"""Findings that come closer together than this are handed over together."""

CONVERSATIONS: Final = "findings"
"""What `run_detectors` calls its own steps; the detectors' own have other names."""

Deliver = Callable[[Sequence[Finding]], None]


class ScanState(StrEnum):
    """Where the check of the open source stands."""

    NOTHING = "nothing"
    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    STOPPED = "stopped"
    FAILED = "failed"


@dataclass(slots=True)
class Scan:
    """How far a check is.

    Attributes:
        state: where it stands.
        done, total: conversations; 0, 0 = not begun.
        detectors, requests, conversations: what was looked at with how many, once that is known.
        error: why it failed.
    """

    state: ScanState = ScanState.NOTHING
    done: int = 0
    total: int = 0
    detectors: int = 0
    requests: int = 0
    conversations: int = 0
    error: Exception | None = None


@dataclass(slots=True)
class Inspection:
    """The work of one check, done in a worker.

    Attributes:
        source: what is looked at.
        wanted: id of the conversation on screen, looked at next; may change while the work goes on.
        places: filled as conversations are read.
        detectors: how many took part, counted when the work begins.
    """

    source: Source
    wanted: str
    places: Places = field(default_factory=Places)
    detectors: int = 0
    _batch: list[Finding] = field(default_factory=list)

    def run(self, deliver: Deliver, progress: Progress) -> None:
        """Look at everything; raises `Problem`, and `Cancelled` when asked to stop."""
        held = self.source.traits
        self.detectors = sum(one.needs <= held and one.id != BROKEN_ID for one in all_detectors())
        last = float("-inf")
        for finding in run_detectors(
            self.source, progress=progress, order=self._order(deliver, progress), seen=self.places.add
        ):
            self._batch.append(finding)
            if time.monotonic() - last >= _INTERVAL_S:
                self._hand_over(deliver)
                last = time.monotonic()
        self._hand_over(deliver)

    def _order(self, deliver: Deliver, progress: Progress) -> Iterator[str]:
        """Conversations, the one on screen before all others; the bin is not looked at."""
        left = [entry.id for entry in self.source.conversations() if not entry.deleted]
        total = len(left)
        while left:
            chosen = self.wanted if self.wanted in left else left[0]
            left.remove(chosen)
            yield chosen
            self._hand_over(deliver)
        progress.step(total, total, CONVERSATIONS)

    def _hand_over(self, deliver: Deliver) -> None:
        if self._batch:
            deliver(tuple(self._batch))
            self._batch.clear()
