"""The storage trim of 120 parts, 4 M characters and 50 blobs: naive, cold, and cached.

"naive" encodes and hashes every text anew for each thing it asks of it. "cached" is the same message again, as a
sweep over other settings looks at it; its blobs are in the store by then.

Run with `python -m tests.benchmarks.bench_storage_trim`.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import xxhash

from inspector.pipeline.excerpt import HEAD_CHARS, TAIL_CHARS, Excerpt
from inspector.pipeline.offload import TrimBudget
from inspector.pipeline.storage_trim import StorageTrimOptions, trim_for_storage
from tests.benchmarks.texts import english_text, mixed_text
from tests.pipeline.shelves import MemoryShelf

PARTS = 120
BLOBS = 50
CHARS = 4_000_000
ROUNDS = 9
OPTIONS = StorageTrimOptions(budget=TrimBudget(threshold=50_000))


def message(make_text: Callable[[int, int], str], number: int) -> list[dict[str, Any]]:
    """The parts of a message: 50 long outputs, 70 short ones; each number has texts of its own."""
    long, short = CHARS * 9 // 10 // BLOBS, CHARS // 10 // (PARTS - BLOBS)
    text = make_text(CHARS, number)
    parts, at = [], 0
    for index in range(PARTS):
        size = long if index % 12 < 5 else short
        parts.append(
            {
                "type": "tool-run_cmd",
                "toolCallId": f"c{index}",
                "state": "output-available",
                "output": text[at : at + size],
            }
        )
        at += size
    return parts


def naive(parts: list[dict[str, Any]], store: dict[str, str]) -> list[dict[str, Any]]:
    """The same envelopes, nothing shared and nothing remembered."""
    trimmed = []
    for part in parts:
        text = part["output"]
        data = text.encode("utf-16-le", "surrogatepass")
        if len(data) // 2 <= 50_000:
            trimmed.append(part)
            continue
        key = f"xxh3-64:{xxhash.xxh3_64_hexdigest(text.encode())}"
        entry = store.setdefault(key, f"entry-{len(store) + 1}")
        shown = naive_excerpt(data)
        body = {
            "fileEntryId": entry,
            "vfsFilename": f"vfs_{hashlib.sha256(text.encode()).hexdigest()[:16]}.txt",
            "head": shown.head,
            "tail": shown.tail,
            "totalChars": shown.total_chars,
            "totalLines": shown.total_lines,
            "shape": "text",
        }
        trimmed.append({**part, "output": {"$persistedToolOutput": body}})
    return trimmed


def naive_excerpt(data: bytes) -> Excerpt:
    """The excerpt over UTF-16 bytes."""
    units = [data[at : at + 2] for at in range(0, len(data), 2)]
    head = next(at for at in range(HEAD_CHARS, -2, -1) if at < 0 or units[at] == b"\n\0") + 1
    tail = next(at for at in range(len(units) - TAIL_CHARS, len(units)) if units[at] == b"\n\0") + 1
    return Excerpt(
        b"".join(units[: head or HEAD_CHARS]).decode("utf-16-le", "surrogatepass"),
        b"".join(units[tail:]).decode("utf-16-le", "surrogatepass"),
        len(units),
        units.count(b"\n\0") + 1,
    )


def one_round(parts: list[dict[str, Any]]) -> tuple[float, float, float]:
    """Seconds: naive, cold, cached; all three make the same envelopes."""
    shelf, times = MemoryShelf(), [time.perf_counter()]
    fresh = trim_for_storage(parts, OPTIONS, shelf)
    times.append(time.perf_counter())
    trim_for_storage(parts, OPTIONS, shelf)
    times.append(time.perf_counter())
    expected = naive(parts, {})
    times.append(time.perf_counter())
    assert fresh.parts == expected
    cold, cached, slow = (after - before for before, after in pairwise(times))
    return slow, cold, cached


def main() -> None:
    """Print the table."""
    print(f"{PARTS} parts, {CHARS / 1e6:.0f} M characters, {BLOBS} blobs, best of {ROUNDS}")
    print(f"{'text':10}{'naive ms':>10}{'cold ms':>10}{'cached ms':>11}{'cold MB/s':>11}")
    for name, make in (("english", english_text), ("mixed", mixed_text)):
        size = sum(len(part["output"].encode()) for part in message(make, 0)) / 1e6
        rounds = [one_round(message(make, number)) for number in range(ROUNDS)]
        slow, cold, cached = (min(column) * 1e3 for column in zip(*rounds, strict=True))
        print(f"{name:10}{slow:10.2f}{cold:10.2f}{cached:11.2f}{size / cold * 1e3:11.0f}")


if __name__ == "__main__":
    main()
