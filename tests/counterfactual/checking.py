"""Runs a check over folders or packed folders, conversation by conversation, in several processes."""

from __future__ import annotations

import tarfile
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from itertools import groupby
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from tests.counterfactual.replaying import Outcome, replay_run
from tests.counterfactual.runs import Lane, Run, find_runs

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def folder_of(path: Path) -> Iterator[Path]:
    """The folder itself, or a packed one unpacked for as long as it is needed."""
    if path.is_dir():
        yield path
        return
    with TemporaryDirectory(prefix="counterfactual-") as unpacked:
        with tarfile.open(path) as archive:
            archive.extractall(unpacked, filter="data")
        yield Path(unpacked)


def check(
    folders: Iterable[Path], lanes: Sequence[Lane], *, processes: int = 2, options: bool = False
) -> list[Outcome]:
    """Every run of every folder under the settings of every run of its conversation."""
    jobs = [
        (run, group, lane, options)
        for folder in folders
        for group in _conversations(find_runs(folder))
        for run in group
        for lane in lanes
        if run.source(lane) is not None
    ]
    if processes < 2:
        return [outcome for job in jobs for outcome in _job(job)]
    with ProcessPoolExecutor(processes, mp_context=get_context("forkserver")) as pool:
        return [outcome for done in pool.map(_job, jobs) for outcome in done]


def _conversations(runs: Sequence[Run]) -> list[list[Run]]:
    return [list(group) for _, group in groupby(runs, key=lambda run: run.folder.parent)]


def _job(job: tuple[Run, Sequence[Run], Lane, bool]) -> list[Outcome]:
    run, others, lane, options = job
    fresh = [Run(other.folder, other.is_pair) for other in others]
    return list(replay_run(run, fresh, lane, options=options))
