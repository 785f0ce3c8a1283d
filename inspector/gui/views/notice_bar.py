"""Bars above the panes that say what the user should know of the opened file; each can be dismissed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QToolButton, QVBoxLayout, QWidget

from inspector.app.wording.problems import problem_text
from inspector.gui import theme
from inspector.gui.icons import icon
from inspector.gui.theme import Space
from inspector.model import Notice

_ICONS = {"info": "info", "warning": "warning", "error": "error"}


@dataclass(frozen=True, slots=True)
class NoticeAction:
    """A button on a notice: its text and what it does."""

    text: str
    trigger: Callable[[], None]


class NoticeBar(QFrame):
    """One notice."""

    def __init__(self, notice: Notice, action: NoticeAction | None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.notice = notice
        self.setProperty("notice", notice.severity)
        self.setAccessibleName(problem_text(notice))
        layout = QHBoxLayout(self)
        layout.setContentsMargins(Space.L, Space.S, Space.S, Space.S)
        layout.setSpacing(Space.S)
        self._mark = QLabel(self)
        layout.addWidget(self._mark)
        text = QLabel(problem_text(notice), self)
        text.setWordWrap(True)
        text.setTextFormat(Qt.TextFormat.PlainText)
        text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        layout.addWidget(text, 1)
        if action is not None:
            button = QPushButton(action.text, self)
            button.clicked.connect(action.trigger)
            layout.addWidget(button)
        self._close = QToolButton(self)
        self._close.setAccessibleName(self.tr("Dismiss"))
        self._close.setToolTip(self.tr("Dismiss"))
        self._close.clicked.connect(self._dismiss)
        layout.addWidget(self._close)
        theme.manager().changed.connect(self._recolor)
        self._recolor()

    @Slot()
    def _recolor(self) -> None:
        colors = theme.current()
        tones = {"info": colors.accent, "warning": colors.warning, "error": colors.error}
        name = _ICONS.get(self.notice.severity, "info")
        self._mark.setPixmap(icon(name, tones.get(self.notice.severity, colors.accent)).pixmap(16, 16))
        self._close.setIcon(icon("close"))

    @Slot()
    def _dismiss(self) -> None:
        self.hide()
        self.deleteLater()


class NoticeArea(QWidget):
    """All notices of the open source, those dismissed left out until another source is opened."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(0)
        self._seen: list[Notice] = []

    def reset(self) -> None:
        """Forget everything: another source is open."""
        self._seen = []
        for bar in self.bars():
            bar.hide()
            bar.deleteLater()

    def show_notices(self, notices: Sequence[Notice], actions: dict[str, NoticeAction]) -> None:
        """Add bars for notices that were not shown yet; `actions` by notice id."""
        for notice in notices:
            if notice not in self._seen:
                self._seen.append(notice)
                self._layout.addWidget(NoticeBar(notice, actions.get(notice.id), self))

    def bars(self) -> list[NoticeBar]:
        """The bars that are on screen."""
        return [bar for bar in self.findChildren(NoticeBar) if not bar.isHidden()]
