"""The JSON writer and parser beside plain orjson (which is not JavaScript's) and the slow forms (which are).

Run with `python -m tests.benchmarks.bench_json`.
"""

from __future__ import annotations

from typing import Any

import orjson

from inspector.wire.js_json import dumps, dumps_slowly, loads, loads_slowly
from tests.benchmarks.texts import best_ms, english_text, mixed_text

CHARS = 4_000_000


def prompt(text: str, size: int) -> list[Any]:
    """Messages of `size` characters each."""
    return [
        {"role": "user", "content": [{"type": "text", "text": text[at : at + size]}]}
        for at in range(0, len(text), size)
    ]


def values() -> dict[str, Any]:
    """What is written, by name."""
    return {
        "161 messages, English": prompt(english_text(CHARS), 25_000),
        "161 messages, mixed": prompt(mixed_text(CHARS), 25_000),
        "4 k messages": prompt(english_text(CHARS // 2), 500),
        "40 k small rows": [
            {"id": row, "name": f"item {row}", "tags": ["a", "b"], "ok": True, "url": f"https://a.b/{row}"}
            for row in range(40_000)
        ],
        "whole doubles": [{"a": float(row), "b": "x"} for row in range(40_000)],
    }


def main() -> None:
    """Print a table for writing and one for reading."""
    print(f"{'writing':24}{'MB':>6}{'orjson':>9}{'ours':>9}{'slow':>9}{'ours MB/s':>11}{'× orjson':>10}")
    for name, value in values().items():
        size = len(dumps(value).encode()) / 1e6
        plain = best_ms(lambda: orjson.dumps(value).decode())  # noqa: B023 - called at once
        ours, slow = best_ms(lambda: dumps(value)), best_ms(lambda: dumps_slowly(value), 3)  # noqa: B023
        print(
            f"{name:24}{size:6.1f}{plain:9.2f}{ours:9.2f}{slow:9.2f}{size / ours * 1e3:11.0f}{ours / plain:10.2f}"
        )
    print(f"\n{'reading':24}{'MB':>6}{'orjson':>9}{'ours':>9}{'slow':>9}{'ours MB/s':>11}{'× orjson':>10}")
    for name, value in values().items():
        text = dumps(value)
        size = len(text.encode()) / 1e6
        plain = best_ms(lambda: orjson.loads(text))  # noqa: B023
        ours, slow = best_ms(lambda: loads(text)), best_ms(lambda: loads_slowly(text), 3)  # noqa: B023
        print(
            f"{name:24}{size:6.1f}{plain:9.2f}{ours:9.2f}{slow:9.2f}{size / ours * 1e3:11.0f}{ours / plain:10.2f}"
        )


if __name__ == "__main__":
    main()
