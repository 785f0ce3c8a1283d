"""How a setting is declared: everything the window, the command line and the reports need to offer it.

The declarations stand beside the fields of `ReplaySettings` and nowhere else.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, NoReturn

from inspector.model.figures import group
from inspector.model.problems import Problem

SPEC_KEY: Final = "setting"
"""Key of the declaration in a field's metadata."""

SWITCH_WORDS: Final = {
    "true": True, "on": True, "yes": True, "1": True,
    "false": False, "off": False, "no": False, "0": False,
}  # fmt: skip

NONE_WORDS: Final = frozenset({"none", "null", "auto", ""})
"""What stands for "not set" on a command line."""


class SettingKind(StrEnum):
    """What values a setting takes."""

    SWITCH = "switch"
    INTEGER = "integer"
    NUMBER = "number"
    CHOICE = "choice"
    TEXT = "text"
    TOOL_RULES = "tool-rules"


class Scale(StrEnum):
    """How a slider maps its way onto the range."""

    LINEAR = "linear"
    LOG = "log"
    PERCENT = "percent"


class Group(StrEnum):
    """Where a setting is shown."""

    GENERAL = "general"
    TRIMMING = "trimming"
    WINDOW = "window"
    COMPACTION = "compaction"
    TOOL_LOOP = "tool-loop"
    SUMMARISER = "summariser"
    STORAGE = "storage"
    CACHE = "cache"


class Stage(StrEnum):
    """What a setting touches; stages it does not touch keep their results."""

    CUTOFF = "cutoff"
    TURN_START = "turn-start"
    IN_LOOP = "in-loop"
    RENDERING = "rendering"
    IN_FLIGHT = "in-flight"
    BUDGET = "budget"
    BREAKPOINTS = "breakpoints"
    STORAGE = "storage"
    ESTIMATES = "estimates"


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingSpec:
    """One setting.

    Attributes:
        name: field of `ReplaySettings`, key in files, word on the command line; filled in from the field.
        default: filled in from the field.
        kind: what values it takes.
        group: where it is shown.
        unit: "chars", "tokens", "messages" or "" (none).
        minimum, maximum: bounds of numbers, both allowed.
        scale: of its slider.
        choices: allowed words of a choice.
        unset: what it means not to be set; "" = it must be set.
        help: one sentence.
        stages: what it touches.
    """

    kind: SettingKind
    group: Group
    help: str
    stages: tuple[Stage, ...]
    unit: str = ""
    minimum: float | None = None
    maximum: float | None = None
    scale: Scale = Scale.LINEAR
    choices: tuple[str, ...] = ()
    unset: str = ""
    name: str = ""
    default: Any = None

    @property
    def expected(self) -> str:
        """The allowed values, in words."""
        allowed = self._allowed()
        return f"{allowed}, or none ({self.unset})" if self.unset else allowed

    def _allowed(self) -> str:
        if self.kind is SettingKind.SWITCH:
            return "true or false"
        if self.kind is SettingKind.CHOICE:
            return "one of " + ", ".join(self.choices)
        if self.kind is SettingKind.TEXT:
            return "a text"
        if self.kind is SettingKind.TOOL_RULES:
            return "a rule per tool"
        assert self.minimum is not None
        assert self.maximum is not None
        if self.scale is Scale.PERCENT:
            return f"a share from {self.minimum:g} to {self.maximum:g} ({self.minimum:.0%} to {self.maximum:.0%})"
        noun = "a whole number" if self.kind is SettingKind.INTEGER else "a number"
        unit = f" {self.unit}" if self.unit else ""
        return f"{noun} from {group(self.minimum)} to {group(self.maximum)}{unit}"

    def check(self, value: Any) -> Any:
        """The value as it is kept; raises `Problem("bad-setting")` when it is not allowed."""
        if value is None and self.unset:
            return None
        if self.kind is SettingKind.SWITCH and isinstance(value, bool):
            return value
        if self.kind is SettingKind.CHOICE and isinstance(value, str) and value in self.choices:
            return str(value)
        if self.kind is SettingKind.TEXT and isinstance(value, str):
            return value
        if self.kind in (SettingKind.INTEGER, SettingKind.NUMBER):
            return self._check_number(value)
        return self.reject(value)

    def _check_number(self, value: Any) -> Any:
        if not isinstance(value, int | float) or isinstance(value, bool) or not math.isfinite(value):
            return self.reject(value)
        assert self.minimum is not None
        assert self.maximum is not None
        is_fraction = value != math.floor(value)
        if (self.kind is SettingKind.INTEGER and is_fraction) or not self.minimum <= value <= self.maximum:
            return self.reject(value)
        return value if is_fraction else int(value)

    def parse(self, text: str) -> Any:
        """Read a value from a command line; numbers may be set apart by `_`, shares written with `%`."""
        word = text.strip()
        if self.unset and word.lower() in NONE_WORDS:
            return None
        try:
            return self.check(self._read(word))
        except Problem:
            self.reject(word)  # names what was written, not what it was read as

    def _read(self, word: str) -> Any:
        if self.kind is SettingKind.SWITCH:
            return SWITCH_WORDS.get(word.lower(), word)
        if self.kind in (SettingKind.INTEGER, SettingKind.NUMBER):
            return self._number(word)
        return word

    def _number(self, word: str) -> float | str:
        percent = self.scale is Scale.PERCENT and word.endswith("%")
        try:
            number = float(word.removesuffix("%") if percent else word)
        except ValueError:
            return word
        return number / 100 if percent else number

    def reject(self, value: Any) -> NoReturn:
        """Raise the problem that names setting, value and what is allowed."""
        shown = value if isinstance(value, str) else repr(value)
        raise Problem("bad-setting", {"name": self.name, "value": shown, "expected": self.expected})


def value_text(value: object) -> str:
    """A setting's value as it is written on the command line."""
    if value is None:
        return "none"
    return str(value).lower() if isinstance(value, bool) else str(value)


def switch(group: Group, help_text: str, *stages: Stage) -> Mapping[str, SettingSpec]:
    """Metadata of an on/off setting."""
    return {SPEC_KEY: SettingSpec(kind=SettingKind.SWITCH, group=group, help=help_text, stages=stages)}


def number(
    group: Group,
    help_text: str,
    *stages: Stage,
    low: float,
    high: float,
    unit: str = "",
    scale: Scale = Scale.LINEAR,
    unset: str = "",
    whole: bool = True,
) -> Mapping[str, SettingSpec]:
    """Metadata of a number setting, whole unless told otherwise."""
    spec = SettingSpec(
        kind=SettingKind.INTEGER if whole else SettingKind.NUMBER,
        group=group,
        help=help_text,
        stages=stages,
        unit=unit,
        minimum=low,
        maximum=high,
        scale=scale,
        unset=unset,
    )
    return {SPEC_KEY: spec}


def share(group: Group, help_text: str, *stages: Stage, unset: str = "") -> Mapping[str, SettingSpec]:
    """Metadata of a share from 1 % to 100 %."""
    return number(group, help_text, *stages, low=0.01, high=1, scale=Scale.PERCENT, unset=unset, whole=False)


def choice(
    group: Group, help_text: str, *stages: Stage, choices: tuple[str, ...]
) -> Mapping[str, SettingSpec]:
    """Metadata of a setting with a closed set of words."""
    spec = SettingSpec(kind=SettingKind.CHOICE, group=group, help=help_text, stages=stages, choices=choices)
    return {SPEC_KEY: spec}


def text(group: Group, help_text: str, *stages: Stage, unset: str) -> Mapping[str, SettingSpec]:
    """Metadata of a free text that may be unset."""
    spec = SettingSpec(kind=SettingKind.TEXT, group=group, help=help_text, stages=stages, unset=unset)
    return {SPEC_KEY: spec}


def tool_rules(group: Group, help_text: str, *stages: Stage) -> Mapping[str, SettingSpec]:
    """Metadata of the rules per tool."""
    return {SPEC_KEY: SettingSpec(kind=SettingKind.TOOL_RULES, group=group, help=help_text, stages=stages)}
