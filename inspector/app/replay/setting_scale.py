"""Where a setting's value lies on its slider, and how it is written; Qt-free, read off its declaration.

A slider covers the useful range around a setting's default and not everything that is allowed: on a scale up to ten
million, the thresholds people choose between would share a few pixels. Values beyond can be typed.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from inspector.app.wording.numbers import THIN_SPACE, group
from inspector.model import Problem
from inspector.model.setting_spec import Scale, SettingKind, SettingSpec

STEPS: Final = 1000
"""Positions of a slider."""

_BELOW: Final = 100
_ABOVE: Final = 20
_WITHOUT_DEFAULT: Final = {"tokens": (1_000, 2_000_000), "messages": (1, 200), "chars": (100, 1_000_000)}
_DIGITS: Final = 2


@dataclass(frozen=True, slots=True)
class SliderScale:
    """Maps slider positions to the values of one number setting.

    Attributes:
        spec: the setting.
        low, high: values at its ends.
    """

    spec: SettingSpec
    low: float
    high: float

    @classmethod
    def of(cls, spec: SettingSpec) -> SliderScale:
        """The useful range of a number setting."""
        assert spec.minimum is not None
        assert spec.maximum is not None
        if spec.scale is not Scale.LOG:
            return cls(spec, spec.minimum, min(spec.maximum, max(1.0, (spec.default or 1) * _ABOVE)))
        low, high = _WITHOUT_DEFAULT.get(spec.unit, (spec.minimum, spec.maximum))
        if spec.default:
            low, high = spec.default / _BELOW, spec.default * _ABOVE
        return cls(spec, max(spec.minimum, low), min(spec.maximum, high))

    def position(self, value: float) -> int:
        """Slider position of a value, 0 to `STEPS`; what lies beyond an end sits on it."""
        inside = min(max(value, self.low), self.high)
        share = (self._bend(inside) - self._bend(self.low)) / (self._bend(self.high) - self._bend(self.low))
        return round(share * STEPS)

    def value(self, position: int) -> float:
        """The round value nearest to a slider position."""
        low, high = self._bend(self.low), self._bend(self.high)
        exact = self._straighten(low + (high - low) * position / STEPS)
        return self._kept(self._round(exact))

    def stepped(self, value: float, steps: int) -> float:
        """The value some steps away: hundredths of a share, else of the leading digits."""
        if self.spec.scale is Scale.PERCENT:
            return self._bounded(round(value + steps / 100, 2))
        if self.spec.scale is Scale.LINEAR:
            return self._bounded(value + steps)
        size = 10 ** max(0, math.floor(math.log10(max(value, 1))) - 1)
        return self._bounded(value + steps * size)

    def text(self, value: float) -> str:
        """The value as it is written in its field: `8 000`, `80 %`, `2.5`."""
        if self.spec.scale is Scale.PERCENT:
            return f"{value * 100:g}{THIN_SPACE}%"
        return group(int(value)) if value == int(value) else f"{value:g}"

    def parse(self, text: str) -> float | None:
        """A typed value, with separators, `k`, `M` or `%`; None when it is none that is allowed."""
        word = "".join(text.split()).replace(THIN_SPACE, "").replace(",", "").replace("_", "")
        factor = {"k": 1_000, "K": 1_000, "m": 1_000_000, "M": 1_000_000}.get(word[-1:], 1)
        bare = word[:-1] if factor > 1 else word
        percent = self.spec.scale is Scale.PERCENT and not bare.endswith("%") and _above_one(bare)
        try:
            found = self.spec.parse(
                f"{bare}%" if percent else str(float(bare) * factor) if factor > 1 else bare
            )
        except (Problem, ValueError):
            return None
        return None if found is None else float(found)

    def _bend(self, value: float) -> float:
        return math.log(value + self._shift) if self.spec.scale is Scale.LOG else value

    def _straighten(self, bent: float) -> float:
        return math.exp(bent) - self._shift if self.spec.scale is Scale.LOG else bent

    @property
    def _shift(self) -> float:
        """Keeps the logarithm away from zero."""
        return 1.0 if self.low < 1 else 0.0

    def _round(self, exact: float) -> float:
        if self.spec.scale is Scale.PERCENT:
            return round(exact, 2)
        if exact <= 0:
            return 0.0
        digits = _DIGITS - 1 - math.floor(math.log10(exact))
        return round(exact, digits)

    def _kept(self, value: float) -> float:
        bounded = self._bounded(value)
        return int(bounded) if self.spec.kind is SettingKind.INTEGER else bounded

    def _bounded(self, value: float) -> float:
        assert self.spec.minimum is not None
        assert self.spec.maximum is not None
        return min(max(value, self.spec.minimum), self.spec.maximum)


def _above_one(text: str) -> bool:
    """Whether a bare number can only be meant in percent."""
    try:
        return float(text) > 1
    except ValueError:
        return False
