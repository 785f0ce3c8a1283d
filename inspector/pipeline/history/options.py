"""From an application's context settings to the options of one request (PIPELINE §5, §13)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from inspector.pipeline.compaction.settings import ContextSettings
from inspector.pipeline.compaction.window import resolve_context_window, resolve_in_flight_threshold
from inspector.pipeline.history.prune import PrunePolicy
from inspector.pipeline.in_flight_trim import InFlightOptions
from inspector.pipeline.offload import TrimBudget
from inspector.pipeline.tool_registry import ToolRule


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestOptions:
    """How a request is to be shaped.

    Attributes:
        trim: the in-flight trim.
        prune: what goes before the IR is made.
        context_window: tokens; None = unknown, so nothing is measured against it.
        sliding_window: drop the oldest turns when over the window (compression on, nobody to compress).
    """

    trim: InFlightOptions
    prune: PrunePolicy = field(default_factory=PrunePolicy)
    context_window: float | None = None
    sliding_window: bool = False


def build_request_options(
    settings: ContextSettings,
    *,
    context_window: object = None,
    max_tokens: float | None = None,
    has_compressor: bool = False,
    tools: Sequence[ToolRule] = (),
    owned_by_caller: bool = False,
) -> RequestOptions | None:
    """Options of one request; None when the pipeline is off or the caller manages the context itself.

    The threshold is the configured one, capped by the room of a known window; `has_compressor` = a model
    that summarises is at hand, so that nothing is merely dropped.
    """
    if owned_by_caller or not settings.enabled:
        return None
    window = resolve_context_window(context_window)
    threshold = resolve_in_flight_threshold(settings.truncate_threshold, window, max_tokens)
    return RequestOptions(
        trim=InFlightOptions(
            budget=TrimBudget(threshold=math.floor(threshold)),
            per_tool=tuple(tool.policy() for tool in tools if tool.codec is not None or not tool.in_flight),
        ),
        context_window=window,
        sliding_window=settings.compress and not has_compressor and window is not None,
    )
