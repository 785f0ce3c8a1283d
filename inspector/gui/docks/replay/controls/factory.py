"""The control for a declaration."""

from __future__ import annotations

from typing import Final

from PySide6.QtWidgets import QWidget

from inspector.gui.docks.replay.controls.base import Control
from inspector.gui.docks.replay.controls.choices import ChoiceControl, SwitchControl, TextControl
from inspector.gui.docks.replay.controls.number import NumberControl
from inspector.gui.docks.replay.controls.rules import RulesControl
from inspector.model.setting_spec import SettingKind, SettingSpec

_KINDS: Final[dict[SettingKind, type[Control]]] = {
    SettingKind.SWITCH: SwitchControl,
    SettingKind.INTEGER: NumberControl,
    SettingKind.NUMBER: NumberControl,
    SettingKind.CHOICE: ChoiceControl,
    SettingKind.TEXT: TextControl,
    SettingKind.TOOL_RULES: RulesControl,
}


def make_control(spec: SettingSpec, parent: QWidget | None = None) -> Control:
    """A control for one setting."""
    return _KINDS[spec.kind](spec, parent)
