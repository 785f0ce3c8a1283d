"""A field for one number: grouped digits, `20k` or `35 %` typed, stepped by arrow keys and wheel, empty = not set."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPalette, QWheelEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from inspector.app.replay.setting_scale import SliderScale
from inspector.app.wording.settings import unit_word
from inspector.gui import theme
from inspector.gui.theme import SMALL_PX, body_font


class NumberField(QLineEdit):
    """One number.

    Attributes:
        value_entered: emitted with the number (or None) the person typed or stepped to.
    """

    value_entered = Signal(object)

    def __init__(self, scale: SliderScale, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._scale = scale
        self._value: float | None = None
        self._derived: float | None = None
        self.setFont(body_font(pixels=SMALL_PX))
        self.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.setProperty("small", True)
        self.editingFinished.connect(self._take)
        theme.manager().changed.connect(self._recolor)

    def show_value(self, value: float | None, derived: float | None) -> None:
        """Show a number; one that is not set shows what it comes to, in a weaker colour."""
        self._value, self._derived = value, derived
        if not self.isModified() or not self.hasFocus():
            self._write()

    def _write(self) -> None:
        shown = self._derived if self._value is None else self._value
        unit = "" if self.hasFocus() or shown is None else unit_word(self._scale.spec)
        text = "" if shown is None else self._scale.text(shown)
        self.setText(" ".join(piece for piece in (text, unit) if piece))
        self.setModified(False)
        self._recolor()

    def _recolor(self, _theme: object = None) -> None:
        palette = self.palette()
        colors = theme.current()
        color = colors.muted if self._value is None else colors.text
        palette.setColor(QPalette.ColorRole.Text, color)
        self.setPalette(palette)

    def _take(self) -> None:
        """Take what was typed; what is no number goes back to what it was."""
        if not self.isModified():
            return
        text = self.text().strip().removesuffix(unit_word(self._scale.spec)).strip()
        found = self._scale.parse(text) if text else None
        allowed = found is not None or (not text and bool(self._scale.spec.unset))
        self.setModified(False)
        if allowed and found != self._value:
            self.value_entered.emit(found)
        self._write()

    def step(self, steps: int) -> None:
        """Go some steps up or down."""
        self._take()
        start = self._value if self._value is not None else self._derived
        self.value_entered.emit(self._scale.stepped(self._scale.low if start is None else start, steps))

    # -- events

    def keyPressEvent(self, event: QKeyEvent) -> None:
        keys = {Qt.Key.Key_Up: 1, Qt.Key.Key_Down: -1, Qt.Key.Key_PageUp: 10, Qt.Key.Key_PageDown: -10}
        if event.key() in keys:
            self.step(keys[Qt.Key(event.key())])
        elif event.key() == Qt.Key.Key_Escape and self.isModified():
            self._write()
        else:
            super().keyPressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Only where the person has clicked: scrolling past a field must not change it."""
        turned = event.angleDelta().y()
        if self.hasFocus() and turned:
            self.step(1 if turned > 0 else -1)
            event.accept()
        else:
            event.ignore()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """The number alone is edited."""
        super().focusInEvent(event)
        self._write()
        if event.reason() is not Qt.FocusReason.MouseFocusReason:
            self.selectAll()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._write()
