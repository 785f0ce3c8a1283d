"""What a replay makes of the findings of its conversation: looked at in a worker, compared on the shelf (Qt-free)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from inspector.analysis.findings import Finding
from inspector.analysis.findings.replayed import compare_findings, findings_of_replay
from inspector.app.findings.shelf import Shelf
from inspector.model.settings import ReplaySettings
from inspector.replay.result import ReplayResult
from inspector.sources.base import Progress, Source


@dataclass(frozen=True, slots=True)
class LookedAt:
    """Findings of a replay.

    Attributes:
        conversation_id: whose.
        as_recorded: under the session's own settings.
        now: under the others.
    """

    conversation_id: str
    as_recorded: tuple[Finding, ...]
    now: tuple[Finding, ...]

    def show_on(self, shelf: Shelf) -> None:
        """Tell the shelf what became of its findings."""
        entries = shelf.of_conversation(self.conversation_id)
        recorded = [entry.finding for entry in entries]
        shelf.show_fates(entries, compare_findings(recorded, self.as_recorded, self.now))


@dataclass(slots=True)
class ReplayLook:
    """Looks at replays of one session; what its own settings give is looked at once.

    Attributes:
        source: where it lies.
        recorded: the replay under its own settings.
        settings: those settings.
    """

    source: Source
    recorded: ReplayResult
    settings: ReplaySettings
    _as_recorded: Sequence[Finding] | None = None

    def look(self, result: ReplayResult, settings: ReplaySettings, progress: Progress) -> LookedAt:
        """The findings of a replay (in a worker); raises `Problem` and `Cancelled`."""
        if self._as_recorded is None:
            self._as_recorded = findings_of_replay(
                self.source, self.recorded, self.settings, progress=progress
            )
        now = findings_of_replay(self.source, result, settings, progress=progress)
        return LookedAt(result.conversation_id, tuple(self._as_recorded), tuple(now))
