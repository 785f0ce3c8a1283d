"""What is listed: words to look for, and a button for each severity with its number."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QPointF, QSize, Qt
from PySide6.QtGui import QIcon, QKeyEvent, QPainter, QPixmap
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QToolButton, QWidget

from inspector.app.findings.shelf import Group
from inspector.app.wording import findings as words
from inspector.gui import theme
from inspector.gui.docks.findings.controller import FindingsController
from inspector.gui.theme import SMALL_PX, Space, body_font
from inspector.gui.views.common.severity import draw_severity

_ICON: Final = 14
_FIELD_WIDTH: Final = 220


def severity_icon(group: Group) -> QIcon:
    """A severity's shape, for buttons."""
    picture = QPixmap(_ICON * 2, _ICON * 2)
    picture.setDevicePixelRatio(2)
    picture.fill(Qt.GlobalColor.transparent)
    with QPainter(picture) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        draw_severity(painter, QPointF(_ICON / 2, _ICON / 2 + 0.5), group, theme.current())
    return QIcon(picture)


class FilterField(QLineEdit):
    """A line that Escape clears."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.text():
            self.clear()
            return
        super().keyPressEvent(event)


class FilterBar(QWidget):
    """The row over the list.

    Attributes:
        field: words to look for.
        buttons: one a group; a group without findings has none on screen.
    """

    def __init__(self, controller: FindingsController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._controller = controller
        self.field = FilterField(self)
        self.field.setObjectName("findings-filter")
        self.field.setClearButtonEnabled(True)
        self.field.setMaximumWidth(_FIELD_WIDTH)
        self.field.textChanged.connect(self._on_text)
        self.buttons = {group: self._button(group) for group in Group}
        row = QHBoxLayout(self)
        row.setContentsMargins(Space.M, Space.XS, Space.M, Space.XS)
        row.setSpacing(Space.XS)
        row.addWidget(self.field, 1)
        row.addSpacing(Space.S)
        for button in self.buttons.values():
            row.addWidget(button)
        row.addStretch(1)
        controller.changed.connect(self.show_state)
        theme.manager().changed.connect(self._on_theme)
        self._word()
        self._on_theme(None)

    def show_state(self) -> None:
        """Follow the list: numbers on the buttons, and a filter that was taken off."""
        shelf = self._controller.shelf
        if self.field.text() != shelf.query:
            self.field.setText(shelf.query)
        for group, button in self.buttons.items():
            count = shelf.count(group)
            button.setVisible(count > 0)
            button.setChecked(group not in shelf.hidden)
            button.setText(words.group_count(group, count))

    def _button(self, group: Group) -> QToolButton:
        button = QToolButton(self)
        button.setObjectName(f"findings-{group}")
        button.setCheckable(True)
        button.setProperty("filter", True)
        button.setFont(body_font(pixels=SMALL_PX))
        button.setIconSize(QSize(_ICON, _ICON))
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        button.clicked.connect(self._on_button)
        return button

    def _on_button(self, checked: bool) -> None:
        group = Group(self.sender().objectName().removeprefix("findings-"))
        self._controller.set_shown(group, checked)

    def _on_text(self, text: str) -> None:
        """The clear button edits without `textEdited`."""
        if text != self._controller.shelf.query:
            self._controller.set_query(text)

    def _on_theme(self, _theme: object) -> None:
        for group, button in self.buttons.items():
            button.setIcon(severity_icon(group))

    def _word(self) -> None:
        self.field.setPlaceholderText(self.tr("Filter findings"))
        for button in self.buttons.values():
            button.setToolTip(self.tr("List these, or leave them out"))
        self.show_state()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._word()
