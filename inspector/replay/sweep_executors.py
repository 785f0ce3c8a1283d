"""Where the replays of a sweep run: in this process, in spawned processes, or on a dask cluster.

All three take whole sessions, split them only as far as there are workers for them (each piece prepares its session
once), and yield cells as they come.
"""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_EXCEPTION, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import get_context
from queue import Empty
from typing import TYPE_CHECKING, Any, Protocol

from inspector.model.problems import Problem, register_templates
from inspector.replay.sweep_work import Cells, SessionWork, SweepCell, run_work
from inspector.sources.base import Cancelled

if TYPE_CHECKING:
    from multiprocessing.queues import Queue
    from multiprocessing.synchronize import Event

_POLL_S = 0.1

register_templates(
    {
        "no-cluster-package": (
            "--scheduler needs the package `distributed`, which is not installed. "
            "Install it with: pip install 'context-inspector[cluster]'."
        ),
        "no-scheduler": (
            "{address}: no dask scheduler answers there ({found}). Check the address, such as tcp://host:8786."
        ),
        "sweep-worker-died": (
            "A worker process ended unexpectedly; it may have run out of memory. Try again with fewer workers (--jobs)."
        ),
    }
)


class SweepExecutor(Protocol):
    """Runs the pieces of a sweep."""

    def run(self, work: Sequence[SessionWork], is_cancelled: Callable[[], bool]) -> Cells:
        """Cells as they come, in any order; raises `Cancelled` soon after `is_cancelled` says so."""
        ...


class SerialExecutor:
    """One after the other, in this process."""

    def run(self, work: Sequence[SessionWork], is_cancelled: Callable[[], bool]) -> Cells:
        """Cells in order."""
        for piece in work:
            yield from run_work(piece, is_cancelled)


class ProcessExecutor:
    """Spawned processes; Ctrl+C reaches only this one, which then tells the others to stop."""

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs

    def run(self, work: Sequence[SessionWork], is_cancelled: Callable[[], bool]) -> Cells:
        """Cells as they come; leaving the iterator stops the processes after the replay they are at."""
        pieces = spread(work, self._jobs)
        context = get_context("spawn")
        stop, cells = context.Event(), context.Queue()
        pool = ProcessPoolExecutor(
            min(self._jobs, len(pieces)) or 1,
            mp_context=context,
            initializer=_start_worker,
            initargs=(stop, cells),
        )
        try:
            with _children_ignore_interrupts():
                futures = [pool.submit(_work_here, piece) for piece in pieces]
            yield from _received(futures, cells, is_cancelled)
        finally:
            stop.set()
            pool.shutdown(cancel_futures=True)
            cells.close()


def _received(
    futures: Sequence[Future[int]], cells: Queue[SweepCell], is_cancelled: Callable[[], bool]
) -> Cells:
    """Cells until every piece is done and all it counted has come through."""
    received = 0
    while True:
        if is_cancelled():
            raise Cancelled
        try:
            yield cells.get(timeout=_POLL_S)
            received += 1
        except Empty:
            done = wait(futures, timeout=0, return_when=FIRST_EXCEPTION).done
            if received == sum(map(_counted, done)) and len(done) == len(futures):
                return


def _counted(future: Future[int]) -> int:
    try:
        return future.result()
    except BrokenProcessPool as error:
        raise Problem("sweep-worker-died", {}) from error


@contextmanager
def _children_ignore_interrupts() -> Iterator[None]:
    """Processes started meanwhile inherit that Ctrl+C is not theirs, from their first moment on."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    previous = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, previous)


class _Worker:
    """What a worker process was started with."""

    stop: Event
    cells: Queue[SweepCell]


def _start_worker(stop: Event, cells: Queue[SweepCell]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _Worker.stop, _Worker.cells = stop, cells
    # Leaving must not wait for a reader who is gone; a reader who stays counts what it has got.
    cells.cancel_join_thread()


def _work_here(piece: SessionWork) -> int:
    count = 0
    try:
        for cell in run_work(piece, _Worker.stop.is_set):
            _Worker.cells.put(cell)
            count += 1
    except Cancelled:
        return count
    return count


class ClusterExecutor:
    """The workers of a dask scheduler; they must see the sources under the same paths.

    Attributes:
        address: of the scheduler, such as `tcp://host:8786`.
    """

    def __init__(self, address: str) -> None:
        self.address = address

    def run(self, work: Sequence[SessionWork], is_cancelled: Callable[[], bool]) -> Cells:
        """Cells as pieces are done; raises `Problem` without the package or a scheduler."""
        distributed = _distributed()
        with self._client(distributed) as client:
            workers = len(client.nthreads())
            pieces = spread(work, max(1, workers), per_worker=4)
            pending = set(client.map(_work_there, pieces, pure=False))
            try:
                while pending:
                    if is_cancelled():
                        raise Cancelled
                    done = {future for future in pending if future.done()}
                    pending -= done
                    for future in done:
                        yield from _results(future, distributed)
                    if not done:
                        time.sleep(_POLL_S)
            finally:
                client.cancel(list(pending))

    def _client(self, distributed: Any) -> Any:
        try:
            return distributed.Client(self.address, timeout="10s", set_as_default=False)
        except (OSError, ValueError) as error:
            found = str(error) or type(error).__name__
            raise Problem("no-scheduler", {"address": self.address, "found": found}) from error


def _results(future: Any, distributed: Any) -> list[SweepCell]:
    try:
        cells: list[SweepCell] = future.result()
    except distributed.KilledWorker as error:
        raise Problem("sweep-worker-died", {}) from error
    return cells


def _work_there(piece: SessionWork) -> list[SweepCell]:
    return list(run_work(piece))


def _distributed() -> Any:
    try:
        import distributed
    except ImportError as error:
        raise Problem("no-cluster-package", {}) from error
    return distributed


def spread(work: Sequence[SessionWork], workers: int, *, per_worker: int = 1) -> list[SessionWork]:
    """Sessions split so far that every worker has a piece, and no further: each piece opens its session anew."""
    if not work:
        return []
    pieces = -(-workers * per_worker // len(work))
    return [piece for session in work for piece in session.split(pieces)]
