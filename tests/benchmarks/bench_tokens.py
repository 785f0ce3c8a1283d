"""tokenx and rough over 4 M characters: by their rules one piece at a time, cold, and cached.

Run with `python -m tests.benchmarks.bench_tokens`.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from inspector.tokens import rough, tokenx
from tests.benchmarks.texts import best_ms, english_text, mixed_text
from tests.tokens.naive import naive_rough, naive_tokenx

CHARS = 4_000_000
ROUNDS = 7


def cold_ms(estimate: Callable[[str], int], text: str) -> float:
    """Milliseconds for texts that no memo knows yet."""
    best = float("inf")
    for number in range(ROUNDS):
        unknown = f"{number} {text}"
        begun = time.perf_counter()
        estimate(unknown)
        best = min(best, time.perf_counter() - begun)
    return best * 1000


def main() -> None:
    """Print the table."""
    texts = {"mixed": mixed_text(CHARS), "english": english_text(CHARS)}
    print(f"{'':18}{'naive ms':>10}{'cold ms':>10}{'cached ms':>11}{'cold M chars/s':>16}{'cold MB/s':>11}")
    for estimate, naive in ((tokenx, naive_tokenx), (rough, naive_rough)):
        for name, text in texts.items():
            slow, cold = best_ms(lambda: naive(text), 1), cold_ms(estimate, text)  # noqa: B023 - called at once
            cached = best_ms(lambda: estimate(text))  # noqa: B023
            rates = f"{len(text) / cold / 1e3:16.1f}{len(text.encode()) / cold / 1e3:11.1f}"
            print(f"{estimate.__name__ + ' ' + name:18}{slow:10.1f}{cold:10.2f}{cached:11.4f}{rates}")


if __name__ == "__main__":
    main()
