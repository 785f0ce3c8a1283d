"""What the folds of one replay share: figures and renderings of messages that come again step after step.

A loop of n steps looks at its messages n times, the same objects each time. This is only a cache, it decides
nothing: a stage without it gives the same results.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from inspector.pipeline.compaction.budgeting import Renderings
from inspector.pipeline.compaction.rows import Row, estimate_row
from inspector.pipeline.history.ir_lanes import MODEL_MESSAGES
from inspector.pipeline.history.memo import IrMemo
from inspector.tokens import Dialect, footprint
from inspector.wire import JsonValue

T = TypeVar("T")


class Figures(Generic[T]):
    """One figure per object and dialect, kept by identity; it holds the objects, so no identity is reused."""

    def __init__(self, measure: Callable[[T, Dialect], int]) -> None:
        self._measure = measure
        self._known: dict[tuple[int, Dialect], tuple[T, int]] = {}

    def of(self, item: T, dialect: Dialect) -> int:
        """The figure of one object."""
        key = (id(item), dialect)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = (item, self._measure(item, dialect))
        return known[1]


def _footprint(message: JsonValue, dialect: Dialect) -> int:
    return footprint([message], dialect)


@dataclass(frozen=True, slots=True)
class FoldMemory:
    """The cache.

    Attributes:
        ir: IR of model messages, and the way back.
        renderings: IR messages as a summariser is shown them, and their sizes.
        footprints: footprints (§1) of model messages.
        rows: row estimates (§1).
    """

    ir: IrMemo = field(default_factory=lambda: IrMemo(MODEL_MESSAGES))
    renderings: Renderings = field(default_factory=Renderings)
    footprints: Figures[JsonValue] = field(default_factory=lambda: Figures(_footprint))
    rows: Figures[Row] = field(default_factory=lambda: Figures(estimate_row))
