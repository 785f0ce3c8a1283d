"""A number: a slider over the useful range and a field for any allowed value."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QWidget

from inspector.app.replay.setting_scale import SliderScale
from inspector.app.wording import settings as words
from inspector.gui.docks.replay.controls.base import EDITOR_WIDTH, Control
from inspector.gui.docks.replay.controls.spin import NumberField
from inspector.gui.views.common.value_slider import ValueSlider
from inspector.model.setting_spec import SettingSpec


class NumberControl(Control):
    """A whole number, a number or a share."""

    def __init__(self, spec: SettingSpec, parent: QWidget | None = None) -> None:
        super().__init__(spec, parent)
        self.scale = SliderScale.of(spec)
        self.slider = ValueSlider(self)
        self.field = NumberField(self.scale, self)
        self.field.setFixedWidth(EDITOR_WIDTH)
        self.grid.addWidget(self.slider, 0, 2)
        self.grid.addWidget(self.field, 0, 3)
        self.slider.valueChanged.connect(self._on_slider)
        self.slider.sliderPressed.connect(self.held)
        self.slider.sliderReleased.connect(self.settled)
        self.field.value_entered.connect(self._on_field)

    def present(self, value: Any, derived: float | None) -> None:
        """See `Control.present`."""
        self.field.show_value(value, derived)
        shown = derived if value is None else value
        if self.slider.isSliderDown():
            return
        with QSignalBlocker(self.slider):
            self.slider.setValue(0 if shown is None else self.scale.position(shown))

    def show_points(self, points: Sequence[float]) -> None:
        """See `Control.show_points`."""
        low, high = self.scale.low, self.scale.high
        self.slider.show_points([self.scale.position(point) for point in points if low <= point <= high])

    def _word(self) -> None:
        super()._word()
        name = words.name_of(self.spec)
        self.slider.setAccessibleName(name)
        self.field.setAccessibleName(name)
        self.field.setPlaceholderText(self.tr("not set") if self.spec.unset else "")

    def _on_slider(self, position: int) -> None:
        self.set_value(self.scale.value(position))

    def _on_field(self, value: float | None) -> None:
        self.settled.emit()
        is_whole = value is not None and value == int(value)
        self.set_value(int(value) if is_whole and value is not None else value)
