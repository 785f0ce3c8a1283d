"""A number: a slider over the useful range and a field for any allowed value."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import QSlider, QStyle, QStyleOptionSlider, QWidget

from inspector.app.replay.setting_scale import STEPS, SliderScale
from inspector.app.wording import settings as words
from inspector.gui import theme
from inspector.gui.docks.replay.controls.base import EDITOR_WIDTH, Control
from inspector.gui.docks.replay.controls.spin import NumberField
from inspector.model.setting_spec import SettingSpec

_KEY_STEP: Final = 10
_PAGE_STEP: Final = 100
_TICK: Final = 4


class ValueSlider(QSlider):
    """A slider whose handle comes to where its groove is clicked."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.setRange(0, STEPS)
        self.setSingleStep(_KEY_STEP)
        self.setPageStep(_PAGE_STEP)
        self.setMinimumWidth(48)
        self.points: tuple[int, ...] = ()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        option = QStyleOptionSlider()
        self.initStyleOption(option)
        control = QStyle.ComplexControl.CC_Slider
        handle = self.style().subControlRect(control, option, QStyle.SubControl.SC_SliderHandle, self)
        if event.button() == Qt.MouseButton.LeftButton and not handle.contains(event.position().toPoint()):
            room = max(1, self.width() - handle.width())
            at = round(event.position().x() - handle.width() / 2)
            self.setValue(QStyle.sliderValueFromPosition(0, STEPS, at, room))
        super().mousePressEvent(event)

    def show_points(self, positions: Sequence[int]) -> None:
        """Mark positions by ticks below the groove."""
        if tuple(positions) != self.points:
            self.points = tuple(positions)
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self.points:
            return
        option = QStyleOptionSlider()
        self.initStyleOption(option)
        control = QStyle.ComplexControl.CC_Slider
        handle = self.style().subControlRect(control, option, QStyle.SubControl.SC_SliderHandle, self)
        room, half = self.width() - handle.width(), handle.width() / 2
        with QPainter(self) as painter:
            painter.setPen(theme.current().muted)
            for x in sorted({round(half + room * position / STEPS) for position in self.points}):
                painter.drawLine(x, self.height() - _TICK, x, self.height() - 1)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Only where the person has clicked: scrolling past a slider must not move it."""
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()


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
