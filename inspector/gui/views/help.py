"""The two help dialogs: keyboard shortcuts, made from the declared actions, and what this program is."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from inspector import __version__
from inspector.app.actions import ACTIONS, ActionSpec, MenuId
from inspector.app.i18n import translate
from inspector.gui.actions import ActionRegistry
from inspector.gui.icons import application_icon
from inspector.gui.theme import SMALL_PX, TITLE_PX, Space, body_font, code_font

_SIZE = (560, 600)


class ShortcutsDialog(QDialog):
    """Every action that has a shortcut, by menu."""

    def __init__(self, registry: ActionRegistry, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Keyboard shortcuts"))
        self.resize(*_SIZE)
        self._registry = registry
        page = QWidget(self)
        grid = QGridLayout(page)
        grid.setContentsMargins(Space.L, Space.L, Space.L, Space.L)
        grid.setHorizontalSpacing(Space.L)
        grid.setVerticalSpacing(Space.S)
        grid.setColumnStretch(0, 1)
        for menu_id in MenuId:
            specs = [spec for spec in ACTIONS if spec.menu is menu_id and spec.shortcuts]
            if specs:
                self._add_menu(grid, menu_id, specs)
        grid.setRowStretch(grid.rowCount(), 1)
        scroll = QScrollArea(self)
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setWidget(page)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(scroll)

    def _add_menu(self, grid: QGridLayout, menu_id: MenuId, specs: list[ActionSpec]) -> None:
        head = QLabel(translate("Actions", menu_id.value).replace("&", ""), self)
        head.setFont(body_font(bold=True))
        grid.addWidget(head, grid.rowCount(), 0, 1, 2)
        for spec in specs:
            row = grid.rowCount()
            name = QLabel(self._registry.by_id[spec.id].text(), self)
            name.setProperty("tone", "muted")
            grid.addWidget(name, row, 0)
            grid.addWidget(self._keys(spec), row, 1)

    def _keys(self, spec: ActionSpec) -> QWidget:
        holder = QWidget(self)
        row = QHBoxLayout(holder)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(Space.XS)
        row.addStretch(1)
        for keys in spec.shortcuts:
            label = QLabel(QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText), holder)
            label.setObjectName("key")
            label.setFont(code_font())
            row.addWidget(label)
        return holder


class AboutDialog(QDialog):
    """Name, version, licence."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("About Context Inspector"))
        row = QHBoxLayout(self)
        row.setContentsMargins(Space.L, Space.L, Space.L * 2, Space.L)
        row.setSpacing(Space.L)
        picture = QLabel(self)
        picture.setPixmap(application_icon().pixmap(48, 48))
        row.addWidget(picture, 0, Qt.AlignmentFlag.AlignTop)
        column = QVBoxLayout()
        name = QLabel(f"{self.tr('Context Inspector')} {__version__}", self)
        name.setFont(body_font(pixels=TITLE_PX, bold=True))
        column.addWidget(name)
        column.addWidget(QLabel(self.tr("See what an LLM application really sends to its model."), self))
        note = QLabel(self.tr("Files are only ever read. Nothing leaves this machine. MIT licence."), self)
        note.setFont(body_font(pixels=SMALL_PX))
        note.setProperty("tone", "muted")
        column.addWidget(note)
        row.addLayout(column)
