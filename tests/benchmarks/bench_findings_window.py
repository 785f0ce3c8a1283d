"""How long does the window stand still while a large capture is checked, beside the naive form: checking in its thread?

Run: `python -m tests.benchmarks.bench_findings_window [MB]` (default 60). A tick is due every 5 ms; the gaps between
ticks are what a person would feel. The capture is that of `bench_open_capture`.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QCoreApplication, QEvent, QTimer
from PySide6.QtWidgets import QApplication

from inspector.app.findings.scan import ScanState
from inspector.gui.app import create_application
from inspector.gui.background import Background, SyncExecutor
from inspector.gui.settings import Settings
from tests.benchmarks.bench_open_capture import _generate, _template

_TICK_MS = 5


class Ticks:
    """Ticks of an event loop.

    Attributes:
        gaps: milliseconds between one tick and the next.
    """

    def __init__(self) -> None:
        self.gaps: list[float] = []
        self._last = time.perf_counter()
        self._timer = QTimer()
        self._timer.setInterval(_TICK_MS)
        self._timer.timeout.connect(self._tick)
        self._timer.start()

    def _tick(self) -> None:
        now = time.perf_counter()
        self.gaps.append((now - self._last) * 1000)
        self._last = now

    def line(self) -> str:
        """Longest gap, 99th percentile and median."""
        gaps = sorted(self.gaps)
        high, middle = gaps[len(gaps) * 99 // 100], gaps[len(gaps) // 2]
        return f"longest {gaps[-1]:6.0f} ms   p99 {high:6.0f} ms   median {middle:4.0f} ms"


def check(app: QApplication, path: Path, folder: Path, *, threaded: bool) -> str:
    """Open a capture in a window, check it twice, and describe the ticks of the second time."""
    from inspector.gui.main_window import MainWindow

    window = MainWindow(
        Settings(folder / "window.ini"), Background() if threaded else Background(SyncExecutor())
    )
    window.resize(1440, 900)
    window.show()
    window.session.open(path)
    controller = window.helpers.findings.controller
    while controller.scan.state is not ScanState.DONE:
        app.processEvents()
    ticks, begun = Ticks(), time.perf_counter()
    controller.check()
    while controller.scan.state is not ScanState.DONE:
        app.processEvents()
    took = time.perf_counter() - begun
    while not ticks.gaps:
        app.processEvents()
    result = f"{took:6.2f} s   {len(controller.shelf.entries)} findings   {ticks.line()}"
    window.close()
    window.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    return result


def main() -> None:
    """Generate, measure, print."""
    megabytes = int(sys.argv[1]) if len(sys.argv) > 1 else 60
    app = create_application()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        path = folder / "generations.json"
        steps = _generate(_template(folder), path, megabytes * 1_000_000)
        print(f"{path.stat().st_size / 1e6:.0f} MB, {steps} requests")
        print("in a worker       ", check(app, path, folder, threaded=True))
        print("in the UI's thread", check(app, path, folder, threaded=False))


if __name__ == "__main__":
    main()
