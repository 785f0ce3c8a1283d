"""Opens a 50 MB text and a line of 5 MB in the virtual text view and in QPlainTextEdit: first paint and frames.

"scroll" moves by three rows (or cells), as a wheel does; "jump" goes somewhere else, so that every row is new.

Run with `python -m tests.benchmarks.bench_big_text [--naive-mb N]`; the naive widget gets the first N MB only,
because it needs minutes for all of it.
"""

from __future__ import annotations

import argparse
import os
import statistics
import time
from collections.abc import Callable

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtWidgets import QApplication, QPlainTextEdit

from inspector.app.text.highlight import Highlighter, JsonHighlighter
from inspector.gui import theme
from inspector.gui.views.text.view import VirtualTextView

FRAMES = 120
SIZE = (900, 700)


def texts() -> dict[str, str]:
    """The texts by name; sizes in bytes of UTF-8."""
    line = '    "path": "/data/report-2025.md", "score": 0.873, "note": "grid storage and cycle life",\n'
    cjk = "磷酸铁锂电池价格走势，2025 年储能市场 LFP 与 NMC 对比 😀 。\n"
    words = "lorem ipsum dolor sit amet 0.125 电池 "
    return {
        "50 MB, 570 k lines": line * (50_000_000 // len(line)),
        "50 MB, CJK": cjk * (50_000_000 // len(cjk.encode())),
        "5 MB in one line": '{"text":"' + "grid storage, cycle life; " * 192_000 + '"}',
        "5 MB in one line, CJK": words * (5_000_000 // len(words.encode())),
    }


def timed(work: Callable[[], object]) -> float:
    """Milliseconds that `work` takes."""
    begun = time.perf_counter()
    work()
    return (time.perf_counter() - begun) * 1000


Viewer = QPlainTextEdit | VirtualTextView
WIDTHS = (13, 9, 9, 9, 9)


def measure(app: QApplication, open_text: Callable[[], Viewer], *, sideways: bool) -> list[float]:
    """Milliseconds: first paint, median and slowest scrolled frame, median jump, until everything is indexed."""
    held: list[Viewer] = []

    def first() -> None:
        held.append(open_text())
        held[0].show()
        app.processEvents()
        held[0].grab()

    first_paint = timed(first)
    view = held[0]

    def settle() -> None:
        while isinstance(view, VirtualTextView) and not view.document.complete:
            app.processEvents()

    settling = timed(settle)
    bar = view.horizontalScrollBar() if sideways else view.verticalScrollBar()

    def frame(value: int) -> float:
        return timed(lambda: (bar.setValue(value), app.processEvents()))

    middle = bar.maximum() // 2
    frame(middle)
    scrolled = [frame(middle + 3 * number) for number in range(1, FRAMES)]
    jumps = [frame(bar.maximum() * ((number * 37) % FRAMES) // FRAMES) for number in range(FRAMES)]
    view.deleteLater()
    app.processEvents()
    return [first_paint, statistics.median(scrolled), max(scrolled), statistics.median(jumps), settling]


def virtual(text: str, highlighter: Highlighter | None, *, wrap: bool) -> VirtualTextView:
    """The product's view on a text."""
    view = VirtualTextView()
    view.resize(*SIZE)
    view.set_wrap(wrap)
    view.set_text(text, highlighter=highlighter)
    return view


def naive(text: str, *, wrap: bool) -> QPlainTextEdit:
    """Qt's own widget on a text."""
    mode = QPlainTextEdit.LineWrapMode.WidgetWidth if wrap else QPlainTextEdit.LineWrapMode.NoWrap
    edit = QPlainTextEdit(readOnly=True, lineWrapMode=mode)
    edit.setFont(theme.code_font())
    edit.resize(*SIZE)
    edit.setPlainText(text)
    return edit


def main() -> None:
    """Measure and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--naive-mb", type=float, default=5.0, help="megabytes given to QPlainTextEdit")
    limit = int(parser.parse_args().naive_mb * 1e6)
    app = QApplication([])
    theme.manager().install(app, theme.ThemeChoice.LIGHT)
    print(f"{'milliseconds':36}{'first paint':>13}{'scroll':>9}{'slowest':>9}{'jump':>9}{'indexed':>9}")
    for name, text in texts().items():
        for wrap in (False, True):
            show(app, name, text, limit, wrap=wrap)


def show(app: QApplication, name: str, text: str, limit: int, *, wrap: bool) -> None:
    """Measure both widgets on one text and print their rows."""
    rows = {
        f"{name}{', wrapped' if wrap else ''}": lambda: virtual(text, JsonHighlighter(), wrap=wrap),
        f"  QPlainTextEdit, first {min(limit, len(text)) / 1e6:.1f} M chars": lambda: naive(
            text[:limit], wrap=wrap
        ),
    }
    for label, opener in rows.items():
        figures = measure(app, opener, sideways="one line" in name and not wrap)
        cells = (f"{figure:{width}.1f}" for figure, width in zip(figures, WIDTHS, strict=True))
        print(f"{label:36}" + "".join(cells))


if __name__ == "__main__":
    main()
