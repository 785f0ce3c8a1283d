"""The middle of the window: the turns of a branch or every request, and the switch between the two."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QStackedWidget, QToolButton, QVBoxLayout, QWidget

from inspector.app.requests.centre import CentreView
from inspector.gui.theme import SMALL_PX, Space, body_font
from inspector.gui.views.requests import RequestsPane
from inspector.gui.views.timeline import TimelinePane

_TOP: Final = 3


class Centre(QWidget):
    """Two views of a conversation, one at a time.

    The switch lies over the head line of either view, where both leave room for it: it costs no height.

    Attributes:
        view_chosen: emitted with a `CentreView` when the user switches.
        timeline, requests: the views.
    """

    view_chosen = Signal(object)

    def __init__(self, timeline: TimelinePane, requests: RequestsPane, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.timeline, self.requests = timeline, requests
        self._stack = QStackedWidget(self)
        self._stack.addWidget(timeline)
        self._stack.addWidget(requests)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._stack)
        self._switch = QWidget(self)
        self._buttons = QButtonGroup(self._switch)
        row = QHBoxLayout(self._switch)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        for place, view in zip(("first", "last"), CentreView, strict=True):
            row.addWidget(self._button(place, view))
        self._buttons.buttonClicked.connect(self._on_button)
        self._word()

    @property
    def view(self) -> CentreView:
        """The view on screen."""
        return CentreView.TURNS if self._stack.currentIndex() == 0 else CentreView.REQUESTS

    def show_view(self, view: CentreView) -> None:
        """Show a view without telling of it."""
        self._stack.setCurrentIndex(0 if view is CentreView.TURNS else 1)
        for button in self._buttons.buttons():
            button.setChecked(button.objectName() == f"centre-{view}")

    def toggle(self) -> None:
        """Show the other view, as if its button had been pressed."""
        other = CentreView.REQUESTS if self.view is CentreView.TURNS else CentreView.TURNS
        self.show_view(other)
        self.view_chosen.emit(other)

    def focus(self) -> None:
        """Put the keyboard into the view on screen."""
        if self.view is CentreView.TURNS:
            self.timeline.focus()
        else:
            self.requests.focus()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._word()

    def _button(self, place: str, view: CentreView) -> QToolButton:
        button = QToolButton(self._switch)
        button.setObjectName(f"centre-{view}")
        button.setProperty("segment", True)
        button.setProperty("place", place)
        button.setCheckable(True)
        button.setChecked(view is CentreView.TURNS)
        button.setFont(body_font(pixels=SMALL_PX))
        self._buttons.addButton(button)
        return button

    def _on_button(self, button: QToolButton) -> None:
        view = CentreView(button.objectName().removeprefix("centre-"))
        if view is not self.view:
            self.show_view(view)
            self.view_chosen.emit(view)

    def _place(self) -> None:
        self._switch.adjustSize()
        self._switch.move(Space.M, _TOP)
        self._switch.raise_()
        self.requests.filter.set_indent(self._switch.width() + Space.M + Space.S)

    def _word(self) -> None:
        words = {CentreView.TURNS: self.tr("Turns"), CentreView.REQUESTS: self.tr("Requests")}
        tips = {
            CentreView.TURNS: self.tr("The conversation turn by turn, as the application shows it"),
            CentreView.REQUESTS: self.tr("Every request in order of sending, to sort and to filter"),
        }
        for view, button in zip(CentreView, self._buttons.buttons(), strict=True):
            button.setText(words[view])
            button.setToolTip(tips[view])
        self._place()
