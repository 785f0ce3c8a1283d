"""`python -m tests.benchmarks.bench_prefix_growth`: memory and time of the prefix analysis of one growing conversation.

Each request repeats all before it, so the capture grows with the square of its requests; what is kept of it should grow
with the requests alone. Every size is measured in a process of its own, beside `orjson.loads` of the file in the same
run.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
import tracemalloc
from pathlib import Path
from typing import Any

import orjson

from inspector.analysis.prefix.report import analyse
from inspector.analysis.prefix.rules import built_in_rules
from inspector.sources.open import open_source

SIZES = (300, 600, 1200)
PART_CHARS = 400


def main() -> None:
    """Measure and print a table; with a path: measure that capture alone and print its figures as JSON."""
    if len(sys.argv) > 1:
        print(json.dumps(_measure(Path(sys.argv[1]))))
        return
    print("requests   file MB   kept MB   kept per request KB   analysis s   of orjson.loads")
    for requests in SIZES:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "generations.json"
            _write(path, requests)
            found = _in_child(path)
            loads = _loads(path)
            size = path.stat().st_size / 1e6
        kept = found["kept"]
        print(
            f"{requests:8} {size:9.0f} {kept / 1e6:9.1f} {kept / requests / 1e3:21.1f} "
            f"{found['seconds']:12.2f} {found['seconds'] / loads:17.1f}"
        )


def _measure(path: Path) -> dict[str, float]:
    source = open_source(path)
    source.requests()
    start = time.perf_counter()
    analyse(source, rules=built_in_rules())
    seconds = time.perf_counter() - start
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    report = analyse(source, rules=built_in_rules())
    peak = tracemalloc.get_traced_memory()[1] - before
    assert len(report.verdicts) == len(source.requests())
    return {"kept": peak, "seconds": seconds}


def _in_child(path: Path) -> dict[str, float]:
    command = [sys.executable, "-m", "tests.benchmarks.bench_prefix_growth", str(path)]
    found: dict[str, float] = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
    return found


def _loads(path: Path) -> float:
    start = time.perf_counter()
    orjson.loads(path.read_bytes())
    return time.perf_counter() - start


def _write(path: Path, requests: int) -> None:
    messages: list[dict[str, Any]] = [_message("user", 0)]
    with path.open("w") as file:
        file.write('{\n  "runs": [\n    {\n      "id": "20261101000000000-00000000",\n')
        file.write('      "started_at": "2026-11-01T00:00:00.000Z"\n    }\n  ],\n  "steps": [\n')
        for number in range(requests):
            step = json.dumps(_step(number, messages), indent=2)
            file.write("    " + step.replace("\n", "\n    "))
            file.write(",\n" if number < requests - 1 else "\n")
            messages += [_message("assistant", 2 * number + 1), _message("user", 2 * number + 2)]
        file.write("  ]\n}")


def _message(role: str, number: int) -> dict[str, Any]:
    text = f"{role} {number}: " + f"word{number} " * (PART_CHARS // 8)
    return {"role": role, "content": [{"type": "text", "text": text[:PART_CHARS]}]}


def _step(number: int, messages: list[dict[str, Any]]) -> dict[str, Any]:
    total = sum(len(message["content"][0]["text"]) for message in messages) // 4
    usage = {"inputTokens": {"total": total, "cacheRead": total // 128 * 128}, "outputTokens": {"total": 9}}
    return {
        "id": f"step-{number}",
        "run_id": "20261101000000000-00000000",
        "step_number": number + 1,
        "type": "stream",
        "model_id": "gpt-5.1",
        "provider": "openai.chat",
        "started_at": f"2026-11-01T{number // 3600:02}:{number // 60 % 60:02}:{number % 60:02}.000Z",
        "input": json.dumps({"prompt": messages}),
        "provider_options": None,
        "duration_ms": 500,
        "output": json.dumps({"content": [{"type": "text", "text": "ok"}], "finishReason": "stop"}),
        "usage": json.dumps(usage),
        "error": None,
        "raw_request": json.dumps({"model": "gpt-5.1", "messages": messages}),
        "raw_response": None,
        "raw_chunks": None,
    }


if __name__ == "__main__":
    main()
