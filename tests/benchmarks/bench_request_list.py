"""The request list with 10 000 requests: filtering, sorting, painting a screenful.

`python -m tests.benchmarks.bench_request_list`. Filter ≤ 50 ms, a frame ≤ 16 ms on the bench machine; the ratio to
a plain loop over the same rows says how much of it is the filter itself.
"""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QApplication

from inspector.analysis.composition import Ingredient
from inspector.analysis.prefix.causes import Cause, CauseId
from inspector.analysis.prefix.report import RequestVerdict
from inspector.app.requests.details import RequestDetails
from inspector.app.requests.language import REQUESTS
from inspector.app.requests.rows import RequestRow
from inspector.gui.views.requests import RequestsPane
from inspector.model.request import RequestRecord
from inspector.model.timing import Timing
from inspector.model.usage import Usage

COUNT = 10_000
EXPRESSIONS = ("has:miss", "cause:model hit<20 tokens>8k", "read_file -model:haiku", "overloaded")


def rows() -> list[RequestRow]:
    rng = random.Random(7)
    found = []
    for index in range(COUNT):
        total, lost = rng.randrange(1000, 90_000), rng.choice((0, 0, 0, 5000))
        record = RequestRecord(
            index=index,
            id=f"r{index}",
            conversation_id="c",
            model=rng.choice(("claude-sonnet-4-6", "claude-haiku-4-5")),
            provider="anthropic",
            usage=Usage(input=total, no_cache=3, cache_read=total // 2, cache_write=total // 2 - 3),
            timing=Timing(started_at=1000 * index, duration_ms=rng.randrange(100, 9000)),
        )
        cause = Cause(
            CauseId.MODEL_CHANGED if lost else CauseId.EXTENDS, arguments={"before": "a", "after": "b"}
        )
        verdict = RequestVerdict(record=record, cause=cause, tokens_lost=lost)
        weights = tuple((kind, rng.randrange(100, 9000)) for kind in list(Ingredient)[:6])
        details = RequestDetails(weights, ("read_file",), "tool-calls", "↳ read_file")
        found.append(
            RequestRow(
                record=record, number=index + 1, at=1000 * index, verdict=verdict, details=details
            ).with_marks()
        )
    return found


def seconds(work: Callable[[], object], *, runs: int = 5) -> float:
    best = float("inf")
    for _ in range(runs):
        started = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - started)
    return best


def main() -> None:
    application = QApplication.instance() or QApplication([])
    made = rows()
    plain = seconds(lambda: [row for row in made if row.usage.input and row.usage.input > 8000])
    print(f"plain loop with one comparison: {1000 * plain:.1f} ms")
    pane = RequestsPane()
    pane.resize(1200, 800)
    pane.show_rows(made)
    pane.show()
    application.processEvents()
    for expression in EXPRESSIONS:
        query = REQUESTS.parse(expression)
        alone = seconds(lambda query=query: query.select(made))
        whole = seconds(lambda query=query: pane.model.set_query(query))
        print(
            f"{expression:32} select {1000 * alone:6.1f} ms, with the view {1000 * whole:6.1f} ms, "
            f"{alone / plain:.1f} × plain"
        )
    pane.model.set_query(None)
    bar = pane.table.verticalScrollBar()
    picture = QPixmap(pane.size())

    def frame() -> None:
        bar.setValue((bar.value() + 777) % bar.maximum())
        pane.table.viewport().render(picture)

    print(f"frame after scrolling: {1000 * seconds(frame, runs=30):.1f} ms at best")
    print(f"sort by prompt: {1000 * seconds(lambda: pane.model.sort(7)):.1f} ms")


if __name__ == "__main__":
    main()
