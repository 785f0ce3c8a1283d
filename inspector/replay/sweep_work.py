"""The unit of work of a sweep: one session under several settings, in whatever process it runs.

One `Replayer` serves all settings of a piece, so that what a setting does not touch is worked out once.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeAlias

from inspector.model.problems import Problem
from inspector.model.settings import ReplaySettings
from inspector.replay.compressors.live import LiveCompressor, LiveSettings
from inspector.replay.engine import Replayer
from inspector.replay.probes import Probe
from inspector.replay.result import ReplayResult
from inspector.sources.base import Cancelled, Progress
from inspector.sources.open import open_source


@dataclass(frozen=True, slots=True, kw_only=True)
class GridPoint:
    """One combination of the grid.

    Attributes:
        order: place of its cell in the final table.
        assignments: setting → value as written, in the grid's order.
    """

    order: int
    assignments: Mapping[str, str]

    def applied_to(self, settings: ReplaySettings) -> ReplaySettings:
        """The settings with this combination's values."""
        return settings.with_assignments(f"{name}={value}" for name, value in self.assignments.items())


@dataclass(frozen=True, slots=True, kw_only=True)
class SweepPlan:
    """What all pieces of a sweep share.

    Attributes:
        base: settings that the grid is laid over, or the name of a preset ("recorded": each session's own).
        assignments: `name=value` texts laid over the base before the grid.
        probes: facts to look for.
        live: endpoint of a live summariser; None = none.
        detail: cells carry their whole result.
    """

    base: ReplaySettings | str
    assignments: tuple[str, ...] = ()
    probes: tuple[Probe, ...] = ()
    live: LiveSettings | None = None
    detail: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionWork:
    """One session under some points of the grid.

    Attributes:
        path, blobs: the source and where its blobs lie, if elsewhere.
        conversation_id, title: which conversation of it.
        points: what to run.
        plan: what the sweep as a whole asks.
    """

    path: Path
    blobs: Path | None
    conversation_id: str
    title: str
    points: tuple[GridPoint, ...]
    plan: SweepPlan

    def split(self, pieces: int) -> list[SessionWork]:
        """The same in up to so many pieces of nearly equal size."""
        count = max(1, min(pieces, len(self.points)))
        size, more = divmod(len(self.points), count)
        ends = [size * (i + 1) + min(i + 1, more) for i in range(count)]
        starts = [0, *ends[:-1]]
        return [replace(self, points=self.points[a:b]) for a, b in zip(starts, ends, strict=True)]


@dataclass(frozen=True, slots=True, kw_only=True)
class SweepCell:
    """One session under one combination, as plain data.

    Attributes:
        order: place in the final table.
        source, conversation, title: what was replayed.
        assignments: the combination.
        settings: all settings it ran under.
        totals: sums over the session (`Totals.to_dict`).
        requests: number of requests.
        probes: per probe how many requests hold it in which state, and its state in the last request ("last").
        seconds: how long the replay took.
        problem: why it could not be replayed, as a sentence; "" = it was.
        result: the whole result (`ReplayResult.to_dict`) where the sweep asked for it.
    """

    order: int
    source: str
    conversation: str
    title: str = ""
    assignments: Mapping[str, str] = field(default_factory=dict)
    settings: Mapping[str, Any] = field(default_factory=dict)
    totals: Mapping[str, Any] = field(default_factory=dict)
    requests: int = 0
    probes: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    seconds: float = 0.0
    problem: str = ""
    result: Mapping[str, Any] | None = None

    def to_dict(self) -> dict[str, Any]:
        """JSON form: the object of `replay --json` with the combination; without detail only its sums."""
        whole = self.result or {
            "source": self.source,
            "conversation": self.conversation,
            "settings": dict(self.settings),
            "totals": dict(self.totals),
        }
        extra: dict[str, Any] = {
            "title": self.title,
            "grid": dict(self.assignments),
            "probe_summary": {name: dict(states) for name, states in self.probes.items()},
            "seconds": round(self.seconds, 4),
        }
        return {**whole, **extra, **({"problem": self.problem} if self.problem else {})}


Cells: TypeAlias = Generator[SweepCell, None, None]
"""Cells as they come; closing it stops the work behind it."""


def run_work(work: SessionWork, is_cancelled: Callable[[], bool] = lambda: False) -> Cells:
    """Replay one piece, a cell at a time; a session that cannot be opened gives cells that say why.

    Raises `Cancelled` between two replays.
    """
    try:
        source = open_source(work.path, blobs=work.blobs, progress=Progress(is_cancelled=is_cancelled))
    except Problem as problem:
        yield from (_failed(work, point, problem) for point in work.points)
        return
    try:
        live = LiveCompressor(work.plan.live) if work.plan.live is not None else None
        replayer = Replayer.open(
            source, work.conversation_id, live=live, progress=Progress(is_cancelled=is_cancelled)
        )
        for point in work.points:
            if is_cancelled():
                raise Cancelled
            yield _cell(work, point, replayer)
    finally:
        source.close()


def _cell(work: SessionWork, point: GridPoint, replayer: Replayer) -> SweepCell:
    started = time.perf_counter()
    try:
        base = replayer.settings(work.plan.base, work.plan.assignments)
        result = replayer.run(point.applied_to(base), work.plan.probes)
    except Problem as problem:
        return _failed(work, point, problem)
    return SweepCell(
        order=point.order,
        source=str(work.path),
        conversation=work.conversation_id,
        title=work.title,
        assignments=point.assignments,
        settings=result.settings,
        totals=result.totals.to_dict(),
        requests=len(result.requests),
        probes=probe_summary(result, work.plan.probes),
        seconds=time.perf_counter() - started,
        result=result.to_dict() if work.plan.detail else None,
    )


def probe_summary(result: ReplayResult, probes: Sequence[Probe]) -> dict[str, dict[str, Any]]:
    """Per probe: in how many requests it is in which state, and its state in the last request."""
    summary: dict[str, dict[str, Any]] = {}
    for probe in probes:
        states = [request.probes[probe.name].value for request in result.requests]
        counts: dict[str, Any] = {state: states.count(state) for state in dict.fromkeys(states)}
        summary[probe.name] = {**counts, "last": states[-1] if states else None}
    return summary


def _failed(work: SessionWork, point: GridPoint, problem: Problem) -> SweepCell:
    return SweepCell(
        order=point.order,
        source=str(work.path),
        conversation=work.conversation_id,
        title=work.title,
        assignments=point.assignments,
        problem=str(problem),
    )
