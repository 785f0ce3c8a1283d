"""Which settings stand first, which follow under which heading, and what unset ones come to."""

from __future__ import annotations

from typing import Final

from inspector.model.setting_spec import Group, SettingSpec
from inspector.model.settings import SETTINGS, ReplaySettings
from inspector.pipeline.compaction.policy import POLICIES
from inspector.replay.result import RequestOutcome

COMMON: Final = (
    "truncate_threshold",
    "head_chars",
    "tail_chars",
    "context_window",
    "trigger_ratio",
    "keep_ratio",
    "in_loop",
    "compressor",
)
"""What people reach for, in the order of the design; everything else stands under its group."""


def grouped_specs() -> list[tuple[Group, list[SettingSpec]]]:
    """All other settings by group, in declared order."""
    found: dict[Group, list[SettingSpec]] = {}
    for spec in SETTINGS:
        if spec.name not in COMMON:
            found.setdefault(spec.group, []).append(spec)
    return [(group, found[group]) for group in Group if group in found]


def derived_values(settings: ReplaySettings, outcome: RequestOutcome | None) -> dict[str, float]:
    """What settings that are not set come to: the policy's own shares, and the window of a replayed request."""
    policy = POLICIES[settings.policy]
    found: dict[str, float] = {"trigger_ratio": policy.trigger_ratio, "keep_ratio": policy.keep_ratio}
    budget = None if outcome is None else outcome.budget
    if budget is not None:
        found["context_window"] = found["compressor_window"] = budget.window
        if budget.reservation is not None:
            found["max_output_tokens"] = budget.reservation
    return found
