"""One sweep from start to end: what it runs over, how far it is, how long it will take."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from PySide6.QtCore import QObject, Signal

from inspector.gui.background import Background, Task
from inspector.model.settings import ReplaySettings
from inspector.replay.probes import Probe
from inspector.sources.base import Progress

if TYPE_CHECKING:
    from inspector.replay.sweep import SweepSource
    from inspector.replay.sweep_work import SweepCell

_NAMES: Final = ("generations.json", "cherrystudio.sqlite")
"""What is looked for below a folder."""
_SPAWN_S: Final = 2.0
"""Sweeps that take no longer than this run here; starting processes would take as long."""


FindSources: TypeAlias = "Callable[[], Sequence[SweepSource]]"
"""Finds what a sweep runs over; called in the worker."""


def source_at(path: Path, conversation: str | None) -> list[SweepSource]:
    """One conversation of a file, or all of them."""
    from inspector.replay.sweep import SweepSource

    return [SweepSource(path=path, conversation=conversation)]


def sources_below(folder: Path) -> list[SweepSource]:
    """Captures and databases in a folder and below it, in order of their paths."""
    found = sorted(path for name in _NAMES for path in folder.rglob(name) if path.is_file())
    return [one for path in found for one in source_at(path, None)]


def changes_written(settings: ReplaySettings, recorded: ReplaySettings) -> list[str]:
    """What differs from the session's own settings, as `name=value` texts."""
    written = []
    for name, (now, then) in settings.changed_from(recorded).items():
        if name == "codecs":
            kept = {rule.tool: rule.text for rule in then}
            written += [f"codecs.{rule.tool}={rule.text}" for rule in now if kept.get(rule.tool) != rule.text]
        else:
            text = "none" if now is None else str(now).lower() if isinstance(now, bool) else str(now)
            written.append(f"{name}={text}")
    return written


class SweepRun(QObject):
    """Runs sweeps, one at a time.

    Attributes:
        cells_changed: there are more cells.
        progressed: emitted with (done, total, seconds left or None).
        ended: emitted with an exception, or None when it ran to its end or was cancelled.
        cells: what came so far.
        total: how many there will be; 0 = not known yet.
    """

    cells_changed = Signal()
    progressed = Signal(int, int, object)
    ended = Signal(object)

    def __init__(self, background: Background, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._background = background
        self._task: Task | None = None
        self._started = 0.0
        self.cells: list[SweepCell] = []
        self.total = 0

    @property
    def is_running(self) -> bool:
        """Whether a sweep is on its way."""
        return self._task is not None

    def start(
        self,
        sources: FindSources,
        grid: Mapping[str, Sequence[Any]],
        *,
        assignments: Sequence[str],
        probes: Sequence[Probe],
        expected_s: float,
    ) -> None:
        """Begin a sweep over sessions.

        Args:
            sources: finds what it runs over (in the worker: a folder may be large).
            grid: setting → values.
            assignments: laid over each session's own settings first.
            probes: facts to look for.
            expected_s: how long it will take in one process, as far as is known.
        """
        self.cells = cells = []
        self.total = 0
        self._started = time.monotonic()
        jobs = 1 if expected_s <= _SPAWN_S else None

        def work(progress: Progress) -> None:
            # Imported here: sweeps bring an HTTP client, which a window does not need to start.
            from inspector.replay.sweep import sweep

            found = sweep(
                sources(), grid, assignments=assignments, probes=probes, jobs=jobs, progress=progress
            )
            with closing(found):
                for cell in found:
                    cells.append(cell)

        self._task = self._background.run(
            work,
            on_result=lambda _nothing: self._finish(None),
            on_error=self._finish,
            on_progress=self._on_progress,
            on_cancelled=lambda: self._finish(None),
            channel="sweep",
        )
        if not self._task.token.is_cancelled() and self.cells:
            self.cells_changed.emit()

    def cancel(self) -> None:
        """Stop; what came so far stays."""
        if self._task is not None:
            self._task.cancel()

    def clear(self) -> None:
        """Stop and forget everything."""
        self._background.cancel("sweep")
        self._task = None
        self.cells = []
        self.cells_changed.emit()

    def _on_progress(self, done: int, total: int, _what: str) -> None:
        self.total = total
        left = (time.monotonic() - self._started) / done * (total - done) if done else None
        self.progressed.emit(done, total, left)
        self.cells_changed.emit()

    def _finish(self, error: Exception | None) -> None:
        self._task = None
        self.cells_changed.emit()
        self.ended.emit(error)
