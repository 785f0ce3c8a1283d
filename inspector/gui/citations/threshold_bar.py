"""The bar at the bottom: above how many characters an output is truncated, on a logarithmic slider."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QEvent, Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QWidget

from inspector.app.replay.setting_scale import STEPS
from inspector.app.wording import units
from inspector.gui.theme import TITLE_PX, Space, body_font
from inspector.gui.views.common.value_slider import ValueSlider

_LEAST: Final = 500
_SLIDER_WIDTH: Final = 420


class ThresholdBar(QWidget):
    """Chooses the threshold.

    Attributes:
        changed: emitted with the characters.
        slider: the slider.
    """

    changed = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("surface", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._value, self._own, self._most = 50_000, 50_000, 100_000
        self._lengths: tuple[int, ...] = ()
        self._label = QLabel(self)
        self._label.setProperty("tone", "muted")
        self.slider = ValueSlider(self)
        self.slider.setObjectName("presenter-threshold")
        # A drag must not take the arrow keys away from going through the messages.
        self.slider.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.slider.valueChanged.connect(self._on_moved)
        self._number = QLabel(self)
        self._reset = QPushButton(self)
        self._reset.setProperty("link", True)
        self._reset.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._reset.clicked.connect(self._on_reset)
        self._promise = QLabel(self)
        self._promise.setProperty("tone", "muted")
        row = QHBoxLayout(self)
        row.setContentsMargins(Space.L + Space.S, Space.L, Space.L + Space.S, Space.L)
        row.setSpacing(Space.L)
        for widget, stretch in ((self._label, 0), (self.slider, 3), (self._number, 0), (self._reset, 0)):
            row.addWidget(widget, stretch)
        row.addStretch(2)
        row.addWidget(self._promise)
        self.set_scale(1.0)
        self.retranslate()
        self._show()

    def set_scale(self, scale: float) -> None:
        """Set the words larger in larger windows."""
        pixels = round(TITLE_PX * scale)
        for label in (self._label, self._promise, self._reset):
            label.setFont(body_font(pixels=pixels))
        self._number.setFont(body_font(pixels=pixels, bold=True))
        self.slider.setMaximumWidth(round(_SLIDER_WIDTH * scale))

    @property
    def value(self) -> int:
        """Characters above which outputs are truncated."""
        return self._value

    def start(self, own: int, lengths: Sequence[int]) -> None:
        """Take the session's own threshold and the characters of the sources on screen.

        The scale ends where nothing is truncated any more: at the longest source, or the session's own threshold.
        """
        self._own = self._value = own
        self._lengths = tuple(sorted(chars for chars in lengths if chars > _LEAST))
        self._most = max(2 * _LEAST, own, *self._lengths)
        self.slider.setEnabled(bool(self._lengths))
        self.slider.show_points([round(self._share(chars) * STEPS) for chars in self._lengths])
        self.retranslate()
        self._show()

    def set_value(self, value: int) -> None:
        """Choose a threshold."""
        self._value = value
        self._show()
        self.changed.emit(value)

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
            self._show()
        super().changeEvent(event)

    def retranslate(self) -> None:
        """Word the labels."""
        self._label.setText(self.tr("Truncate above"))
        if self._lengths:
            self._promise.setText(self.tr("ids, titles and URLs are never cut"))
        else:
            self._promise.setText(self.tr("Nothing here is longer than {0}").format(units.chars(_LEAST)))
        self.slider.setAccessibleName(self.tr("Truncate above"))

    def _show(self) -> None:
        self.slider.blockSignals(True)
        self.slider.setValue(round(self._share(self._value) * STEPS))
        self.slider.blockSignals(False)
        self._number.setText(units.chars(self._value))
        self._reset.setText(self.tr("Back to {0}, as recorded").format(units.chars(self._own)))
        self._reset.setVisible(self._value != self._own)

    def _share(self, chars: int) -> float:
        return math.log(max(chars, _LEAST) / _LEAST) / math.log(self._most / _LEAST)

    @Slot(int)
    def _on_moved(self, position: int) -> None:
        if position == STEPS:
            self.set_value(self._most)
            return
        exact = _LEAST * (self._most / _LEAST) ** (position / STEPS)
        magnitude = 10 ** max(1, math.floor(math.log10(exact)) - 1)
        self.set_value(round(exact / magnitude) * magnitude)

    @Slot()
    def _on_reset(self) -> None:
        self.set_value(self._own)
