"""Listing and judging sessions of agents against a plain `orjson` loop over the same lines, in one run.

python -m tests.benchmarks.bench_sources [MEGABYTES]
"""

from __future__ import annotations

import json
import resource
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import orjson

from inspector.analysis.prefix.report import analyse
from inspector.sources.base import Source
from inspector.sources.open import open_source

_TURNS_PER_FOLD = 60


def claude_code(path: Path, megabytes: int) -> None:
    """A session with folds, its tool results about 2 KB and their copies for the display beside them."""
    parent: str | None = None
    number = 0
    usage = {
        "input_tokens": 3,
        "output_tokens": 9,
        "cache_creation_input_tokens": 500,
        "cache_read_input_tokens": 9000,
    }
    with path.open("w") as file:
        while file.tell() < megabytes * 1_000_000:
            number += 1
            text = f"line {number} of a tool result\n" * 70
            made: list[dict[str, object]] = []
            if number % _TURNS_PER_FOLD == 0:
                fold = {"logicalParentUuid": parent, "compactMetadata": {"preTokens": 150000}}
                made.append({"type": "system", "subtype": "compact_boundary", "parentUuid": None, **fold})
                made.append(
                    {"type": "user", "isCompactSummary": True, "message": {"content": "This session is …"}}
                )
            call = {"type": "tool_use", "id": f"t{number}", "name": "Bash", "input": {"command": "ls"}}
            message = {"id": f"m{number}", "model": "claude-sonnet-4-5", "content": [call], "usage": usage}
            made.append({"type": "assistant", "requestId": f"r{number}", "message": message})
            content = [{"type": "tool_result", "tool_use_id": f"t{number}", "content": text}]
            made.append({"type": "user", "message": {"content": content}, "toolUseResult": {"stdout": text}})
            for at, record in enumerate(made):
                uuid = f"u{number}-{at}"
                day, second = divmod(number, 86400)
                stamp = f"2026-10-{1 + day:02}T{second // 3600:02}:{second // 60 % 60:02}:{second % 60:02}Z"
                envelope = {"parentUuid": parent, "uuid": uuid, "sessionId": "s", "timestamp": stamp}
                file.write(json.dumps({**envelope, **record}) + "\n")
                parent = uuid


def timed(work: Callable[[], object]) -> float:
    """Seconds of the faster of two runs."""
    best = float("inf")
    for _ in range(2):
        start = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - start)
    return best


def plain_loop(path: Path) -> int:
    """What any reader pays: every line parsed once."""
    with path.open("rb") as file:
        return sum(1 for line in file if orjson.loads(line))


def listed(path: Path) -> Source:
    """Open and list."""
    source = open_source(path)
    source.conversations()
    source.requests()
    return source


def main() -> None:
    """Print the ratios."""
    megabytes = int(sys.argv[1]) if len(sys.argv) > 1 else 50
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "session.jsonl"
        claude_code(path, megabytes)
        base = timed(lambda: plain_loop(path))
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        listing = timed(lambda: listed(path))
        memory = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
        source = listed(path)
        start = time.perf_counter()
        report = analyse(source)
        judging = time.perf_counter() - start
        print(f"{megabytes} MB, {len(report.verdicts)} requests; plain orjson loop {base:.2f} s")
        print(f"list  {listing:.2f} s = {listing / base:.2f} × (wanted 1.5), {memory:.0f} MB more memory")
        print(f"cache {judging:.2f} s = {judging / base:.2f} × (wanted 3)")


if __name__ == "__main__":
    main()
