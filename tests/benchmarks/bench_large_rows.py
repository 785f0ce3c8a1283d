"""An output of 43 MB in one row, and 3 000 empty topics: `info` and `lint` beside a plain read of the same rows.

Run with `python -m tests.benchmarks.bench_large_rows [MB] [topics]`. The plain read fetches every message row and
parses its JSON once. Each contender runs in a process of its own, three times, the best counts; memory is its peak.
"""

from __future__ import annotations

import io
import json
import multiprocessing
import resource
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import closing, redirect_stdout
from pathlib import Path

import orjson

from tests.benchmarks.bench_open_db import generate

LINE = "2026-11-30 09:30:00 INFO worker finished job number {0} in {1} ms, nothing left in the queue\n"


def large_database(folder: Path, megabytes: int, topics: int) -> Path:
    """Empty topics, each with its root row, and one turn whose tool returned megabytes."""
    path = generate(folder, topics, topics)
    text = "".join(LINE.format(n, n % 977) for n in range(megabytes * 1_000_000 // 88))
    part = {
        "type": "tool-run",
        "toolCallId": "c",
        "state": "output-available",
        "input": {"cmd": "cat log"},
        "output": text,
    }
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(
            "INSERT INTO message (id, parent_id, topic_id, role, data, status, created_at, updated_at) "
            "VALUES ('large', '0-0', 'topic-0', 'assistant', ?, 'success', 1, 0)",
            (json.dumps({"parts": [part]}),),
        )
        connection.execute("UPDATE topic SET active_node_id = 'large' WHERE id = 'topic-0'")
        connection.commit()
    return path


def plain(path: str) -> None:
    """Every row read and parsed once."""
    with closing(sqlite3.connect(f"file:{path}?mode=ro&immutable=1", uri=True)) as connection:
        for (data,) in connection.execute("SELECT data FROM message"):
            orjson.loads(data)


def info(path: str) -> None:
    """The command."""
    from inspector.cli.main import run

    assert run(["info", path]) == 0


def lint(path: str) -> None:
    """The command."""
    from inspector.cli.main import run

    assert run(["lint", path]) == 0


def _child(
    work: Callable[[str], None], path: str, results: multiprocessing.Queue[tuple[float, float]]
) -> None:
    start = time.perf_counter()
    with redirect_stdout(io.StringIO()):
        work(path)
    elapsed = time.perf_counter() - start
    results.put((elapsed, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024))


def measure(work: Callable[[str], None], path: Path, times: int = 3) -> tuple[float, float]:
    """Best time in seconds and highest peak in MB."""
    context = multiprocessing.get_context("spawn")
    found: list[tuple[float, float]] = []
    for _ in range(times):
        results: multiprocessing.Queue[tuple[float, float]] = context.Queue()
        child = context.Process(target=_child, args=(work, str(path), results))
        child.start()
        found.append(results.get())
        child.join()
    return min(seconds for seconds, _ in found), max(peak for _, peak in found)


def main() -> None:
    """Generate, measure, print ratios to the plain read."""
    megabytes = int(sys.argv[1]) if len(sys.argv) > 1 else 43
    topics = int(sys.argv[2]) if len(sys.argv) > 2 else 3000
    with tempfile.TemporaryDirectory() as folder:
        path = large_database(Path(folder), megabytes, topics)
        print(f"{path.stat().st_size / 1e6:.0f} MB, {topics} topics")
        base, _ = measure(plain, path)
        for work in (plain, info, lint):
            seconds, peak = measure(work, path)
            print(f"{work.__name__:6}{seconds:8.2f} s  {seconds / base:6.1f} ×  {peak:6.0f} MB")


if __name__ == "__main__":
    main()
