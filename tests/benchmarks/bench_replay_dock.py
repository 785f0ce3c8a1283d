"""`python -m tests.benchmarks.bench_replay_dock`: how soon the dock answers, and how long the window stands still.

A session of 200 steps and 10 MB in a real window without a screen. Measured from the change of a slider to the
painted chart; in a second pass a timer of 4 ms notes the longest time the UI thread was away. The naive form runs
the same replay in the UI thread, measured in the same run.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QCoreApplication, QEventLoop, QObject, QTimer, Slot

from inspector.app.replay.runs import OpenedReplay
from inspector.gui.app import create_application
from inspector.gui.background import Background
from inspector.gui.docks.replay.controller import ReplayController
from inspector.gui.docks.replay.replay_tab import ReplayTab
from inspector.model.settings import ReplaySettings
from inspector.replay.engine import Replayer
from tests.benchmarks.sessions import tool_loop_session

THRESHOLDS = (10_000, 30_000, 8_000, 25_000, 12_000, 6_000, 15_000)
PATIENCE_S = 20.0


class Heartbeat(QObject):
    """Notes the longest time between two beats of the event loop."""

    def __init__(self) -> None:
        super().__init__()
        self.longest = 0.0
        self._last = time.perf_counter()
        self._timer = QTimer(self)
        self._timer.setInterval(4)
        self._timer.timeout.connect(self._beat)

    def start(self) -> None:
        """Begin anew."""
        self.longest, self._last = 0.0, time.perf_counter()
        self._timer.start()

    def stop(self) -> float:
        """The longest gap so far, in seconds."""
        self._timer.stop()
        return self.longest

    @Slot()
    def _beat(self) -> None:
        now = time.perf_counter()
        self.longest, self._last = max(self.longest, now - self._last), now


def main() -> None:
    """Measure and print a table."""
    create_application()
    own = ReplaySettings(truncate_threshold=20_000)
    background = Background()
    controller = ReplayController(background)
    tab = ReplayTab(controller)
    tab.resize(1440, 290)
    tab.show()
    opened = OpenedReplay(Replayer(tool_loop_session(), own), {})
    opened.keep({(own, ()): opened.replayer.run(own)})
    controller.take_up(opened)
    _until(lambda: not controller.is_busy)
    answers = [_change(controller, tab, threshold) for threshold in THRESHOLDS]
    gaps = [_watched(controller, tab, threshold + 500) for threshold in THRESHOLDS]
    naive = [_in_the_way(controller, tab, threshold) for threshold in (11_000, 31_000, 9_000)]
    background.shutdown()
    tab.deleteLater()
    QCoreApplication.processEvents()
    middle, worst, gap = sorted(answers)[len(answers) // 2], max(answers), max(gaps)
    print(
        f"change to painted chart           {middle * 1000:9.0f} ms (wanted: 100; worst {worst * 1000:.0f} ms)"
    )
    print(f"longest stand-still of the window {gap * 1000:9.0f} ms")
    print(f"naive: replayed in the UI thread  {max(naive) * 1000:9.0f} ms stand-still")


def _change(controller: ReplayController, tab: ReplayTab, threshold: int) -> float:
    """Change a setting as a slider does, and wait for the chart; in seconds."""
    start = time.perf_counter()
    controller.change("truncate_threshold", threshold)
    _until(lambda: not controller.is_busy)
    tab.chart.chart.repaint()
    return time.perf_counter() - start


def _watched(controller: ReplayController, tab: ReplayTab, threshold: int) -> float:
    """The longest time the event loop was away during a change, in seconds."""
    heart = Heartbeat()
    heart.start()
    _change(controller, tab, threshold)
    return heart.stop()


def _in_the_way(controller: ReplayController, tab: ReplayTab, threshold: int) -> float:
    """The same without a worker: how long the window would stand still."""
    opened = controller.opened
    assert opened is not None
    start = time.perf_counter()
    settings = ReplaySettings(truncate_threshold=threshold)
    opened.keep({(settings, ()): opened.replayer.run(settings)})
    controller.apply(settings)
    tab.chart.chart.repaint()
    return time.perf_counter() - start


def _until(done: Callable[[], bool]) -> None:
    deadline = time.perf_counter() + PATIENCE_S
    while not done():
        # Waiting and not polling: an event loop at rest does not hold the interpreter's lock.
        QCoreApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
        if time.perf_counter() > deadline:
            raise TimeoutError("the replay did not come back")


if __name__ == "__main__":
    main()
