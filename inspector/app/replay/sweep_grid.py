"""Sweeps without Qt: values as people type them, and cells of a sweep as a grid of one measure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

from inspector.app.replay.setting_scale import STEPS, SliderScale
from inspector.model import Problem
from inspector.model.setting_spec import Scale, SettingKind, SettingSpec
from inspector.model.settings import SETTINGS, ReplaySettings
from inspector.replay.result import ProbeState

if TYPE_CHECKING:
    from inspector.replay.sweep_work import SweepCell

MOST_VALUES: Final = 60
"""Values of one setting; a grid of two has at most the square of it."""

_RANGE: Final = re.compile(
    r"^\s*(\S+?)\s*(?:–|—|-|\.\.|\bto\b|至)\s*(\S+?)\s*(?:–|—|-|/|:|\bin\b|分)\s*(\d+)\s*$"
)
_PROPOSED: Final = 6


class Measure(StrEnum):
    """What a chart of a sweep shows."""

    PROMPT_TOKENS = "prompt-tokens"
    SUMMARISER_INPUT = "summariser-input"
    FOLDS = "folds"
    TRIMMED = "trimmed"
    PREFIX_REUSE = "prefix-reuse"
    STORED = "stored"
    FACTS = "facts"


_TOTALS: Final = {
    Measure.PROMPT_TOKENS: "prompt_tokens_after",
    Measure.SUMMARISER_INPUT: "summarizer_input_tokens",
    Measure.FOLDS: "folds",
    Measure.TRIMMED: "trimmed_outputs",
    Measure.STORED: "stored_bytes_after",
}


def sweepable() -> list[SettingSpec]:
    """Settings that a sweep can vary: all with values that can be listed."""
    kinds = (SettingKind.INTEGER, SettingKind.NUMBER, SettingKind.SWITCH, SettingKind.CHOICE)
    return [spec for spec in SETTINGS if spec.kind in kinds]


def parse_values(spec: SettingSpec, text: str) -> list[Any] | None:
    """Values of a typed list (`8k, 20k, 50k`) or range (`2 000–50 000–6`); None when one is not allowed."""
    numeric = spec.kind in (SettingKind.INTEGER, SettingKind.NUMBER)
    if numeric and (match := _RANGE.match(text.replace("\u202f", ""))):
        return _spread(SliderScale.of(spec), *match.groups())
    found = [_value(spec, word) for word in re.split(r"[,;，；、\n]", text) if word.strip()]
    if not found or any(isinstance(value, Problem) for value in found) or len(found) > MOST_VALUES:
        return None
    return list(dict.fromkeys(found))


def _value(spec: SettingSpec, word: str) -> Any:
    """One value; a `Problem` when it is not allowed."""
    word = word.strip().replace("\u202f", "")
    if spec.kind in (SettingKind.INTEGER, SettingKind.NUMBER):
        number = SliderScale.of(spec).parse(word)
        if number is not None:
            return int(number) if number == int(number) else number
    try:
        return spec.parse(word.replace(" ", "") if spec.kind is not SettingKind.CHOICE else word)
    except Problem as problem:
        return problem


def _spread(scale: SliderScale, first: str, last: str, count: str) -> list[Any] | None:
    low, high, steps = scale.parse(first), scale.parse(last), int(count)
    if low is None or high is None or low >= high or not 2 <= steps <= MOST_VALUES:
        return None
    inside = SliderScale(scale.spec, low, high)
    places = [round(STEPS * n / (steps - 1)) for n in range(steps)]
    return list(dict.fromkeys([low, *(inside.value(place) for place in places[1:-1]), high]))


def proposed(spec: SettingSpec, current: Any) -> str:
    """Values to begin with, as they would be typed."""
    if spec.kind is SettingKind.SWITCH:
        return "on, off"
    if spec.kind is SettingKind.CHOICE:
        return ", ".join(word for word in spec.choices if word != "live")
    scale = SliderScale.of(spec)
    if spec.scale is Scale.PERCENT:
        return ", ".join(f"{n} %" for n in (10, 20, 30, 50, 70, 90))
    middle = current if current is not None else scale.value(STEPS // 2)
    place = scale.position(middle)
    low = scale.value(max(place - STEPS // 4, 0))
    high = scale.value(min(place + STEPS // 4, STEPS))
    return f"{scale.text(low)} – {scale.text(high)} – {_PROPOSED}"


@dataclass(frozen=True, slots=True)
class Axis:
    """One varied setting.

    Attributes:
        spec: the setting.
        values: in the order typed.
    """

    spec: SettingSpec
    values: tuple[Any, ...]

    def place(self, value: Any) -> float | None:
        """Where a value lies among them, between two where it is a number between; None = beside them."""
        if value in self.values:
            return float(self.values.index(value))
        numbers = [v for v in self.values if isinstance(v, int | float)]
        if not isinstance(value, int | float) or isinstance(value, bool) or len(numbers) < len(self.values):
            return None
        for position, (low, high) in enumerate(pairwise(numbers)):
            if low < value < high:
                return position + (value - low) / (high - low)
        return None


@dataclass(frozen=True, slots=True)
class Spot:
    """One combination.

    Attributes:
        value: the measure, summed over sessions; None = not run, not whole yet, or not known.
        star: rests on a stand-in in some session.
        sessions: how many are in it.
        problem: why a session could not be replayed; "" = all were.
    """

    value: float | None = None
    star: bool = False
    sessions: int = 0
    problem: str = ""


@dataclass(frozen=True, slots=True)
class SweepGrid:
    """A sweep's cells as a grid of one measure.

    Attributes:
        axes: one or two varied settings.
        measure: what the spots show.
        spots: by place on the first and second axis.
        facts: facts tracked.
    """

    axes: tuple[Axis, ...] = ()
    measure: Measure = Measure.PROMPT_TOKENS
    spots: Mapping[tuple[int, int], Spot] | None = None
    facts: int = 0

    @property
    def columns(self) -> int:
        """Values on the first axis."""
        return len(self.axes[0].values) if self.axes else 0

    @property
    def rows(self) -> int:
        """Values on the second axis; 1 when there is none."""
        return len(self.axes[1].values) if len(self.axes) > 1 else min(1, len(self.axes))

    def spot(self, column: int, row: int = 0) -> Spot:
        """The combination at a place."""
        return (self.spots or {}).get((column, row), Spot())

    def values(self) -> list[float]:
        """All values known."""
        return [spot.value for spot in (self.spots or {}).values() if spot.value is not None]

    def assignments(self, column: int, row: int = 0) -> dict[str, Any]:
        """The settings at a place: name → value."""
        chosen = {self.axes[0].spec.name: self.axes[0].values[column]}
        if len(self.axes) > 1:
            chosen[self.axes[1].spec.name] = self.axes[1].values[row]
        return chosen

    def current(self, settings: ReplaySettings) -> tuple[float | None, float | None]:
        """Where the current settings lie on either axis."""
        found = [axis.place(getattr(settings, axis.spec.name)) for axis in self.axes]
        return found[0] if found else None, found[1] if len(found) > 1 else 0.0


def grid_of(
    axes: Sequence[Axis], cells: Iterable[SweepCell], measure: Measure, *, sessions: int = 0
) -> SweepGrid:
    """Cells summed over sessions by their combination.

    `sessions`: how many a whole combination has; a sum over fewer is held back. 0 = show what there is.
    """
    gathered: dict[tuple[int, int], list[SweepCell]] = {}
    facts = 0
    for cell in cells:
        facts = max(facts, len(cell.probes))
        place = _place(axes, cell)
        if place is not None:
            gathered.setdefault(place, []).append(cell)
    spots = {
        place: _spot(found, measure) if len(found) >= sessions else Spot(sessions=len(found))
        for place, found in gathered.items()
    }
    return SweepGrid(tuple(axes), measure, spots, facts)


def measured(cell: SweepCell, measure: Measure) -> float | None:
    """One measure of one cell; None when it is not known."""
    if cell.problem:
        return None
    if measure is Measure.PREFIX_REUSE:
        chars = cell.totals["prompt_chars_after"]
        return cell.totals["reusable_prefix_chars"] / chars if chars else None
    if measure is Measure.FACTS:
        lasts = [states.get("last") for states in cell.probes.values()]
        return sum(last is not None and ProbeState(last).in_reach for last in lasts) if lasts else None
    return float(cell.totals[_TOTALS[measure]])


def _spot(cells: Sequence[SweepCell], measure: Measure) -> Spot:
    values = [value for cell in cells if (value := measured(cell, measure)) is not None]
    total = sum(values) if values else None
    if total is not None and measure in (Measure.PREFIX_REUSE, Measure.FACTS):
        total /= len(values)
    star = any(cell.totals.get("rests_on_stand_in", False) for cell in cells)
    problem = next((cell.problem for cell in cells if cell.problem), "")
    return Spot(total, star, len(cells), problem)


def _place(axes: Sequence[Axis], cell: SweepCell) -> tuple[int, int] | None:
    """Where a cell belongs, by the written values of its combination."""
    found = []
    for axis in axes:
        written = cell.assignments.get(axis.spec.name)
        texts = [written_value(value) for value in axis.values]
        if written not in texts:
            return None
        found.append(texts.index(written))
    return (found[0], found[1] if len(found) > 1 else 0) if found else None


def written_value(value: Any) -> str:
    """A value as sweeps write it."""
    if value is None:
        return "none"
    return str(value).lower() if isinstance(value, bool) else str(value)
