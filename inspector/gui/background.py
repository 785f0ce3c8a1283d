"""Work off the UI thread: one helper, one callback shape.

`Background.run(work, …)` runs `work(progress)` in a thread pool and calls back in the UI thread with a
result, an error, progress at most every 50 ms, or a cancellation. Work on the same channel supersedes what
ran there before: the older task is cancelled and whatever it still delivers is dropped. Tests pass
`SyncExecutor`.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Protocol, TypeVar

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QRunnable, QThreadPool, Signal, Slot

from inspector.model import Problem
from inspector.sources.base import Cancelled, Progress

PROGRESS_INTERVAL_S: Final = 0.05
"""Least time between two progress reports."""

T = TypeVar("T")
ProgressCallback = Callable[[int, int, str], None]


class Executor(Protocol):
    """Something that runs a job some time, in some thread."""

    def submit(self, job: Callable[[], None]) -> None:
        """Run the job; returns at once unless it runs in the calling thread."""
        ...

    def wait(self) -> None:
        """Block until everything submitted has run."""
        ...


class PoolExecutor:
    """Runs jobs in a thread pool of its own."""

    def __init__(self, *, threads: int = 4) -> None:
        self._pool = QThreadPool()
        self._pool.setMaxThreadCount(threads)

    def submit(self, job: Callable[[], None]) -> None:
        """Queue the job."""
        self._pool.start(_Job(job))

    def wait(self) -> None:
        """Block until the pool is idle."""
        self._pool.waitForDone()


class SyncExecutor:
    """Runs each job at once in the calling thread; for tests and for rendering without a screen."""

    def submit(self, job: Callable[[], None]) -> None:
        """Run the job now."""
        job()

    def wait(self) -> None:
        """Nothing is ever pending."""


class _Job(QRunnable):
    def __init__(self, job: Callable[[], None]) -> None:
        super().__init__()
        self._job = job

    def run(self) -> None:
        self._job()


class CancelToken:
    """Asks work to stop; polled by the work, set from any thread."""

    __slots__ = ("_cancelled",)

    def __init__(self) -> None:
        self._cancelled = False

    def cancel(self) -> None:
        """Ask to stop."""
        self._cancelled = True

    def is_cancelled(self) -> bool:
        """Whether somebody asked."""
        return self._cancelled


@dataclass(frozen=True, slots=True, kw_only=True)
class _Callbacks:
    """What to call with which outcome."""

    on_result: Callable[[Any], None]
    on_error: Callable[[Exception], None]
    on_progress: ProgressCallback | None
    on_cancelled: Callable[[], None] | None

    def deliver(self, result: object, error: Exception | None, *, cancelled: bool) -> None:
        """Call exactly one of them."""
        if isinstance(error, Cancelled) or (error is None and cancelled):
            if self.on_cancelled is not None:
                self.on_cancelled()
        elif error is not None:
            self.on_error(error)
        else:
            self.on_result(result)


class Task(QObject):
    """One piece of background work; its callbacks run in the thread that made it.

    Attributes:
        token: cancels the work.
        ended: emitted once, after the last callback.
    """

    ended = Signal()
    _progressed = Signal(object, object, str)
    _finished = Signal(object, object)

    def __init__(self, work: Callable[[Progress], object], callbacks: _Callbacks, parent: QObject) -> None:
        super().__init__(parent)
        self.token = CancelToken()
        self._work: Callable[[Progress], object] | None = work
        self._callbacks: _Callbacks | None = callbacks
        self._reported_at = 0.0
        self._progressed.connect(self._deliver_progress)
        self._finished.connect(self._deliver)

    def cancel(self) -> None:
        """Ask the work to stop; `on_cancelled` follows when it did."""
        self.token.cancel()

    def supersede(self) -> None:
        """Stop the work and drop whatever it still delivers."""
        self._callbacks = None
        self.token.cancel()

    def execute(self) -> None:
        """Run the work; called by the executor in its thread."""
        work = self._work
        if work is None:
            return
        try:
            result = work(Progress(self._report, self.token.is_cancelled))
        except Exception as error:  # noqa: BLE001 - every failure must reach the UI thread
            self._finished.emit(None, error)
        else:
            self._finished.emit(result, None)

    def _report(self, done: int, total: int, what: str) -> None:
        now = time.monotonic()
        if now - self._reported_at >= PROGRESS_INTERVAL_S:
            self._reported_at = now
            self._progressed.emit(done, total, what)

    @Slot(object, object, str)
    def _deliver_progress(self, done: int, total: int, what: str) -> None:
        callbacks = self._callbacks
        if callbacks is not None and callbacks.on_progress is not None and not self.token.is_cancelled():
            callbacks.on_progress(done, total, what)

    @Slot(object, object)
    def _deliver(self, result: object, error: Exception | None) -> None:
        callbacks = self._callbacks
        # Dropped here and not when Qt deletes the task: if they were the last to hold our parent, it would be
        # destroyed from inside the destructor of its child.
        self._callbacks = self._work = None
        try:
            if callbacks is not None:
                callbacks.deliver(result, error, cancelled=self.token.is_cancelled())
        finally:
            self.ended.emit()


class Background(QObject):
    """Starts tasks and keeps them alive until they have delivered.

    Attributes:
        busy_changed: emitted with the number of running tasks.
        crashed: emitted with an exception that nobody asked to handle and that is no `Problem`: a bug of
            ours.
        problem: emitted with a `Problem` nobody asked to handle.
    """

    busy_changed = Signal(int)
    crashed = Signal(object)
    problem = Signal(object)

    def __init__(self, executor: Executor | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._executor: Executor = executor or PoolExecutor()
        self._running: set[Task] = set()
        self._channels: dict[str, Task] = {}

    def run(
        self,
        work: Callable[[Progress], T],
        *,
        on_result: Callable[[T], None],
        on_error: Callable[[Exception], None] | None = None,
        on_progress: ProgressCallback | None = None,
        on_cancelled: Callable[[], None] | None = None,
        channel: str = "",
    ) -> Task:
        """Start `work`; callbacks come in this thread.

        Args:
            work: gets a `Progress` to report to and to ask whether to stop (it raises `Cancelled` itself).
            on_result, on_error, on_progress, on_cancelled: exactly one of result, error, cancelled is called,
                unless a newer task on the same channel took over: then none is.
            channel: name of the kind of work of which only the newest counts; "" = all count.
        """
        callbacks = _Callbacks(
            on_result=on_result,
            on_error=on_error or self._unhandled,
            on_progress=on_progress,
            on_cancelled=on_cancelled,
        )
        task = Task(work, callbacks, self)
        if channel:
            self.cancel(channel)
            self._channels[channel] = task
        self._running.add(task)
        task.ended.connect(self._collect)
        self.busy_changed.emit(len(self._running))
        self._executor.submit(task.execute)
        return task

    def cancel(self, channel: str) -> None:
        """Supersede what runs on a channel."""
        if (older := self._channels.pop(channel, None)) is not None:
            older.supersede()

    @property
    def busy(self) -> int:
        """Number of tasks that have not delivered yet."""
        return len(self._running)

    def shutdown(self) -> None:
        """Supersede everything, wait for the threads to come back, and take in what they still delivered.

        A queued delivery must not outlive its task: Qt would call into freed memory.
        """
        tasks = list(self._running)
        for task in tasks:
            task.supersede()
        self._executor.wait()
        for task in tasks:
            QCoreApplication.sendPostedEvents(task, QEvent.Type.MetaCall.value)

    def _unhandled(self, error: Exception) -> None:
        if isinstance(error, Problem):
            self.problem.emit(error)
        else:
            self.crashed.emit(error)

    @Slot()
    def _collect(self) -> None:
        task = self.sender()
        if isinstance(task, Task):
            self._running.discard(task)
            self._channels = {name: kept for name, kept in self._channels.items() if kept is not task}
            task.deleteLater()
            self.busy_changed.emit(len(self._running))
