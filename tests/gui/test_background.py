"""Work off the UI thread: callbacks, cancellation, superseded work, throttled progress."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator

import pytest
from pytestqt.qtbot import QtBot

from inspector.gui.background import PROGRESS_INTERVAL_S, Background, SyncExecutor
from inspector.model import Problem
from inspector.sources.base import Progress


@pytest.fixture
def pooled() -> Iterator[Background]:
    background = Background()
    yield background
    background.shutdown()


@pytest.fixture
def direct() -> Background:
    return Background(SyncExecutor())


def test_work_runs_elsewhere_and_its_result_arrives_here(pooled: Background, qtbot: QtBot) -> None:
    threads: list[int] = []
    results: list[int] = []

    def work(progress: Progress) -> int:
        threads.append(threading.get_ident())
        return 42

    def on_result(value: int) -> None:
        threads.append(threading.get_ident())
        results.append(value)

    pooled.run(work, on_result=on_result)
    qtbot.waitUntil(lambda: results == [42])
    assert threads[0] != threads[1] == threading.get_ident()
    assert pooled.busy == 0


def test_cancelled_work_calls_back_as_cancelled_and_nothing_else(pooled: Background, qtbot: QtBot) -> None:
    called: list[str] = []

    def work(progress: Progress) -> None:
        while True:
            progress.step(0, 0)
            time.sleep(0.002)

    task = pooled.run(
        work,
        on_result=lambda _: called.append("result"),
        on_error=lambda _: called.append("error"),
        on_cancelled=lambda: called.append("cancelled"),
    )
    task.cancel()
    qtbot.waitUntil(lambda: pooled.busy == 0)
    assert called == ["cancelled"]


def test_newer_work_on_a_channel_silences_the_older(pooled: Background, qtbot: QtBot) -> None:
    gate = threading.Event()
    results: list[str] = []

    def slow(progress: Progress) -> str:
        gate.wait(5)
        return "old"

    pooled.run(slow, on_result=results.append, channel="load")
    pooled.run(lambda progress: "new", on_result=results.append, channel="load")
    qtbot.waitUntil(lambda: results == ["new"])
    gate.set()
    qtbot.waitUntil(lambda: pooled.busy == 0)
    assert results == ["new"]


def test_progress_is_throttled(pooled: Background, qtbot: QtBot) -> None:
    seen: list[tuple[int, int]] = []
    done: list[float] = []

    def work(progress: Progress) -> float:
        started = time.monotonic()
        for n in range(200):
            progress.step(n, 200)
            time.sleep(0.001)
        return time.monotonic() - started

    pooled.run(work, on_result=done.append, on_progress=lambda now, total, _: seen.append((now, total)))
    qtbot.waitUntil(lambda: bool(done))
    assert 1 <= len(seen) <= done[0] / PROGRESS_INTERVAL_S + 1
    assert seen == sorted(seen)


def test_problems_and_bugs_go_to_different_signals(direct: Background) -> None:
    problems: list[Exception] = []
    crashes: list[Exception] = []
    direct.problem.connect(problems.append)
    direct.crashed.connect(crashes.append)

    def fail(error: Exception) -> Callable[[Progress], None]:
        def work(progress: Progress) -> None:
            raise error

        return work

    direct.run(fail(Problem("path-missing", {"path": "x"})), on_result=lambda _: None)
    direct.run(fail(ZeroDivisionError("ours")), on_result=lambda _: None)
    assert [type(error) for error in problems] == [Problem]
    assert [type(error) for error in crashes] == [ZeroDivisionError]


def test_an_own_error_callback_comes_first(direct: Background) -> None:
    errors: list[Exception] = []
    direct.crashed.connect(lambda error: pytest.fail(f"told twice: {error}"))
    direct.run(lambda progress: 1 / 0, on_result=lambda _: None, on_error=errors.append)
    assert isinstance(errors[0], ZeroDivisionError)


def test_shutting_down_waits_for_the_threads() -> None:
    background = Background()
    ended = threading.Event()

    def work(progress: Progress) -> None:
        while not progress.is_cancelled():
            time.sleep(0.002)
        ended.set()

    background.run(work, on_result=lambda _: pytest.fail("delivered after shutdown"))
    background.shutdown()
    assert ended.is_set()
