"""Words of sweeps: measures, values of settings in little room, what a combination says."""

from __future__ import annotations

from typing import Any

from inspector.app import axis
from inspector.app.i18n import translate
from inspector.app.replay.setting_scale import SliderScale
from inspector.app.replay.sweep_grid import Measure, SweepGrid
from inspector.app.wording import numbers
from inspector.app.wording import settings as setting_words
from inspector.model.setting_spec import SettingKind, SettingSpec


def measure(kind: Measure) -> str:
    """What a chart shows."""
    return {
        Measure.PROMPT_TOKENS: translate("Replay", "Prompt tokens"),
        Measure.SUMMARISER_INPUT: translate("Replay", "Summariser input"),
        Measure.FOLDS: translate("Replay", "Folds"),
        Measure.TRIMMED: translate("Replay", "Outputs trimmed"),
        Measure.PREFIX_REUSE: translate("Replay", "Prefix reuse"),
        Measure.STORED: translate("Replay", "Stored"),
        Measure.FACTS: translate("Replay", "Facts kept"),
    }[kind]


def amount(grid: SweepGrid, value: float, *, short: bool = False) -> str:
    """A value of the grid's measure."""
    if grid.measure is Measure.PREFIX_REUSE:
        return f"{value * 100:.0f}{numbers.THIN_SPACE}%" if short else numbers.percent(value)
    if grid.measure is Measure.STORED:
        return numbers.byte_size(int(value))
    if grid.measure is Measure.FACTS:
        return f"{value:g}"
    if short and value >= 1_000:
        return axis.short(float(f"{value:.3g}"), value)
    return numbers.group(int(value))


def short_value(spec: SettingSpec, value: Any) -> str:
    """A setting's value without its unit."""
    if value is None or spec.kind not in (SettingKind.INTEGER, SettingKind.NUMBER):
        return setting_words.value_text(spec, value)
    return SliderScale.of(spec).text(value)


def spot_text(grid: SweepGrid, column: int, row: int) -> str:
    """Everything of one combination, one thing a line."""
    lines = []
    for place, one in zip((column, row), grid.axes, strict=False):
        value = setting_words.value_text(one.spec, one.values[place])
        lines.append(f"{setting_words.name_of(one.spec)}: {value}")
    spot = grid.spot(column, row)
    if spot.value is None:
        lines.append(spot.problem or translate("Replay", "not run"))
    else:
        star = " *" if spot.star else ""
        lines.append(f"{measure(grid.measure)}: {amount(grid, spot.value)}{star}")
    if spot.sessions > 1:
        lines.append(translate("Replay", "over {0} sessions").format(spot.sessions))
    if spot.star:
        lines.append(translate("Replay", "rests on a stand-in for a summary"))
    lines.append(translate("Replay", "Click to take these settings."))
    return "\n".join(lines)
