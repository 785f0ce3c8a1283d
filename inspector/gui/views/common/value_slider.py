"""A slider over a scale of values, with ticks where something changes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import QSlider, QStyle, QStyleOptionSlider, QWidget

from inspector.app.replay.setting_scale import STEPS
from inspector.gui import theme
from inspector.gui.guard import guarded

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

    @guarded
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
