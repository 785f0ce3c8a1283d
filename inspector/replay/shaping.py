"""The last stretch of every request: prompt → trim → prune, repair, budget → breakpoints → measured (PIPELINE §5).

Consecutive requests share their messages as the same objects, so each message is trimmed, converted and measured
once, and a prompt that only grew is not gone through again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from inspector.pipeline.cache_breakpoints import ENDPOINT, applies, place_breakpoints
from inspector.pipeline.history.budget import BudgetPolicy, BudgetState
from inspector.pipeline.history.drop_oldest import drop_oldest
from inspector.pipeline.history.fit import RequestMemory, fit_prompt
from inspector.pipeline.history.prune import PrunePolicy
from inspector.replay.in_flight import InFlightLane
from inspector.replay.resolve import Resolved
from inspector.replay.result import Size, TrimOutcome
from inspector.replay.sizes import RunningSize, SizeMemo, reusable_chars, total
from inspector.tokens.media import Dialect
from inspector.wire import JsonValue


@dataclass(frozen=True, slots=True, kw_only=True)
class Shaped:
    """A prompt as it would go out.

    Attributes:
        prompt: its messages.
        size, by_role: how large it is.
        trimmed: outputs cut in flight.
        dropped: messages left out by the sliding window.
        reusable: characters shared with the prompt before it.
        breakpoints: paths of cache marks.
        tokens_trimmed: tokens that the trims save in this prompt.
        offloaded: entry ids of the blobs whose markers the trims wrote.
    """

    prompt: tuple[JsonValue, ...]
    size: Size
    by_role: dict[str, Size]
    trimmed: tuple[TrimOutcome, ...]
    dropped: int
    reusable: int
    breakpoints: tuple[str, ...]
    tokens_trimmed: int
    offloaded: tuple[str, ...]


@dataclass(slots=True)
class Shaper:
    """Shapes the requests of one replay in order.

    Attributes:
        resolved: settings.
        lane: the in-flight trim.
        sizes: shared measurements.
        memory: shared IR of messages.
    """

    resolved: Resolved
    lane: InFlightLane
    sizes: SizeMemo
    memory: RequestMemory
    _running: RunningSize = field(init=False)
    _last: tuple[JsonValue, ...] = ()
    _input: list[JsonValue] = field(default_factory=list)
    _trimmed: list[JsonValue] = field(default_factory=list)
    _outcomes: list[tuple[TrimOutcome, ...]] = field(default_factory=list)
    _offloaded: list[tuple[str, ...]] = field(default_factory=list)
    _budget: BudgetState = BudgetState()  # noqa: RUF009 - immutable
    _sound: int = 0

    def __post_init__(self) -> None:
        self._running = RunningSize(self.sizes)

    def shape(self, prompt: Sequence[JsonValue], *, usage_input: int | None = None) -> Shaped:
        """Shape one prompt; `usage_input` is what the provider reported for the request before it."""
        trimmed = self._trim(prompt) if self.resolved.settings.pipeline else list(prompt)
        final, dropped = self._fit(trimmed, usage_input)
        roles = self._running.measure(final)
        size = total(roles, len(final))
        reusable = reusable_chars(self._last, final, self.sizes)
        self._last = tuple(final)
        outcomes = tuple(outcome for group in self._outcomes for outcome in group)
        return Shaped(
            prompt=self._last,
            size=size,
            by_role=roles,
            trimmed=outcomes,
            dropped=dropped,
            reusable=min(reusable, size.chars),
            breakpoints=self._breakpoints(final),
            tokens_trimmed=self._tokens_trimmed(prompt, trimmed),
            offloaded=tuple(entry for group in self._offloaded for entry in group),
        )

    def _trim(self, prompt: Sequence[JsonValue]) -> list[JsonValue]:
        shared = self._shared(prompt)
        del self._trimmed[shared:], self._outcomes[shared:], self._offloaded[shared:]
        for message in prompt[shared:]:
            done = self.lane.trim(message)
            self._trimmed.append(done.message)
            self._outcomes.append(done.outcomes)
            self._offloaded.append(done.offloaded)
        self._input = list(prompt)
        self._sound = min(self._sound, shared)
        return list(self._trimmed)

    def _shared(self, prompt: Sequence[JsonValue]) -> int:
        for index, (left, right) in enumerate(zip(self._input, prompt, strict=False)):
            if left is not right:
                return index
        return min(len(self._input), len(prompt))

    def _fit(self, prompt: list[JsonValue], usage_input: int | None) -> tuple[list[JsonValue], int]:
        if not self.resolved.settings.pipeline:
            return prompt, 0
        window = self.resolved.sliding_window
        if window is None and self._only_grew_soundly(prompt):
            return prompt, 0
        budget = None if window is None else BudgetPolicy(context_window=window, hook=drop_oldest)
        fitted = fit_prompt(
            prompt,
            pruning=PrunePolicy(),
            budget=budget,
            state=self._budget.feed(usage_input),
            memory=self.memory,
        )
        self._budget = fitted.state
        same = len(fitted.prompt) == len(prompt) and all(
            left is right for left, right in zip(fitted.prompt, prompt, strict=True)
        )
        self._sound = len(prompt) if same and window is None else 0
        dropped = max(0, len(prompt) - len(fitted.prompt)) if fitted.budget is not None else 0
        return fitted.prompt, dropped

    def _only_grew_soundly(self, prompt: Sequence[JsonValue]) -> bool:
        """Whether what was valid before was only followed by complete steps, so that nothing can need repair."""
        if not self._sound:
            return False
        tail = prompt[self._sound :]
        if not all(_is_complete_step(tail[i], tail[i + 1]) for i in range(0, len(tail) - 1, 2)):
            return False
        if len(tail) % 2:
            return False
        self._sound = len(prompt)
        return True

    def _breakpoints(self, prompt: Sequence[JsonValue]) -> tuple[str, ...]:
        endpoint = ENDPOINT if self.resolved.defaults.dialect is Dialect.ANTHROPIC else None
        if not applies(endpoint, self.resolved.cache):
            return ()
        marked = place_breakpoints(
            prompt, None, self.resolved.cache, size_of_message=lambda message: self.sizes.of(message).tokens
        )
        return tuple(f"{point.place.value}[{point.index}]" for point in marked.breakpoints)

    def _tokens_trimmed(self, prompt: Sequence[JsonValue], trimmed: Sequence[JsonValue]) -> int:
        return sum(
            self.sizes.of(before).tokens - self.sizes.of(after).tokens
            for before, after in zip(prompt, trimmed, strict=True)
            if before is not after
        )


def _is_complete_step(assistant: JsonValue, results: JsonValue) -> bool:
    """An assistant message whose every call is answered by the tool message behind it, and nothing else."""
    if not isinstance(assistant, dict) or not isinstance(results, dict):
        return False
    if assistant.get("role") != "assistant" or results.get("role") != "tool":
        return False
    calls, answers = _ids(assistant, "tool-call"), _ids(results, "tool-result")
    return bool(calls) and calls == answers and len(set(calls)) == len(calls)


def _ids(message: dict[str, JsonValue], kind: str) -> list[JsonValue]:
    content = message.get("content")
    parts = content if isinstance(content, list) else []
    return [part.get("toolCallId") for part in parts if isinstance(part, dict) and part.get("type") == kind]
