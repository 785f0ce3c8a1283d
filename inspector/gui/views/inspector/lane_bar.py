"""Pages that share one tab of the inspector, chosen by a row of buttons above them."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QToolButton, QWidget

from inspector.gui.theme import SMALL_PX, Space, body_font
from inspector.gui.views.common.page import Page


class LaneBar(QWidget):
    """The buttons.

    Attributes:
        chosen: another page was chosen.
        pages: all of them, the first one shown at the beginning.
    """

    chosen = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.pages: list[Page] = []
        self._words: list[Callable[[], str]] = []
        self._group = QButtonGroup(self)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(Space.M, Space.XS, Space.M, 0)
        self._row.setSpacing(0)
        self._row.addStretch(1)
        self._group.idClicked.connect(self._on_clicked)
        self.hide()

    @property
    def current(self) -> Page | None:
        """The chosen page."""
        number = self._group.checkedId()
        return self.pages[number] if number >= 0 else None

    @property
    def buttons(self) -> list[QToolButton]:
        """The buttons in order."""
        return [button for button in self._group.buttons() if isinstance(button, QToolButton)]

    def add(self, page: Page, word: Callable[[], str]) -> None:
        """Add a page; the first is chosen."""
        button = QToolButton(self)
        button.setCheckable(True)
        button.setProperty("segment", True)
        button.setFont(body_font(pixels=SMALL_PX))
        button.setText(word())
        self._group.addButton(button, len(self.pages))
        self._row.insertWidget(len(self.pages), button)
        button.setChecked(not self.pages)
        self.pages.append(page)
        self._words.append(word)

    def show_page(self, page: Page) -> None:
        """Choose a page."""
        self._group.button(self.pages.index(page)).setChecked(True)
        self.chosen.emit()

    def _on_clicked(self, _number: int) -> None:
        self.chosen.emit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            for number, word in enumerate(self._words):
                self._group.button(number).setText(word())
