"""From an application's context settings to the options of one request (PIPELINE §5, §13)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from inspector.pipeline.compaction.settings import ContextSettings
from inspector.pipeline.compaction.window import resolve_context_window, resolve_in_flight_threshold
from inspector.pipeline.history.prune import PrunePolicy

HEAD_CHARS: Final = 500
TAIL_CHARS: Final = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolEntry:
    """What the trim needs to know of a tool.

    Attributes:
        name: tool name.
        truncatable: False = never trimmed in flight, whatever its codec.
        has_codec: its output is trimmed part by part.
    """

    name: str
    truncatable: bool = True
    has_codec: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestOptions:
    """How a request is to be shaped.

    Attributes:
        context_window: tokens; None = unknown, so nothing is measured against it.
        prune: what goes before the IR is made.
        threshold, head_chars, tail_chars: of the in-flight trim, UTF-16 units.
        tools: the tools at hand, in order; a later entry of a name wins.
        sliding_window: drop the oldest turns when over the window (compression on, nobody to compress).
    """

    context_window: float | None = None
    prune: PrunePolicy = field(default_factory=PrunePolicy)
    threshold: float
    head_chars: int = HEAD_CHARS
    tail_chars: int = TAIL_CHARS
    tools: tuple[ToolEntry, ...] = ()
    sliding_window: bool = False


def build_request_options(
    settings: ContextSettings,
    *,
    context_window: object = None,
    max_tokens: float | None = None,
    has_compressor: bool = False,
    tools: Sequence[ToolEntry] = (),
    owned_by_caller: bool = False,
) -> RequestOptions | None:
    """Options of one request; None when the pipeline is off or the caller manages the context itself.

    The threshold is the configured one, capped by the room of a known window; `has_compressor` = a model
    that summarises is at hand, so that nothing is merely dropped.
    """
    if owned_by_caller or not settings.enabled:
        return None
    window = resolve_context_window(context_window)
    return RequestOptions(
        context_window=window,
        threshold=resolve_in_flight_threshold(settings.truncate_threshold, window, max_tokens),
        tools=tuple(tools),
        sliding_window=settings.compress and not has_compressor and window is not None,
    )
