"""Sliders cover the useful range; typed values may go beyond it."""

from __future__ import annotations

import pytest

from inspector.app.replay.setting_scale import STEPS, SliderScale
from inspector.model.setting_spec import SettingKind, SettingSpec
from inspector.model.settings import SETTINGS, setting

NUMBERS = [spec for spec in SETTINGS if spec.kind in (SettingKind.INTEGER, SettingKind.NUMBER)]


@pytest.mark.parametrize("spec", NUMBERS, ids=lambda spec: spec.name)
def test_every_position_of_every_slider_is_an_allowed_value(spec: SettingSpec) -> None:
    scale = SliderScale.of(spec)
    values = [scale.value(position) for position in range(0, STEPS + 1, 25)]
    assert values == sorted(values)
    assert all(spec.check(value) == value for value in values)
    assert scale.value(0) < scale.value(STEPS)


@pytest.mark.parametrize("spec", NUMBERS, ids=lambda spec: spec.name)
def test_a_default_lies_between_the_ends(spec: SettingSpec) -> None:
    scale = SliderScale.of(spec)
    if spec.default:
        assert 0 < scale.position(spec.default) <= STEPS


def test_a_log_slider_gives_round_values() -> None:
    scale = SliderScale.of(setting("truncate_threshold"))
    assert scale.value(scale.position(8_000)) == 8_000
    assert len({str(scale.value(position)).rstrip("0") for position in range(0, STEPS, 10)} - {""}) < 100


def test_values_beyond_the_slider_sit_on_its_end() -> None:
    scale = SliderScale.of(setting("truncate_threshold"))
    assert scale.position(10_000_000) == STEPS
    assert scale.position(0) == 0


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("truncate_threshold", "20k", 20_000),
        ("truncate_threshold", "8 000", 8_000),
        ("truncate_threshold", "8\u202f000", 8_000),
        ("truncate_threshold", "1.5k", 1_500),
        ("truncate_threshold", "2M", 2_000_000),
        ("trigger_ratio", "35 %", 0.35),
        ("trigger_ratio", "35", 0.35),
        ("trigger_ratio", "0.35", 0.35),
        ("chars_per_token", "2.5", 2.5),
    ],
)
def test_numbers_are_read_as_people_write_them(name: str, text: str, value: float) -> None:
    assert SliderScale.of(setting(name)).parse(text) == pytest.approx(value)


@pytest.mark.parametrize("text", ["", "many", "-5", "11M", "k", "1.5"])
def test_what_is_no_allowed_number_is_none(text: str) -> None:
    assert SliderScale.of(setting("truncate_threshold")).parse(text) is None


def test_steps_follow_the_leading_digits() -> None:
    scale = SliderScale.of(setting("truncate_threshold"))
    assert scale.stepped(8_000, 1) == 8_100
    assert scale.stepped(50_000, -1) == 49_000
    assert SliderScale.of(setting("trigger_ratio")).stepped(0.8, 1) == 0.81
    assert SliderScale.of(setting("cache_last_messages")).stepped(2, 1) == 3


def test_a_step_never_leaves_the_allowed_range() -> None:
    scale = SliderScale.of(setting("trigger_ratio"))
    assert scale.stepped(1, 5) == 1
    assert scale.stepped(0.01, -5) == 0.01


@pytest.mark.parametrize("spec", NUMBERS, ids=lambda spec: spec.name)
def test_what_a_field_shows_can_be_typed_back(spec: SettingSpec) -> None:
    scale = SliderScale.of(spec)
    for position in range(0, STEPS + 1, 100):
        value = scale.value(position)
        assert scale.parse(scale.text(value)) == pytest.approx(value)
