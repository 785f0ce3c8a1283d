"""When a fold triggers and how much it keeps, as declared and selectable data (PIPELINE §5, §11, §12).

Builds of the application differ in this arithmetic. A policy names one set of formulas and shows each with
its numbers filled in, because "why did it compact at half the window?" is the question people ask.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from inspector.model.figures import THIN_SPACE, group


class KeepBase(StrEnum):
    """What the keep budget is a share of."""

    INPUT_ROOM = "input-room"
    TRIGGER = "trigger"


@dataclass(frozen=True, slots=True)
class Worked:
    """A formula worked out.

    Attributes:
        expression: the formula with its numbers, e.g. `floor((128 000 × 0.9 − 32 000) × 0.8)`.
        value: what it comes to, tokens.
    """

    expression: str
    value: float

    def __str__(self) -> str:
        return f"{self.expression} = {_figure(self.value)}"


@dataclass(frozen=True, slots=True, kw_only=True)
class CompactionPolicy:
    """One build's formulas for input room, trigger and keep budget.

    Attributes:
        id: key into `POLICIES`.
        trigger_ratio: trigger = floor(input room × this).
        keep_base, keep_ratio: keep budget = floor(base × ratio).
        window_share: share of the window that counts before anything is reserved for the answer.
        least_share: share of the window that stays for input however much is reserved.
        as_percent: the trigger ratio is a setting in percent, and is shown and multiplied so.
    """

    id: str
    trigger_ratio: float = 0.8
    keep_ratio: float = 0.3
    keep_base: KeepBase = KeepBase.INPUT_ROOM
    window_share: float = 1.0
    least_share: float = 0.2
    as_percent: bool = False

    def with_ratios(
        self, *, trigger_ratio: float | None = None, keep_ratio: float | None = None
    ) -> CompactionPolicy:
        """The same formulas with other shares; None leaves the policy's own."""
        return replace(
            self,
            trigger_ratio=self.trigger_ratio if trigger_ratio is None else trigger_ratio,
            keep_ratio=self.keep_ratio if keep_ratio is None else keep_ratio,
        )

    def input_room(self, window: float, reservation: float | None) -> Worked:
        """Tokens of a known window left for the prompt; `reservation` None = no max_tokens is sent."""
        share = "" if self.window_share == 1 else f" × {self.window_share:g}"
        counted, shown = _whole(window * self.window_share), f"{_figure(window)}{share}"
        if reservation is None:
            return Worked(shown, counted)
        left, least = counted - reservation, math.floor(window * self.least_share)
        difference = f"{shown} − {_figure(reservation)}"
        if left >= least:
            return Worked(difference, left)
        return Worked(f"max({difference}, floor({_figure(window)} × {self.least_share:g}))", least)

    def trigger(self, window: float, reservation: float | None) -> Worked:
        """Tokens above which a fold is due."""
        room = self.input_room(window, reservation)
        if self.as_percent:
            percent = _whole(round(self.trigger_ratio * 100, 6))
            value = math.floor(room.value * percent / 100)
            return Worked(f"floor({_factor(room.expression)} × {percent:g} / 100)", value)
        return _share_of(room, self.trigger_ratio)

    def keep(self, window: float, reservation: float | None) -> Worked:
        """Tokens of recent history a fold leaves alone."""
        if self.keep_base is KeepBase.TRIGGER:
            trigger = self.trigger(window, reservation).value
            return _share_of(Worked(_figure(trigger), trigger), self.keep_ratio)
        return _share_of(self.input_room(window, reservation), self.keep_ratio)


def _share_of(base: Worked, ratio: float) -> Worked:
    return Worked(f"floor({_factor(base.expression)} × {ratio:g})", math.floor(base.value * ratio))


def _factor(expression: str) -> str:
    """The expression, bracketed unless it is one number or one call already."""
    is_call = expression.endswith(")") and not expression.startswith("(")
    is_number = expression.replace(THIN_SPACE, "").replace(".", "").isdigit()
    return expression if is_call or is_number else f"({expression})"


def _figure(value: float) -> str:
    return group(_whole(value))


def _whole(value: float) -> float:
    return int(value) if math.isfinite(value) and value == int(value) else value


REFERENCE: Final = CompactionPolicy(id="reference")
"""trigger = floor(input room × 0.8), keep = floor(input room × 0.3)."""

POLICIES: Final[dict[str, CompactionPolicy]] = {
    policy.id: policy
    for policy in (
        REFERENCE,
        CompactionPolicy(id="keep-of-trigger", keep_base=KeepBase.TRIGGER, keep_ratio=0.375),
        CompactionPolicy(id="trigger-percent", as_percent=True, keep_base=KeepBase.TRIGGER, keep_ratio=0.375),
        CompactionPolicy(id="nine-tenths-window", window_share=0.9),
    )
}
"""Every policy by id, the reference first."""
