"""A 200-step tool loop of 10 MB: its folds with and without the memory its steps can share, in one run."""

from __future__ import annotations

import random
import time
from typing import Any

from inspector.pipeline.compaction import ContextSettings, FoldMemory, LoopScope, LoopState, prepare_step
from tests.pipeline.compaction.builders import Scripted, call, system, user

STEPS = 200
RESULT_WORDS = 8_000


def tool_loop() -> list[Any]:
    """The messages of the loop, the same ones in every run."""
    pick = random.Random(1)
    vocabulary = ["alpha", "getUserById", "config", "the", "10", "naïve", "表", "{}"]
    results = (" ".join(pick.choices(vocabulary, k=RESULT_WORDS)) for _ in range(STEPS))
    return [
        system("S"),
        user("q"),
        *(message for step, result in enumerate(results) for message in call(step, result)),
    ]


def replay(messages: list[Any], *, memoised: bool, memory: FoldMemory | None) -> tuple[int, float]:
    """Folds made and seconds taken by every step of the loop."""
    scope = LoopScope(
        settings=ContextSettings(), window=128_000, compressor=Scripted("s " * 800), memoised=memoised
    )
    state, folds, began = LoopState(), 0, time.perf_counter()
    for seen in range(2, len(messages) + 1, 2):
        step = prepare_step(messages[:seen], scope, state, memory=memory)
        state, folds = step.state, folds + step.record.folded
    return folds, time.perf_counter() - began


def main() -> None:
    """Print a row per way of folding; the first, untimed run fills the text memos all of them share."""
    messages = tool_loop()
    replay(messages, memoised=True, memory=FoldMemory())
    print(f"{'folding':<12}{'folds':>6}{'alone':>10}{'shared':>10}")
    for memoised in (True, False):
        folds, alone = replay(messages, memoised=memoised, memory=None)
        _, shared = replay(messages, memoised=memoised, memory=FoldMemory())
        name = "remembered" if memoised else "every step"
        print(f"{name:<12}{folds:>6}{alone:>9.3f}s{shared:>9.3f}s")


if __name__ == "__main__":
    main()
