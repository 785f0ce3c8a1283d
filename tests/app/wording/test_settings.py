"""Every setting has a short name, every choice a word; values are worded with their units."""

from __future__ import annotations

import pytest

from inspector.app.wording.settings import (
    NAMES,
    assignment_text,
    choice_text,
    name_of,
    preset_name,
    value_text,
)
from inspector.model.presets import PRESETS, RECORDED
from inspector.model.setting_spec import SettingKind
from inspector.model.settings import SETTINGS, setting


def test_every_setting_has_a_name_of_its_own_that_fits_a_control() -> None:
    names = [name_of(spec) for spec in SETTINGS]
    assert set(NAMES) == {spec.name for spec in SETTINGS}
    assert len(set(names)) == len(names)
    assert max(map(len, names)) < 20


def test_every_choice_and_preset_is_worded() -> None:
    for spec in SETTINGS:
        if spec.kind is SettingKind.CHOICE:
            assert len({choice_text(word) for word in spec.choices}) == len(spec.choices)
    assert all(preset_name(name) != name for name in (RECORDED, *PRESETS))
    assert choice_text("from the future") == "from the future"


@pytest.mark.parametrize(
    ("name", "value", "text"),
    [
        ("truncate_threshold", 8_000, "8\u202f000 chars"),
        ("trigger_ratio", 0.8, "80\u202f% of the window"),
        ("trigger_ratio", None, "the policy's own"),
        ("in_loop", False, "off"),
        ("compressor", "recorded", "recorded or stand-in"),
        ("data_path", "/x", "/x"),
    ],
)
def test_values_are_worded(name: str, value: object, text: str) -> None:
    assert value_text(setting(name), value) == text


def test_assignments_are_worded_for_buttons() -> None:
    assert assignment_text("truncate_threshold=5000") == "Cut outputs over 5\u202f000 chars"
    assert assignment_text("compaction=false") == "Fold old turns off"
    assert assignment_text("codecs.grep=exempt") == "grep exempt"
