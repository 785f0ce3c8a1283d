"""`python -m tests.benchmarks.bench_replay`: cold replay, one changed threshold, a sweep of 50 settings.

A session of 200 steps and 10 MB. The naive form is a cold replay per setting, measured in the same run.
"""

from __future__ import annotations

import time
from dataclasses import replace

from inspector.model.settings import ReplaySettings
from inspector.replay.engine import Replayer
from tests.benchmarks.sessions import tool_loop_session


def main() -> None:
    """Measure and print a table."""
    settings = replace(ReplaySettings(), truncate_threshold=20_000)
    session = tool_loop_session()
    cold = Replayer(session, settings)
    start = time.perf_counter()
    cold.run(settings)
    first = time.perf_counter() - start
    changes = []
    for threshold in (10_000, 30_000, 8_000):
        start = time.perf_counter()
        cold.run(replace(settings, truncate_threshold=threshold))
        changes.append(time.perf_counter() - start)
    grid = [replace(settings, truncate_threshold=1_000 * n) for n in range(1, 51)]
    fresh = Replayer(tool_loop_session(seed=8), settings)
    start = time.perf_counter()
    for chosen in grid:
        fresh.run(chosen)
    sweep = time.perf_counter() - start
    print(f"cold replay, 200 steps, 10 MB     {first * 1000:9.0f} ms")
    print(f"after one changed threshold       {max(changes) * 1000:9.0f} ms (worst of 3)")
    print(f"sweep of 50 thresholds            {sweep * 1000:9.0f} ms = {sweep / first:.1f} x cold")
    print(f"naive sweep (50 cold replays)     {first * 50 * 1000:9.0f} ms")


if __name__ == "__main__":
    main()
