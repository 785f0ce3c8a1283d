"""Settings: declared as data, checked, read from words and told apart."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest

from inspector.model.presets import PRESETS, preset
from inspector.model.problems import Problem
from inspector.model.setting_spec import Scale, SettingKind, SettingSpec
from inspector.model.settings import (
    SETTINGS,
    ReplaySettings,
    parse_assignment,
    setting,
    settings_from,
)
from inspector.model.tool_rule import CodecKind, ToolRule, TrimLane, parse_tool_rule

DEFAULTS = ReplaySettings()
NUMBERS = [spec for spec in SETTINGS if spec.minimum is not None and spec.maximum is not None]


def test_every_field_is_declared_and_in_the_same_order() -> None:
    assert [spec.name for spec in SETTINGS] == [field.name for field in fields(ReplaySettings)]


@pytest.mark.parametrize("spec", SETTINGS, ids=lambda spec: spec.name)
def test_a_declaration_says_all_a_control_needs(spec: SettingSpec) -> None:
    assert spec.help.endswith(".")
    assert spec.stages
    assert spec.default == getattr(DEFAULTS, spec.name)
    if spec.kind in (SettingKind.INTEGER, SettingKind.NUMBER):
        assert spec.minimum is not None
        assert spec.maximum is not None
        assert spec.minimum < spec.maximum
    if spec.kind is SettingKind.CHOICE:
        assert spec.default in spec.choices
    assert (spec.default is None) <= bool(spec.unset)


@pytest.mark.parametrize("spec", NUMBERS, ids=lambda spec: spec.name)
def test_the_bounds_are_allowed_and_what_lies_beyond_is_not(spec: SettingSpec) -> None:
    assert spec.minimum is not None
    assert spec.maximum is not None
    assert getattr(replace(DEFAULTS, **{spec.name: spec.minimum}), spec.name) == spec.minimum
    assert getattr(replace(DEFAULTS, **{spec.name: spec.maximum}), spec.name) == spec.maximum
    for outside in (spec.minimum - 1, spec.maximum + 1, float("nan"), float("inf"), True, "7"):
        with pytest.raises(Problem) as problem:
            replace(DEFAULTS, **{spec.name: outside})
        assert problem.value.id == "bad-setting"
        assert spec.name in str(problem.value)
        assert spec.expected in str(problem.value)


@pytest.mark.parametrize(
    ("assignment", "name", "value"),
    [
        ("truncate_threshold=20_000", "truncate_threshold", 20_000),
        (" head_chars = 100 ", "head_chars", 100),
        ("trigger_ratio=75%", "trigger_ratio", 0.75),
        ("trigger_ratio=0.5", "trigger_ratio", 0.5),
        ("trigger_ratio=none", "trigger_ratio", None),
        ("context_window=1.6e4", "context_window", 16_000),
        ("in_loop=off", "in_loop", False),
        ("manifests=YES", "manifests", True),
        ("compressor=outline", "compressor", "outline"),
        ("data_path=/home/a b/Data", "data_path", "/home/a b/Data"),
    ],
)
def test_values_are_read_from_words(assignment: str, name: str, value: object) -> None:
    assert parse_assignment(assignment) == (name, value)
    assert getattr(DEFAULTS.with_assignments([assignment]), name) == value


@pytest.mark.parametrize(
    ("assignment", "told"),
    [
        (
            "truncate_threshold=lots",
            "truncate_threshold: lots is not allowed; expected a whole number from 0 to",
        ),
        ("truncate_threshold=1.5", "1.5 is not allowed"),
        ("truncate_threshold=-1", "from 0 to 10\u202f000\u202f000 chars"),
        ("truncate_threshold=10%", "10% is not allowed"),
        ("trigger_ratio=500%", "500% is not allowed; expected a share from 0.01 to 1 (1% to 100%)"),
        ("head_chars=none", "none is not allowed"),
        ("policy=mine", "one of reference, keep-of-trigger"),
        ("in_loop=perhaps", "true or false"),
        ("truncate_threshold", "expected truncate_threshold=VALUE"),
        ("codecs=exempt", "expected codecs.TOOL=RULE"),
        ("codecs.web_search=entities", "Setting codecs.web_search: entities is not allowed"),
    ],
)
def test_a_bad_value_names_setting_value_and_range(assignment: str, told: str) -> None:
    with pytest.raises(Problem, match=r"^Setting ") as problem:
        DEFAULTS.with_assignments([assignment])
    assert told in str(problem.value)


def test_an_unknown_name_suggests_the_nearest() -> None:
    with pytest.raises(Problem) as problem:
        setting("truncate_treshold")
    assert str(problem.value) == (
        "There is no setting called truncate_treshold. Did you mean truncate_threshold?"
    )


def test_one_tool_rule_is_set_without_touching_the_others() -> None:
    changed = DEFAULTS.with_assignments(["codecs.web_search=exempt", "codecs.extra=opaque@storage"])
    rules = {rule.tool: rule.text for rule in changed.codecs}
    assert rules.pop("web_search") == "exempt"
    assert rules.pop("extra") == "opaque@storage"
    assert rules == {rule.tool: rule.text for rule in DEFAULTS.codecs if rule.tool != "web_search"}


def test_rules_in_another_order_are_the_same_settings() -> None:
    assert replace(DEFAULTS, codecs=tuple(reversed(DEFAULTS.codecs))) == DEFAULTS


def test_two_rules_for_one_tool_are_refused() -> None:
    with pytest.raises(Problem):
        replace(DEFAULTS, codecs=(*DEFAULTS.codecs, ToolRule("web_search", CodecKind.OPAQUE)))


@pytest.mark.parametrize(
    "text", ["", "opaque:x", "entities", "entities:", "text:a", "opaque@both", "opaque@"]
)
def test_what_is_no_rule_is_not_read_as_one(text: str) -> None:
    assert (parse_tool_rule("t", text) is None) == (text != "opaque@")


def test_a_rule_holds_in_its_lane_only() -> None:
    rule = ToolRule("fs_read", CodecKind.TEXT_FIELD, "text", TrimLane.STORAGE)
    assert (rule.in_flight, rule.storage) == (False, True)
    assert parse_tool_rule("fs_read", rule.text) == rule
    exempt = ToolRule("web_search", CodecKind.EXEMPT)
    assert (exempt.in_flight, exempt.storage) == (False, False)


def test_changes_are_told_with_both_values() -> None:
    assert PRESETS["test-profile"].changed_from(DEFAULTS) == {
        "context_window": (16_000, None),
        "truncate_threshold": (100_000, 50_000),
    }
    assert DEFAULTS.changed_from(ReplaySettings()) == {}


def test_the_json_form_holds_every_setting_and_reads_back() -> None:
    for settings in PRESETS.values():
        written = settings.to_dict()
        assert list(written) == [spec.name for spec in SETTINGS]
        assert settings_from(written) == settings


def test_equal_settings_are_one_key() -> None:
    assert len({DEFAULTS, ReplaySettings(), PRESETS["reference-defaults"], PRESETS["test-profile"]}) == 2


def test_before_the_codecs_leaves_lookups_alone_and_forgets_folds() -> None:
    old = PRESETS["before-the-codecs"]
    stored = {rule.tool: rule.storage for rule in old.codecs}
    assert not any(stored.values())
    assert (old.in_loop_memo, old.manifests) == (False, False)


def test_an_unknown_preset_suggests_the_nearest() -> None:
    with pytest.raises(Problem, match="Did you mean test-profile"):
        preset("test-profil")


def test_shares_are_shown_in_percent() -> None:
    assert all(spec.scale is Scale.PERCENT for spec in SETTINGS if spec.name.endswith("_ratio"))
