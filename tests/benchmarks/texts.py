"""Texts for benchmarks: prose, code, JSON, logs and several scripts, the same ones in every run."""

from __future__ import annotations

import random
import time
from collections.abc import Callable

_VOCABULARIES = tuple(
    line.split(" ")
    for line in (
        "the quick brown fox, jumps over internationalization and is it. then (we) go on!",
        "磷酸铁锂 电池价格走势， 储能市场对比。 2025 年",
        "const handler = (request) => { return response[0] ?? null; }",
        '{"id": 17, "url": "https://example.com/a?b=1", "score": 0.873}',
        "2026-05-22T10:49:29.882Z [INFO] worker-07 pid=76575 GET /v1/items (2539ms)",
        "naïve élève Straße größer žluťoučký который проверка한국어 ひらがな 😀👍🏽",
    )
)


def mixed_text(chars: int, seed: int = 1) -> str:
    """About so many characters, in paragraphs of one kind each."""
    pick = random.Random(seed)
    paragraphs, size = [], 0
    while size < chars:
        words = pick.choices(pick.choice(_VOCABULARIES), k=60)
        paragraphs.append(" ".join(words))
        size += len(paragraphs[-1]) + 1
    return "\n".join(paragraphs)[:chars]


def english_text(chars: int, seed: int = 1) -> str:
    """ASCII prose of so many characters."""
    pick = random.Random(seed)
    lines = [" ".join(pick.choices(_VOCABULARIES[0], k=16)) for _ in range(chars // 60)]
    return "\n".join(lines)[:chars]


def best_ms(work: Callable[[], object], rounds: int = 7) -> float:
    """Milliseconds of the fastest of several rounds: the one least disturbed by other work."""
    best = float("inf")
    for _ in range(rounds):
        begun = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - begun)
    return best * 1000
