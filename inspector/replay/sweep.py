"""A grid of settings over several sessions: every combination replayed, results as they come.

The order of the final table is that of the sources, their conversations and the grid, whatever runs first.
"""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from inspector.model.presets import RECORDED
from inspector.model.setting_spec import value_text
from inspector.model.settings import ReplaySettings
from inspector.replay.compressors.live import LiveSettings
from inspector.replay.engine import conversation_ids
from inspector.replay.probes import Probe
from inspector.replay.sweep_executors import (
    ClusterExecutor,
    ProcessExecutor,
    SerialExecutor,
    SweepExecutor,
)
from inspector.replay.sweep_work import Cells, GridPoint, SessionWork, SweepCell, SweepPlan
from inspector.sources.base import Progress
from inspector.sources.open import open_source

__all__ = ["GridPoint", "SweepCell", "SweepSource", "grid_assignments", "in_order", "sweep"]


@dataclass(frozen=True, slots=True, kw_only=True)
class SweepSource:
    """What to sweep over.

    Attributes:
        path: as `open_source` takes it.
        blobs: folder of its blobs, when it lies elsewhere.
        conversation: id or title of one conversation; None = all that are not in the bin.
    """

    path: Path
    blobs: Path | None = None
    conversation: str | None = None


def sweep(
    sources: Iterable[SweepSource | Path | str],
    grid: Mapping[str, Sequence[Any]],
    *,
    base: ReplaySettings | str = RECORDED,
    assignments: Sequence[str] = (),
    probes: Sequence[Probe] = (),
    jobs: int | None = None,
    scheduler: str | None = None,
    executor: SweepExecutor | None = None,
    live: LiveSettings | None = None,
    detail: bool = False,
    progress: Progress | None = None,
) -> Cells:
    """Replay every session under every combination; yields cells as they come, see `in_order`.

    Close the generator (`contextlib.closing`) when leaving it early: that stops its processes.

    Args:
        sources: paths or `SweepSource`s.
        grid: setting → its values, native or as written; all combinations are run.
        base: settings the grid is laid over, or a preset's name ("recorded": each session's own settings).
        assignments: `name=value` texts laid over the base first.
        probes: facts to look for.
        jobs: processes; None = one per core, 1 = none but this.
        scheduler: address of a dask scheduler, in place of processes.
        executor: where to run it, in place of `jobs` and `scheduler`.
        live: endpoint of a live summariser, for `compressor=live`.
        detail: cells carry their whole result.
        progress: told (cells done, cells in all); cancels.

    Raises:
        Problem: a setting, path, conversation or scheduler is bad; all but the last are checked before anything runs.
        Cancelled: when `progress` said so; what was yielded before is what is done.
    """
    told = progress or Progress()
    plan = SweepPlan(
        base=base, assignments=tuple(assignments), probes=tuple(probes), live=live, detail=detail
    )
    combinations = grid_assignments(grid)
    work = _planned(sources, combinations, plan, told)
    total = sum(len(session.points) for session in work)
    chosen = executor or _executor(jobs, scheduler, total)
    return _counted(chosen.run(work, told.is_cancelled), total, told)


def grid_assignments(grid: Mapping[str, Sequence[Any]]) -> list[dict[str, str]]:
    """All combinations as setting → written value, the last setting changing fastest; raises `Problem`."""
    written = {name: [value_text(value) for value in values] for name, values in grid.items()}
    for name, values in written.items():
        for value in values:
            ReplaySettings().with_assignments([f"{name}={value}"])
    return [dict(zip(written, values, strict=True)) for values in itertools.product(*written.values())]


def in_order(cells: Iterable[SweepCell]) -> list[SweepCell]:
    """Cells in the order of sources, conversations and grid."""
    return sorted(cells, key=lambda cell: cell.order)


def _planned(
    sources: Iterable[SweepSource | Path | str],
    combinations: Sequence[Mapping[str, str]],
    plan: SweepPlan,
    progress: Progress,
) -> list[SessionWork]:
    work: list[SessionWork] = []
    places = itertools.count()
    for given in sources:
        chosen = given if isinstance(given, SweepSource) else SweepSource(path=Path(given))
        for identifier, title in _conversations(chosen, progress):
            points = [GridPoint(order=next(places), assignments=values) for values in combinations]
            work.append(
                SessionWork(
                    path=chosen.path,
                    blobs=chosen.blobs,
                    conversation_id=identifier,
                    title=title,
                    points=tuple(points),
                    plan=plan,
                )
            )
    return work


def _conversations(chosen: SweepSource, progress: Progress) -> list[tuple[str, str]]:
    source = open_source(
        chosen.path, blobs=chosen.blobs, progress=Progress(is_cancelled=progress.is_cancelled)
    )
    try:
        titles = {entry.id: entry.title for entry in source.conversations()}
        return [(found, titles[found]) for found in conversation_ids(source, chosen.conversation)]
    finally:
        source.close()


def _executor(jobs: int | None, scheduler: str | None, total: int) -> SweepExecutor:
    if scheduler is not None:
        return ClusterExecutor(scheduler)
    wanted = (os.cpu_count() or 1) if jobs is None else jobs
    return SerialExecutor() if min(wanted, total) <= 1 else ProcessExecutor(wanted)


def _counted(cells: Cells, total: int, progress: Progress) -> Cells:
    with closing(cells):
        progress.step(0, total, "replays")
        for done, cell in enumerate(cells, 1):
            yield cell
            progress.step(done, total, "replays")
