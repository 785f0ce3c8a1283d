"""What all controls share: a name that is marked when the value differs from the session's own, and a reset."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeAlias

from PySide6.QtCore import QEvent, QPoint, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QMouseEvent
from PySide6.QtWidgets import QGridLayout, QLabel, QMenu, QToolButton, QWidget

from inspector.app.wording import settings as words
from inspector.gui.theme import Space
from inspector.model.setting_spec import SettingSpec

Derived: TypeAlias = Mapping[str, float]
"""What settings that are not set come to in the session, by name."""

NAME_WIDTH: Final = 112
EDITOR_WIDTH: Final = 130
ROW_HEIGHT: Final = 24


class Control(QWidget):
    """One setting.

    Attributes:
        spec: its declaration.
        changed: emitted with (name, value) when the person sets another value.
        held, settled: emitted when a slider is taken and let go.
        reset_requested: emitted with the name.
    """

    changed = Signal(str, object)
    held = Signal()
    settled = Signal()
    reset_requested = Signal(str)

    def __init__(self, spec: SettingSpec, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.spec = spec
        self.setObjectName(f"setting-{spec.name}")
        self.value: Any = spec.default
        self.recorded: Any = spec.default
        self._shown: tuple[Any, Any, float | None] | None = None
        self.label = QLabel(self)
        self.label.setTextFormat(Qt.TextFormat.PlainText)
        self.reset = QToolButton(self)
        self.reset.setText("↺")
        self.reset.setFixedSize(18, 18)
        self.reset.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.reset.clicked.connect(self._ask_reset)
        keeps = self.reset.sizePolicy()
        keeps.setRetainSizeWhenHidden(True)
        self.reset.setSizePolicy(keeps)
        self.grid = QGridLayout(self)
        self.grid.setContentsMargins(0, 0, 0, 0)
        self.grid.setHorizontalSpacing(Space.XS)
        self.grid.setVerticalSpacing(0)
        self.grid.setColumnMinimumWidth(0, NAME_WIDTH)
        self.grid.setColumnStretch(2, 1)
        self.grid.setRowMinimumHeight(0, ROW_HEIGHT)
        self.grid.addWidget(self.label, 0, 0)
        self.grid.addWidget(self.reset, 0, 1)

    # -- for subclasses

    def present(self, value: Any, derived: float | None) -> None:
        """Show a value in the editor without telling of it; `derived` stands in where it is not set."""
        raise NotImplementedError

    def show_points(self, points: Sequence[float]) -> None:
        """Mark the values at which something changes in this session; only numbers have marks."""

    def set_value(self, value: Any) -> None:
        """Tell of a value the person set."""
        if value != self.value:
            self.changed.emit(self.spec.name, value)

    # -- showing

    def show_value(self, value: Any, recorded: Any, derived: Derived) -> None:
        """Show the current and the session's own value; nothing is done where neither is new."""
        shown = value, recorded, derived.get(self.spec.name)
        if shown == self._shown:
            return
        self._shown = shown
        self.value, self.recorded = value, recorded
        self.present(value, shown[2])
        is_changed = value != recorded
        if self.reset.isHidden() == is_changed or not self.label.text():
            self.reset.setVisible(is_changed)
            self.label.setProperty("tone", "accent" if is_changed else "")
            self.label.style().unpolish(self.label)
            self.label.style().polish(self.label)
        self._word()

    def _word(self) -> None:
        spec = self.spec
        name = words.name_of(spec)
        self.label.setText(name)
        own = self.tr("Recorded: {0}").format(words.value_text(spec, self.recorded))
        lines = [words.help_of(spec), own]
        if self.value != self.recorded:
            lines.append(self.tr("Now: {0}").format(words.value_text(spec, self.value)))
        tip = "\n".join((*lines, spec.name))
        self.setToolTip(tip)
        self.reset.setToolTip(self.tr("Back to {0}").format(words.value_text(spec, self.recorded)))
        self.reset.setAccessibleName(self.tr("Reset {0}").format(name))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange and self.label.text():
            self._word()

    # -- resetting

    def _ask_reset(self) -> None:
        self.reset_requested.emit(self.spec.name)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """A double click on the name resets, as the button does."""
        if self.label.geometry().contains(event.position().toPoint()):
            self._ask_reset()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self.open_menu(event.globalPos())

    def open_menu(self, position: QPoint) -> None:
        """Offer to reset, and to leave the setting unset where that is allowed."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        back = menu.addAction(self.tr("Back to {0}").format(words.value_text(self.spec, self.recorded)))
        back.setEnabled(self.value != self.recorded)
        back.triggered.connect(self._ask_reset)
        if self.spec.unset:
            unset = menu.addAction(self.tr("Not set: {0}").format(words.unset_of(self.spec)))
            unset.setEnabled(self.value is not None)
            unset.triggered.connect(self._unset)
        menu.popup(position)

    def _unset(self) -> None:
        self.set_value(None)
