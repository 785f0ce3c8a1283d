"""A prompt of 4 M characters through trim → IR → budget estimate → prompt: cold, cached, and the naive form.

"naive" measures the budget over the JSON of the whole IR and keeps nothing between requests. "cached" is the next
request of the same conversation: the same messages and one turn more.

Run with `python -m tests.benchmarks.bench_request`.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

from inspector.pipeline.history.budget import BudgetPolicy
from inspector.pipeline.history.fit import RequestMemory
from inspector.pipeline.history.ir import from_prompt, to_prompt
from inspector.pipeline.history.request import RequestTrim, prepare_request
from inspector.pipeline.in_flight_trim import InFlightOptions, trim_tool_results
from inspector.pipeline.offload import TrimBudget
from inspector.tokens.rough import rough_value
from inspector.wire import JsonValue, dumps

TURNS = 80
CHARS = 4_000_000
ROUNDS = 15
OPTIONS = InFlightOptions(budget=TrimBudget(threshold=5_000))
WINDOW = BudgetPolicy(context_window=10_000_000)


class MemoryStorage:
    """Keeps texts in a dict."""

    def __init__(self) -> None:
        self.texts: dict[str, str] = {}

    def exists(self, vfs_filename: str) -> bool:
        return vfs_filename in self.texts

    def write(self, vfs_filename: str, text: str) -> None:
        self.texts[vfs_filename] = text

    def path(self, vfs_filename: str) -> str | None:
        return f"/blobs/{vfs_filename}"


def conversation(round_number: int) -> list[JsonValue]:
    """161 messages; every round has texts of its own, so that no memo by content helps."""
    prompt: list[JsonValue] = [{"role": "user", "content": [{"type": "text", "text": f"go {round_number}"}]}]
    for turn in range(TURNS):
        prompt += turn_messages(round_number, turn)
    return prompt


def turn_messages(round_number: int, turn: int) -> list[JsonValue]:
    """A call and its result: prose, CJK prose, or JSON."""
    seeds = (
        f"{round_number}.{turn} the quick brown fox, jumps over\n",
        f"{round_number}.{turn} 磷酸铁锂电池价格走势，2025 年\n",
    )
    size = CHARS // TURNS
    if turn % 3 == 2:
        items: list[JsonValue] = [
            {"id": number, "text": seeds[0] * 20} for number in range(size // len(seeds[0] * 20))
        ]
        output: JsonValue = {"type": "json", "value": items}
    else:
        seed = seeds[turn % 3]
        output = {"type": "text", "value": seed * (size // len(seed))}
    identity: dict[str, JsonValue] = {"toolCallId": f"c{turn}", "toolName": "run"}
    return [
        {"role": "assistant", "content": [{"type": "tool-call", **identity, "input": {"q": turn}}]},
        {"role": "tool", "content": [{"type": "tool-result", **identity, "output": output}]},
    ]


def naive(prompt: list[JsonValue], storage: MemoryStorage | None, trims: bool) -> None:
    """All stages, nothing kept."""
    if trims:
        prompt = trim_tool_results(prompt, OPTIONS, storage).prompt
    history = from_prompt(prompt).messages
    rough_value(list(history))
    to_prompt(history)


def milliseconds(work: Callable[[], object]) -> float:
    """Milliseconds that `work` takes."""
    begun = time.perf_counter()
    work()
    return (time.perf_counter() - begun) * 1000


def one_round(number: int, storage: bool, trims: bool) -> tuple[float, float, float]:
    """Naive, cold and cached."""
    prompt, again = conversation(2 * number), conversation(2 * number + 1)
    longer = prompt + turn_messages(2 * number, TURNS)
    trim = RequestTrim(OPTIONS, MemoryStorage() if storage else None) if trims else None
    memory = RequestMemory()

    def request(messages: list[JsonValue]) -> object:
        return prepare_request(messages, trim=trim, pruning=None, budget=WINDOW, memory=memory)

    slow = milliseconds(lambda: naive(again, MemoryStorage() if storage else None, trims))
    return slow, milliseconds(lambda: request(prompt)), milliseconds(lambda: request(longer))


def measure(storage: bool, trims: bool) -> tuple[float, ...]:
    """Medians over the rounds."""
    rounds = [one_round(number, storage, trims) for number in range(ROUNDS)]
    return tuple(statistics.median(column) for column in zip(*rounds, strict=True))


def main() -> None:
    """Print the table."""
    chars = len(dumps(conversation(0)))
    print(f"{chars / 1e6:.1f} M characters of JSON, {2 * TURNS + 1} messages, median of {ROUNDS}, ms")
    print(f"{'':28}{'naive':>9}{'cold':>9}{'cached':>9}")
    for label, storage, trims in (
        ("trim with storage", True, True),
        ("trim without storage", False, True),
        ("no trim (all 4 M in the IR)", False, False),
    ):
        print(f"{label:28}" + "".join(f"{figure:9.2f}" for figure in measure(storage, trims)))


if __name__ == "__main__":
    main()
