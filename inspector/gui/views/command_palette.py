"""Ctrl+P: every action and every conversation by a few letters of its name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import (
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QSize,
    QStringListModel,
    Qt,
    Slot,
)
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QLineEdit,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from inspector.app.fuzzy import best_matches
from inspector.gui import theme
from inspector.gui.guard import guarded
from inspector.gui.theme import Space
from inspector.gui.views.timeline.canvas import Line, Pens

_WIDTH: Final = 560
_ROW_HEIGHT: Final = 32
_ROWS: Final = 11


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """Something the palette offers.

    Attributes:
        text: what it is called.
        hint: what is shown at the right: a shortcut or a kind.
        run: what it does.
    """

    text: str
    hint: str = ""
    run: Callable[[], None]


class CommandDelegate(QStyledItemDelegate):
    """Name at the left, shortcut at the right."""

    def __init__(self, palette: CommandPalette) -> None:
        super().__init__(palette)
        self._commands = palette
        self._pens = Pens()

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(0, _ROW_HEIGHT)

    @guarded
    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        rect, colors = QRect(option.rect), theme.current()
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, colors.accent_tint)
        command = self._commands.shown[index.row()]
        line = Line(painter, self._pens, rect.adjusted(Space.L, 0, -Space.L, 0))
        line.put_right(command.hint, self._pens.small, colors.muted)
        line.put(command.text, self._pens.body, colors.text)


class CommandPalette(QDialog):
    """The palette over a window.

    Attributes:
        shown: the commands that match what was typed, best first.
    """

    def __init__(self, commands: Sequence[Command], parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup | Qt.WindowType.FramelessWindowHint)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setObjectName("palette")
        self._all = list(commands)
        self.shown = list(commands)
        self._model = QStringListModel(self)
        self.field = QLineEdit(self)
        self.field.setPlaceholderText(self.tr("Type a command or a conversation"))
        self.field.textChanged.connect(self._filter)
        self.field.installEventFilter(self)
        self._list = QListView(self)
        self._list.setModel(self._model)
        self._list.setItemDelegate(CommandDelegate(self))
        self._list.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self._list.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self._list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._list.clicked.connect(self._run_index)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(Space.S, Space.S, Space.S, Space.S)
        layout.addWidget(self.field)
        layout.addWidget(self._list)
        self._filter("")

    def open_over(self, window: QWidget) -> None:
        """Show the palette in the upper middle of a window."""
        width = min(_WIDTH, window.width() - Space.L * 2)
        self.resize(width, _ROWS * _ROW_HEIGHT + 60)
        corner = window.mapToGlobal(window.rect().topLeft())
        self.move(corner.x() + (window.width() - width) // 2, corner.y() + 72)
        self.show()
        self.field.setFocus()

    @guarded
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Arrows move in the list while the field keeps the focus."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            steps = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: 8, Qt.Key.Key_PageUp: -8}
            if (step := steps.get(Qt.Key(event.key()))) is not None:
                self._move(step)
                return True
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._run_index(self._list.currentIndex())
                return True
        return super().eventFilter(watched, event)

    def _move(self, step: int) -> None:
        count = len(self.shown)
        if count:
            row = max(0, min(count - 1, self._list.currentIndex().row() + step))
            self._list.setCurrentIndex(self._model.index(row, 0))

    @Slot(str)
    def _filter(self, text: str) -> None:
        self.shown = best_matches(text, self._all, lambda command: command.text)
        self._model.setStringList([command.text for command in self.shown])
        self._list.setCurrentIndex(self._model.index(0, 0))

    @Slot(QModelIndex)
    def _run_index(self, index: QModelIndex) -> None:
        if index.isValid():
            command = self.shown[index.row()]
            self.close()
            command.run()
