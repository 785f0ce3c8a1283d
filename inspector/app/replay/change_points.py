"""Where a setting changes something in a session: the values at which sliders have ticks and sweeps sample; Qt-free."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, TypeAlias

from inspector.app.timeline.tool_output import output_facts
from inspector.model import Conversation, ToolPart
from inspector.model.settings import ReplaySettings
from inspector.pipeline.compaction.policy import POLICIES
from inspector.pipeline.compaction.record import FoldBudget
from inspector.replay.result import RequestOutcome

ChangePoints: TypeAlias = Mapping[str, Sequence[float]]
"""Ascending values by setting."""

_WIDEST: Final = 10_000_000
"""Windows beyond this are not looked for."""


def output_lengths(conversation: Conversation) -> tuple[int, ...]:
    """Lengths in characters of every text a tool put out, ascending, each once (a worker's job in large sessions)."""
    found: set[int] = set()
    for message in conversation.messages.values():
        for part in message.parts:
            facts = output_facts(part) if isinstance(part, ToolPart) else None
            found.update(item.chars for item in (() if facts is None else facts.items))
    return tuple(sorted(found - {0}))


def change_points(
    lengths: Sequence[int], requests: Iterable[RequestOutcome], settings: ReplaySettings
) -> ChangePoints:
    """Thresholds at which one more output is cut, shares and windows at which one more request folds.

    Sizes of requests are those of the replay given, so that windows and shares hold while nothing else changes.
    """
    ratios: set[float] = set()
    windows: set[float] = set()
    for request in requests:
        if request.budget is None or request.estimate is None:
            continue
        room = request.budget.room.value
        if room > 0:
            ratios.add(round(request.estimate / room, 3))
        window = _window_for(request.estimate, request.budget, settings)
        if window is not None:
            windows.add(window)
    ratios = {ratio for ratio in ratios if 0 < ratio <= 1}
    return {
        "truncate_threshold": lengths,
        "trigger_ratio": tuple(sorted(ratios)),
        "context_window": tuple(sorted(windows)),
    }


def crossed(points: Sequence[float], low: float, high: float) -> list[float]:
    """Values between two ends of which each gives another result: the lower end, then just above every point."""
    inside = [point for point in points if low <= point < high]
    return [low, *(point + 1 if point >= 1 else point for point in inside)]


def _window_for(estimate: float, budget: FoldBudget, settings: ReplaySettings) -> float | None:
    """The smallest window in which a request of this size does not fold; None = none that is looked for."""
    policy = POLICIES[settings.policy]
    if settings.trigger_ratio is not None:
        share = settings.trigger_ratio / policy.trigger_ratio
    else:
        share = 1.0

    def fits(window: int) -> bool:
        return policy.trigger(window, budget.reservation).value * share >= estimate

    low, high = 1, _WIDEST
    if not fits(high):
        return None
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if fits(middle) else (middle + 1, high)
    return float(low)
