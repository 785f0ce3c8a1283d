"""Provider tokens are not ours: measured figures fitted against what we count of the same prompts (PIPELINE §11, §12).

A provider's count is nearly linear in ours, but which of our sizes it follows best depends on its tokenizer and on
the language. So each is tried on the requests whose prompts are known, and the one that fits best is taken.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations
from statistics import median
from typing import Final

LEAST_POINTS: Final = 3
"""Below so many known prompts nothing is fitted: the slope is 1."""
_MOST_POINTS: Final = 120
"""Of more points, evenly spread ones are fitted: every pair of them is looked at."""


class Measure(StrEnum):
    """A size of ours that a provider's count may follow."""

    TOKENS = "tokens"
    CHARS = "chars"
    ROUGH = "rough"
    JSON_TOKENS = "json-tokens"


@dataclass(frozen=True, slots=True)
class Point:
    """One request whose prompt is known: our size of it and what the provider measured."""

    estimated: float
    measured: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Fit:
    """measured ≈ slope × estimated + offset.

    Attributes:
        measure: the size of ours that is fitted.
        slope, offset: offset is what the provider counts besides the messages, such as tool declarations.
        spread: tokens by which half of the points lie off the line, at most; 0 where nothing was fitted.
        points: what was fitted.
    """

    measure: Measure
    slope: float
    offset: float
    spread: float
    points: tuple[Point, ...]

    @property
    def is_fitted(self) -> bool:
        """Whether there were enough points; else the slope is 1."""
        return len(self.points) >= LEAST_POINTS

    def predicted(self, estimated: float) -> float:
        """What the provider would measure of a prompt of this size."""
        return max(0.0, self.slope * estimated + self.offset)

    def implied(self, measured: float) -> float:
        """The size of a prompt that the provider measured so."""
        return (measured - self.offset) / self.slope


def fit(points: Iterable[Point], measure: Measure = Measure.TOKENS) -> Fit:
    """Theil–Sen: the median of the slopes between all pairs, which single odd requests do not bend."""
    known = tuple(points)
    slopes = [
        (right.measured - left.measured) / (right.estimated - left.estimated)
        for left, right in combinations(_thinned(known), 2)
        if left.estimated != right.estimated
    ]
    slope = median(slopes) if len(known) >= LEAST_POINTS and slopes else 1.0
    if not math.isfinite(slope) or slope <= 0:
        slope = 1.0
    offset = median([point.measured - slope * point.estimated for point in known]) if known else 0.0
    errors = [abs(point.measured - slope * point.estimated - offset) for point in known]
    spread = median(errors) if len(known) >= LEAST_POINTS else 0.0
    return Fit(measure=measure, slope=slope, offset=offset, spread=spread, points=known)


def best_fit(points: Mapping[Measure, Sequence[Point]]) -> Fit:
    """The fit with the least spread; the first measure given where there are too few points to tell."""
    fits = [fit(known, measure) for measure, known in points.items()]
    return min(fits, key=lambda found: (not found.is_fitted, round(found.spread, 1)))


def _thinned(points: Sequence[Point]) -> Sequence[Point]:
    if len(points) <= _MOST_POINTS:
        return points
    step = len(points) / _MOST_POINTS
    return [points[int(index * step)] for index in range(_MOST_POINTS)]
