"""Opening a database of 5 000 topics and 200 000 messages: list, one topic, badges; beside the naive form.

Run with `python -m tests.benchmarks.bench_open_db [topics] [messages]`. The naive form reads every row and parses its
JSON to show the same list. Every figure is wall time in a fresh process.
"""

from __future__ import annotations

import json
import multiprocessing
import sqlite3
import sys
import tarfile
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

FIXTURE = Path(__file__).parents[1] / "data" / "fixtures" / "no-wal.tar.xz"
FILLER = "Salt was made by evaporating brine in shallow pans. " * 12


def generate(folder: Path, topics: int, messages: int) -> Path:
    """A database with the real schema and made-up conversations."""
    with tarfile.open(FIXTURE) as archive:
        archive.extractall(folder, filter="data")
    path = folder / "no-wal" / "Data" / "cherrystudio.sqlite"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode=MEMORY")
        names = connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for (name,) in names:
            connection.execute(f"DROP TRIGGER {name}")
        for table in ("message", "topic"):
            connection.execute(f"DELETE FROM {table}")
        _fill(connection, topics, messages // topics)
        connection.commit()
    return path


def _fill(connection: sqlite3.Connection, topics: int, length: int) -> None:
    for number in range(topics):
        rows = [(f"{number}-{turn}", f"{number}-{turn - 1}" if turn else None) for turn in range(length)]
        connection.execute(
            "INSERT INTO topic (id, name, active_node_id, order_key, last_activity_at, created_at, updated_at) "
            "VALUES (?, ?, ?, 'a', ?, 0, 0)",
            (f"topic-{number}", f"Topic {number}", rows[-1][0], number),
        )
        connection.executemany(
            "INSERT INTO message (id, parent_id, topic_id, role, data, status, created_at, updated_at) "
            "VALUES (?, ?, ?, ?, ?, 'success', ?, 0)",
            [
                (name, parent, f"topic-{number}", _role(turn), _data(turn), turn)
                for turn, (name, parent) in enumerate(rows)
            ],
        )


def _role(turn: int) -> str:
    return "root" if turn == 0 else "user" if turn % 2 else "assistant"


def _data(turn: int) -> str:
    return json.dumps({"parts": [{"type": "text", "text": FILLER}] if turn else []})


def open_and_list(path: Path) -> str:
    """What the window does before it shows the navigator."""
    from inspector.sources.conversation_db import open_conversation_db

    source = open_conversation_db(path)
    listed = len(source.conversations())
    source.close()
    return f"{listed} topics"


def open_and_load(path: Path) -> str:
    """The list and one topic."""
    from inspector.sources.conversation_db import open_conversation_db

    source = open_conversation_db(path)
    loaded = source.load(source.conversations()[0].id)
    source.close()
    return f"{len(loaded.messages)} messages"


def open_and_count(path: Path) -> str:
    """The list with all badges, as the background job makes it."""
    from inspector.sources.conversation_db import open_conversation_db

    source = open_conversation_db(path)
    counted = sum(entry.data_bytes or 0 for entry in source.count_badges())
    source.close()
    return f"{counted / 1e6:.0f} MB counted"


def naive_list(path: Path) -> str:
    """Every row read and parsed to count messages."""
    counts: dict[str, int] = {}
    with closing(sqlite3.connect(f"{path.as_uri()}?immutable=1", uri=True)) as connection:
        for topic, data in connection.execute("SELECT topic_id, data FROM message"):
            counts[topic] = counts.get(topic, 0) + bool(json.loads(data)["parts"])
    return f"{len(counts)} topics"


def _measured(
    job: Callable[[Path], str], path: Path, results: multiprocessing.Queue[tuple[float, float, str]]
) -> None:
    before = _peak()
    start = time.perf_counter()
    outcome = job(path)
    seconds = time.perf_counter() - start
    results.put((seconds, _peak() - before, outcome))


def _peak() -> float:
    """Megabytes; not getrusage, whose figure starts from the parent's."""
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmHWM")) / 1024


def measure(job: Callable[[Path], str], path: Path) -> tuple[float, float, str]:
    """Seconds, peak megabytes above the interpreter's, and what was found, in a fresh process."""
    context = multiprocessing.get_context("spawn")
    results: multiprocessing.Queue[tuple[float, float, str]] = context.Queue()
    process = context.Process(target=_measured, args=(job, path, results))
    process.start()
    found = results.get()
    process.join()
    return found


def main(topics: int = 5_000, messages: int = 200_000) -> None:
    """Generate, measure, print."""
    with tempfile.TemporaryDirectory() as folder:
        path = generate(Path(folder), topics, messages)
        print(f"{path.stat().st_size / 1e6:.0f} MB, {topics} topics, {messages} messages")
        for job in (open_and_list, open_and_load, open_and_count, naive_list):
            seconds, peak, outcome = measure(job, path)
            print(f"{job.__name__:<16}{seconds:>8.3f} s{peak:>8.0f} MB   {outcome}")


if __name__ == "__main__":
    main(*(int(argument) for argument in sys.argv[1:]))
