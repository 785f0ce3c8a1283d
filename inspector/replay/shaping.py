"""The last stretch of every request: prompt → trim → prune, repair, budget → breakpoints → measured (PIPELINE §5).

Consecutive requests share their messages as the same objects, so each message is trimmed, converted and measured
once, and a prompt that only grew is not gone through again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from inspector.pipeline.cache_breakpoints import (
    ENDPOINT,
    CacheSettings,
    MarkedRequest,
    applies,
    is_volatile,
    place_breakpoints,
    tool_size,
)
from inspector.pipeline.history.budget import BudgetPolicy, BudgetState
from inspector.pipeline.history.drop_oldest import drop_oldest
from inspector.pipeline.history.fit import RequestMemory, fit_prompt
from inspector.pipeline.history.prune import PrunePolicy
from inspector.replay.in_flight import InFlightLane, TrimmedMessage
from inspector.replay.resolve import Resolved
from inspector.replay.result import Size, TrimOutcome
from inspector.replay.sizes import RunningSize, SizeMemo, total
from inspector.tokens.media import Dialect
from inspector.wire import JsonValue
from inspector.wire.common_prefix import common_prefix

_SOME_TOOL: Final[JsonValue] = {"type": "function", "name": ""}
"""Stands for all tools where only what they take together is known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shaped:
    """A prompt as it would go out.

    Attributes:
        prompt: its messages.
        size, by_role, by_part: how large it is, by role and by kind of part.
        trimmed: outputs cut in flight.
        dropped: messages left out by the sliding window.
        reusable: characters shared with the prompt before it.
        tokens_trimmed: tokens that the trims save in this prompt.
        offloaded: paths of the blobs whose markers the trims wrote.
        by_rule: the prompt is what the rules give; False = what was recorded stands in its place.
    """

    prompt: tuple[JsonValue, ...]
    size: Size
    by_role: dict[str, Size]
    by_part: dict[str, Size]
    trimmed: tuple[TrimOutcome, ...]
    dropped: int
    reusable: int
    tokens_trimmed: int
    offloaded: tuple[str, ...]
    by_rule: bool = True


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
    _input: list[JsonValue] = field(default_factory=list)
    _done: list[TrimmedMessage] = field(default_factory=list)
    _messages: list[JsonValue] = field(default_factory=list)
    _outcomes: list[TrimOutcome] = field(default_factory=list)
    _paths: dict[str, None] = field(default_factory=dict)
    _saved: int = 0
    _budget: BudgetState = BudgetState()  # noqa: RUF009 - immutable
    _sound: int = 0

    def __post_init__(self) -> None:
        self._running = RunningSize(self.sizes)

    def shape(
        self,
        prompt: Sequence[JsonValue],
        *,
        usage_input: int | None = None,
        sent: Sequence[JsonValue] | None = None,
    ) -> Shaped:
        """Shape one prompt.

        Args:
            prompt: its messages, untrimmed.
            usage_input: what the provider reported for the request before it.
            sent: what is known to have been sent: it stands, whatever the rules give; None = not known.
        """
        trimmed = self._trim(list(prompt))
        final, dropped = self._fit(trimmed, usage_input)
        by_rule = sent is None or final == list(sent)
        if sent is not None and not by_rule:
            final, self._sound = list(sent), 0
        reusable = self._running.reusable(final)
        roles = self._running.measure(final)
        size = total(roles, len(final))
        return Shaped(
            prompt=tuple(final),
            size=size,
            by_role=roles,
            by_part=dict(self._running.by_part),
            trimmed=tuple(self._outcomes),
            dropped=dropped,
            reusable=min(reusable, size.chars),
            tokens_trimmed=self._saved,
            offloaded=tuple(self._paths),
            by_rule=by_rule,
        )

    def _trim(self, prompt: list[JsonValue]) -> list[JsonValue]:
        if not self.resolved.settings.pipeline:
            return prompt
        shared = common_prefix(self._input, prompt)
        if shared < len(self._input):
            kept = list(zip(self._input[:shared], self._done[:shared], strict=True))
            self._done, self._messages, self._outcomes, self._paths, self._saved = [], [], [], {}, 0
            for before, done in kept:
                self._take(before, done)
        for message in prompt[shared:]:
            self._take(message, self.lane.trim(message))
        self._input = prompt
        self._sound = min(self._sound, shared)
        return list(self._messages)

    def _take(self, message: JsonValue, done: TrimmedMessage) -> None:
        """Add a trimmed message to what is kept of the prompt."""
        self._done.append(done)
        self._messages.append(done.message)
        if done.message is not message:
            self._outcomes.extend(done.outcomes)
            self._paths.update(dict.fromkeys(done.paths))
            self._saved += self.sizes.of(message).tokens - self.sizes.of(done.message).tokens

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
        same = fitted.prompt == prompt
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


def marks_of(
    prompt: Sequence[JsonValue], resolved: Resolved, sizes: SizeMemo, tools: Sequence[JsonValue] | None
) -> MarkedRequest | None:
    """A prompt with its Anthropic cache breakpoints, unchanged for other dialects.

    None where they cannot be placed: they depend on how much the tool declarations take, which only captures hold
    (`tools`, None = unknown) unless the settings say it.
    """
    endpoint = ENDPOINT if resolved.defaults.dialect is Dialect.ANTHROPIC else None
    if not applies(endpoint, resolved.cache):
        return place_breakpoints(prompt, None, CacheSettings(enabled=False))
    said = resolved.settings.tool_tokens
    if tools is None and said is None and resolved.defaults.has_tools:
        return None
    declared = tools if tools is not None else [_SOME_TOOL] if said else []
    return place_breakpoints(
        prompt,
        declared,
        resolved.cache,
        volatile=is_volatile(resolved.defaults.system_template),
        size_of_tool=tool_size if tools is not None else lambda _: said or 0,
        size_of_message=_size_of_message(sizes),
    )


def _size_of_message(sizes: SizeMemo) -> Callable[[JsonValue], int]:
    """Sizes by which breakpoints are placed, each message measured once."""
    return lambda message: sizes.marking(message)


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
