"""Settings that are no numbers: switches, choices and free texts."""

from __future__ import annotations

from typing import Any, Final

from PySide6.QtCore import QPointF, QRectF, QSignalBlocker, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QWheelEvent
from PySide6.QtWidgets import QAbstractButton, QComboBox, QLineEdit, QWidget

from inspector.app.wording import settings as words
from inspector.gui import theme
from inspector.gui.docks.replay.controls.base import Control
from inspector.gui.guard import guarded
from inspector.gui.theme import SMALL_PX, body_font
from inspector.model.setting_spec import SettingSpec

_SWITCH: Final = QSize(30, 16)


class ToggleSwitch(QAbstractButton):
    """A switch: filled with the knob at the right when on, empty with the knob at the left when off."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setCheckable(True)
        self.setFixedSize(_SWITCH)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        colors = theme.current()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area = QRectF(self.rect()).adjusted(0.75, 0.75, -0.75, -0.75)
        on = self.isChecked()
        edge = colors.accent if on or self.hasFocus() else colors.faint
        painter.setPen(QPen(edge, 1.5))
        painter.setBrush(colors.accent if on else colors.surface)
        painter.drawRoundedRect(area, area.height() / 2, area.height() / 2)
        radius = area.height() / 2 - 2.5
        x = area.right() - radius - 3 if on else area.left() + radius + 3
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colors.on_accent if on else colors.faint)
        painter.drawEllipse(QPointF(x, area.center().y()), radius, radius)
        if self.hasFocus():
            painter.setPen(QPen(colors.text, 1, Qt.PenStyle.DotLine))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(area.adjusted(1.5, 1.5, -1.5, -1.5), 6, 6)
        painter.end()


class SwitchControl(Control):
    """On or off."""

    def __init__(self, spec: SettingSpec, parent: QWidget | None = None) -> None:
        super().__init__(spec, parent)
        self.switch = ToggleSwitch(self)
        self.grid.addWidget(self.switch, 0, 2, 1, 2, Qt.AlignmentFlag.AlignLeft)
        self.switch.toggled.connect(self.set_value)

    def present(self, value: Any, derived: float | None) -> None:
        """See `Control.present`."""
        with QSignalBlocker(self.switch):
            self.switch.setChecked(bool(value))
        self.switch.update()

    def _word(self) -> None:
        super()._word()
        self.switch.setAccessibleName(words.name_of(self.spec))


class QuietCombo(QComboBox):
    """A choice that the wheel does not change unless the person has clicked it."""

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()


class ChoiceControl(Control):
    """One of a few words."""

    def __init__(self, spec: SettingSpec, parent: QWidget | None = None) -> None:
        super().__init__(spec, parent)
        self.combo = QuietCombo(self)
        self.combo.setFont(body_font(pixels=SMALL_PX))
        self.combo.setProperty("small", True)
        self.combo.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.combo.setMinimumContentsLength(8)
        self.combo.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        for choice in spec.choices:
            self.combo.addItem(choice, choice)
        self.grid.addWidget(self.combo, 0, 2, 1, 2)
        self.combo.activated.connect(self._on_choice)

    def present(self, value: Any, derived: float | None) -> None:
        """See `Control.present`."""
        with QSignalBlocker(self.combo):
            self.combo.setCurrentIndex(self.combo.findData(value))

    def _word(self) -> None:
        super()._word()
        self.combo.setAccessibleName(words.name_of(self.spec))
        for position in range(self.combo.count()):
            self.combo.setItemText(position, words.choice_text(self.combo.itemData(position)))

    def _on_choice(self, position: int) -> None:
        self.set_value(self.combo.itemData(position))


class TextControl(Control):
    """A free text; empty = not set."""

    def __init__(self, spec: SettingSpec, parent: QWidget | None = None) -> None:
        super().__init__(spec, parent)
        self.field = QLineEdit(self)
        self.field.setFont(body_font(pixels=SMALL_PX))
        self.field.setProperty("small", True)
        self.grid.addWidget(self.field, 0, 2, 1, 2)
        self.field.editingFinished.connect(self._on_text)

    def present(self, value: Any, derived: float | None) -> None:
        """See `Control.present`."""
        if not (self.field.hasFocus() and self.field.isModified()):
            self.field.setText(value or "")

    def _word(self) -> None:
        super()._word()
        self.field.setAccessibleName(words.name_of(self.spec))
        self.field.setPlaceholderText(words.unset_of(self.spec) if self.spec.unset else "")

    def _on_text(self) -> None:
        self.field.setModified(False)
        self.set_value(self.field.text() or None)
