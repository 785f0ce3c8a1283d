"""The figures of the cache chart, Qt-free: measured parts, the prediction beside them, what replays predict."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from inspector.analysis.prefix.blocks import BodyKind
from inspector.analysis.prefix.report import RequestVerdict
from inspector.app.cache.families import Family, family_of
from inspector.app.replay.prompt_bars import Part, split_usage
from inspector.model.request import RequestPurpose


@dataclass(frozen=True, slots=True, kw_only=True)
class CacheBar:
    """One request.

    Attributes:
        verdict: all that is known of it.
        parts: measured tokens from the bottom up; empty = the provider told nothing.
        predicted_read, predicted_total: tokens; None = not predicted.
        ratio: measured hit ratio; None = unknown.
        family: of its cause; None when nothing broke.
        replayed: reads that replays A and B predict; None = not replayed.
    """

    verdict: RequestVerdict
    parts: tuple[tuple[Part, int], ...] = ()
    predicted_read: int | None = None
    predicted_total: int | None = None
    ratio: float | None = None
    family: Family | None = None
    replayed: tuple[int | None, int | None] = (None, None)

    @property
    def number(self) -> int:
        """The request's number in its conversation."""
        return self.verdict.record.number

    @property
    def total(self) -> int:
        """Measured tokens; 0 when unknown."""
        return sum(tokens for _, tokens in self.parts)

    @property
    def highest(self) -> int:
        """The largest figure shown in its place."""
        return max(self.total, self.predicted_total or 0, *(figure or 0 for figure in self.replayed))

    @property
    def is_side_call(self) -> bool:
        """Whether it stands apart from the conversation."""
        return self.verdict.record.purpose is not RequestPurpose.MAIN

    @property
    def is_replayed(self) -> bool:
        """Whether the prediction rests on a replayed prompt."""
        return self.verdict.body_kind is BodyKind.REPLAYED


def cache_bars(verdicts: Sequence[RequestVerdict]) -> tuple[CacheBar, ...]:
    """Bars of requests, in their order."""
    return tuple(_bar(verdict) for verdict in verdicts)


def with_replays(
    bars: tuple[CacheBar, ...], first: Mapping[int, int | None], second: Mapping[int, int | None]
) -> tuple[CacheBar, ...]:
    """The same bars with reads predicted by replays A and B, by request index."""
    return tuple(
        replace(bar, replayed=(first.get(bar.verdict.record.index), second.get(bar.verdict.record.index)))
        for bar in bars
    )


def _bar(verdict: RequestVerdict) -> CacheBar:
    prediction = verdict.prediction
    return CacheBar(
        verdict=verdict,
        parts=split_usage(verdict.measured),
        predicted_read=prediction.read if prediction else None,
        predicted_total=prediction.total if prediction and prediction.read is not None else None,
        ratio=verdict.measured.hit_ratio,
        family=family_of(verdict.cause.id) if verdict.is_break or verdict.cause.info.breaks else None,
    )
