"""Words for settings: short names, groups, choices; their sentences come from their declarations.

A setting that has no name here is shown by the name it has in files; a test keeps the tables complete.
"""

from __future__ import annotations

from typing import Any, Final

from inspector.app.i18n import QT_TRANSLATE_NOOP, translate
from inspector.app.replay.setting_scale import SliderScale
from inspector.app.wording import numbers, units
from inspector.model.setting_spec import Group, SettingKind, SettingSpec
from inspector.model.settings import ReplaySettings, parse_assignment, setting
from inspector.model.tool_rule import CodecKind, ToolRule, TrimLane

NAMES: Final = {
    "pipeline": QT_TRANSLATE_NOOP("Settings", "Pipeline"),
    "estimator": QT_TRANSLATE_NOOP("Settings", "Count tokens by"),
    "data_path": QT_TRANSLATE_NOOP("Settings", "Blob folder"),
    "truncate_threshold": QT_TRANSLATE_NOOP("Settings", "Cut outputs over"),
    "head_chars": QT_TRANSLATE_NOOP("Settings", "Keep first"),
    "tail_chars": QT_TRANSLATE_NOOP("Settings", "and last"),
    "window_ratio": QT_TRANSLATE_NOOP("Settings", "Share of window"),
    "chars_per_token": QT_TRANSLATE_NOOP("Settings", "Chars per token"),
    "threshold_floor": QT_TRANSLATE_NOOP("Settings", "Threshold at least"),
    "codecs": QT_TRANSLATE_NOOP("Settings", "Per tool"),
    "web_cutoff": QT_TRANSLATE_NOOP("Settings", "Web cutoff"),
    "context_window": QT_TRANSLATE_NOOP("Settings", "Context window"),
    "max_output_tokens": QT_TRANSLATE_NOOP("Settings", "Answer room"),
    "tool_tokens": QT_TRANSLATE_NOOP("Settings", "Tools take"),
    "max_messages": QT_TRANSLATE_NOOP("Settings", "Last messages"),
    "compaction": QT_TRANSLATE_NOOP("Settings", "Fold old turns"),
    "policy": QT_TRANSLATE_NOOP("Settings", "Budgets as in"),
    "trigger_ratio": QT_TRANSLATE_NOOP("Settings", "Fold at"),
    "keep_ratio": QT_TRANSLATE_NOOP("Settings", "Keep recent"),
    "manifests": QT_TRANSLATE_NOOP("Settings", "Name what is behind"),
    "in_loop": QT_TRANSLATE_NOOP("Settings", "Fold in the loop"),
    "in_loop_memo": QT_TRANSLATE_NOOP("Settings", "Remember folds"),
    "compressor": QT_TRANSLATE_NOOP("Settings", "Summaries"),
    "compressor_window": QT_TRANSLATE_NOOP("Settings", "Summariser's window"),
    "stand_in_tokens": QT_TRANSLATE_NOOP("Settings", "Stand-in length"),
    "storage_trim": QT_TRANSLATE_NOOP("Settings", "Trim for storage"),
    "cache_breakpoints": QT_TRANSLATE_NOOP("Settings", "Cache marks"),
    "cache_threshold": QT_TRANSLATE_NOOP("Settings", "Mark from"),
    "cache_last_messages": QT_TRANSLATE_NOOP("Settings", "Mark the last"),
    "cache_system": QT_TRANSLATE_NOOP("Settings", "Mark the system"),
}
"""Short names by setting; fewer than twenty characters, since a control is narrow."""

_CHOICES: Final = {
    "tokenx": QT_TRANSLATE_NOOP("Settings", "tokenx"),
    "rough": QT_TRANSLATE_NOOP("Settings", "rough estimate"),
    "o200k": QT_TRANSLATE_NOOP("Settings", "o200k"),
    "reference": QT_TRANSLATE_NOOP("Settings", "reference"),
    "keep-of-trigger": QT_TRANSLATE_NOOP("Settings", "keep of the trigger"),
    "trigger-percent": QT_TRANSLATE_NOOP("Settings", "trigger in percent"),
    "nine-tenths-window": QT_TRANSLATE_NOOP("Settings", "nine tenths of the window"),
    "recorded": QT_TRANSLATE_NOOP("Settings", "recorded or stand-in"),
    "stand-in": QT_TRANSLATE_NOOP("Settings", "stand-in"),
    "outline": QT_TRANSLATE_NOOP("Settings", "offline outline"),
    "live": QT_TRANSLATE_NOOP("Settings", "live model"),
    "failing": QT_TRANSLATE_NOOP("Settings", "always fails"),
    "none": QT_TRANSLATE_NOOP("Settings", "no summariser"),
}

_PRESETS: Final = {
    "recorded": QT_TRANSLATE_NOOP("Settings", "Recorded"),
    "reference-defaults": QT_TRANSLATE_NOOP("Settings", "Reference defaults"),
    "test-profile": QT_TRANSLATE_NOOP("Settings", "Test profile, 16k window"),
    "before-the-codecs": QT_TRANSLATE_NOOP("Settings", "Before the codecs"),
}


_OF_WINDOW: Final = frozenset({"trigger_ratio", "window_ratio"})
"""Shares of the context window."""


def name_of(spec: SettingSpec) -> str:
    """The short name beside a control."""
    return translate("Settings", NAMES[spec.name]) if spec.name in NAMES else spec.name


def help_of(spec: SettingSpec) -> str:
    """One sentence."""
    return translate("SettingHelp", spec.help)


def unset_of(spec: SettingSpec) -> str:
    """What it means that a setting is not set."""
    return translate("SettingHelp", spec.unset)


def group_title(group: Group) -> str:
    """Heading of a group of settings."""
    return {
        Group.GENERAL: translate("Settings", "General"),
        Group.TRIMMING: translate("Settings", "Trimming"),
        Group.WINDOW: translate("Settings", "Window"),
        Group.COMPACTION: translate("Settings", "Folding"),
        Group.TOOL_LOOP: translate("Settings", "Tool loop"),
        Group.SUMMARISER: translate("Settings", "Summariser"),
        Group.STORAGE: translate("Settings", "Storage"),
        Group.CACHE: translate("Settings", "Cache marks"),
    }[group]


def choice_text(word: str) -> str:
    """A choice in words; an unknown one as it is written."""
    return translate("Settings", _CHOICES[word]) if word in _CHOICES else word


def preset_name(preset: str) -> str:
    """A preset in words."""
    return translate("Settings", _PRESETS[preset]) if preset in _PRESETS else preset


def unit_word(spec: SettingSpec) -> str:
    """The unit behind a number, as a control's sentence ends; "" where there is none."""
    if spec.name in _OF_WINDOW:
        return translate("Settings", "of the window")
    return {
        "chars": translate("Settings", "chars"),
        "tokens": translate("Settings", "tokens"),
        "messages": translate("Settings", "messages"),
    }.get(spec.unit, "")


def assignment_text(assignment: str) -> str:
    """`truncate_threshold=5000` as `Truncate above 5 000 chars`; the rule of one tool as it is written."""
    name, value = parse_assignment(assignment)
    if isinstance(value, ToolRule):
        return f"{value.tool} {value.text}"
    spec = setting(name)
    return f"{name_of(spec)} {value_text(spec, value)}"


def value_text(spec: SettingSpec, value: Any) -> str:
    """Any setting's value in words, with its unit."""
    if value is None:
        return unset_of(spec)
    if spec.kind is SettingKind.SWITCH:
        return translate("Settings", "on") if value else translate("Settings", "off")
    if spec.kind is SettingKind.CHOICE:
        return choice_text(value)
    if spec.kind is SettingKind.TOOL_RULES:
        return "; ".join(f"{rule.tool} {rule.text}" for rule in value)
    if spec.kind is SettingKind.TEXT:
        return str(value)
    return " ".join(word for word in (SliderScale.of(spec).text(value), unit_word(spec)) if word)


def codec_text(kind: CodecKind) -> str:
    """How a tool's output is taken apart, in words."""
    return {
        CodecKind.ENTITIES: translate("Settings", "list, text in"),
        CodecKind.TEXT_FIELD: translate("Settings", "text in"),
        CodecKind.OPAQUE: translate("Settings", "as a whole"),
        CodecKind.EXEMPT: translate("Settings", "never trimmed"),
    }[kind]


def lane_text(lane: TrimLane) -> str:
    """Where a rule holds, in words."""
    return {
        TrimLane.BOTH: translate("Settings", "prompt and storage"),
        TrimLane.IN_FLIGHT: translate("Settings", "prompt only"),
        TrimLane.STORAGE: translate("Settings", "storage only"),
    }[lane]


def between_hint(settings: ReplaySettings) -> str:
    """That outputs between the threshold and what a cut one keeps are not made shorter; "" = there are none such."""
    kept = settings.head_chars + settings.tail_chars
    if settings.truncate_threshold >= kept:
        return ""
    return translate(
        "Settings",
        "Outputs of {0} to {1} are over the threshold, but not cut: head and tail hold all of them.",
    ).format(numbers.group(round(settings.truncate_threshold)), units.chars(kept))


def changes_text(count: int) -> str:
    """`3 changed`."""
    return units.changed(count)
