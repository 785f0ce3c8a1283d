"""`python -m tests.benchmarks.bench_prefix`: prefix analysis of 500 requests of 400 KB each.

A conversation whose prompt keeps its size: old outputs are dropped as new ones come, so every request breaks. The
naive form parses each body with `json` and compares its text with the one before, which gives no cause at all.
"""

from __future__ import annotations

import json
import random
import tempfile
import time
from pathlib import Path
from typing import Any

from inspector.analysis.prefix.report import analyse
from inspector.analysis.prefix.rules import built_in_rules
from inspector.sources.open import open_source

REQUESTS, BLOCKS, BLOCK_CHARS = 500, 100, 4000


def main() -> None:
    """Measure and print a table."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "generations.json"
        _write(path)
        size = path.stat().st_size // 1_000_000
        print(f"{REQUESTS} requests of {BLOCKS * BLOCK_CHARS // 1000} KB, {size} MB of capture")
        start = time.perf_counter()
        source = open_source(path)
        source.requests()
        opened = time.perf_counter()
        report = analyse(source, rules=built_in_rules())
        done = time.perf_counter()
        naive = _naive(path)
        print(f"open and group            {opened - start:7.2f} s")
        print(f"analysis                  {done - opened:7.2f} s  ({len(report.verdicts)} verdicts)")
        print(f"naive parse and compare   {naive:7.2f} s")


def _naive(path: Path) -> float:
    start = time.perf_counter()
    last = ""
    for step in json.loads(path.read_text())["steps"]:
        text = json.dumps(json.loads(step["raw_request"])["messages"])
        shared = 0
        while shared < min(len(text), len(last)) and text[shared] == last[shared]:
            shared += 1
        last = text
    return time.perf_counter() - start


def _write(path: Path) -> None:
    generator = random.Random(1)
    texts = [_text(generator) for _ in range(REQUESTS + BLOCKS)]
    with path.open("w") as file:
        file.write('{\n  "runs": [\n    {\n      "id": "20261101000000000-00000000",\n')
        file.write('      "started_at": "2026-11-01T00:00:00.000Z"\n    }\n  ],\n  "steps": [\n')
        for number in range(REQUESTS):
            step = json.dumps(_step(number, texts), indent=2, ensure_ascii=False)
            file.write("    " + step.replace("\n", "\n    "))
            file.write(",\n" if number < REQUESTS - 1 else "\n")
        file.write("  ]\n}")


def _step(number: int, texts: list[str]) -> dict[str, Any]:
    kept = max(0, number - 20)
    contents = [texts[0], *texts[kept + 1 : kept + BLOCKS]]
    messages = [
        {"role": "user" if i % 2 == 0 else "assistant", "content": [{"type": "text", "text": text}]}
        for i, text in enumerate(contents)
    ]
    body = {"model": "claude-sonnet-4-6", "max_tokens": 1024, "system": "Be brief.", "messages": messages}
    return {
        "id": f"step-{number}",
        "run_id": "20261101000000000-00000000",
        "step_number": number + 1,
        "type": "stream",
        "model_id": "claude-sonnet-4-6",
        "provider": "anthropic.messages",
        "started_at": f"2026-11-01T00:{number // 60:02}:{number % 60:02}.000Z",
        "input": json.dumps({"prompt": messages}, ensure_ascii=False),
        "provider_options": None,
        "duration_ms": 500,
        "output": None,
        "usage": None,
        "error": None,
        "raw_request": json.dumps(body, ensure_ascii=False),
        "raw_response": None,
        "raw_chunks": None,
    }


def _text(generator: random.Random) -> str:
    return " ".join(str(generator.randrange(10**6)) for _ in range(BLOCK_CHARS // 7))


if __name__ == "__main__":
    main()
