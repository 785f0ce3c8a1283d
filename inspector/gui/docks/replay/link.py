"""Ties the replay dock to its window: what is shown, what is selected, both ways; its buttons in the top bar."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QPushButton

from inspector.app.i18n import counted
from inspector.app.replay.predictions import predict
from inspector.app.replay.sides import Lane
from inspector.app.wording import numbers
from inspector.gui.docks.replay.register import controller_of
from inspector.gui.docks.replay.replayed_page import ReplayedPage
from inspector.model import Branch, Conversation

if TYPE_CHECKING:
    from inspector.gui.main_window import MainWindow

_LEAST_HEIGHT: Final = 290
_MOST_HEIGHT: Final = 440
_SHARE: Final = 0.31


class ReplayLink(QObject):
    """The connections of one window.

    Attributes:
        controller: the window's replays.
        dock_button, pin_button: in the top bar.
        prompt_page, stored_page: what the inspector shows beside the prompt as sent.
    """

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._wanted = True
        self._shared = False
        self.controller = controller_of(window.session)
        self.dock_button, self.pin_button = QPushButton(window.top_bar), QPushButton(window.top_bar)
        for button in (self.dock_button, self.pin_button):
            button.setCheckable(True)
            window.top_bar.add_widget(button)
        self.prompt_page = ReplayedPage(self.controller, Lane.PROMPT)
        self.stored_page = ReplayedPage(self.controller, Lane.STORED)
        window.inspector.add_prompt_lane(self.prompt_page, lambda: self.tr("Side by side with replay"))
        window.inspector.add_prompt_lane(self.stored_page, lambda: self.tr("Stored row"))
        self._connect()
        self._word()
        self._on_page()
        window.top_bar.installEventFilter(self)

    def _connect(self) -> None:
        window, controller = self._window, self.controller
        window.branch_shown.connect(self._on_branch)
        window.session.closed.connect(controller.clear)
        window.selection_changed.connect(controller.show_selection)
        window.inspector.text_probe_requested.connect(controller.track_text)
        window.dock.visibilityChanged.connect(self._on_dock)
        window.pages.currentChanged.connect(self._on_page)
        self.dock_button.clicked.connect(window.commands.toggle_dock)
        self.pin_button.clicked.connect(self.compare)
        controller.target_requested.connect(window.navigation.go_to)
        controller.tab_requested.connect(self.show_tab)
        controller.busy_changed.connect(self._on_busy)
        controller.result_changed.connect(self._on_result)
        controller.state_changed.connect(self._show_buttons)

    # -- what the window shows

    def _on_branch(self, conversation: Conversation, branch: Branch) -> None:
        opened = self._window.session.current
        if opened is not None:
            self.controller.show_conversation(opened.source, conversation, branch)
            self.controller.show_selection(self._window.selection)

    def _on_page(self) -> None:
        """The dock belongs to an opened source: pages that fill the window do without it."""
        dock = self._window.dock
        if self._window.pages.currentWidget() is self._window.panes:
            dock.setVisible(self._wanted)
            self._share_height()
        else:
            self._wanted = self._wanted if dock.isHidden() else True
            dock.hide()

    def _share_height(self) -> None:
        """The first time there is something to replay, a third of a high window is the dock's."""
        window = self._window
        if not self._shared and window.settings.state("docks").isEmpty():
            self._shared = True
            height = min(max(_LEAST_HEIGHT, round(window.height() * _SHARE)), _MOST_HEIGHT)
            window.resizeDocks([window.dock], [height], Qt.Orientation.Vertical)

    def _on_dock(self, visible: bool) -> None:
        if self._window.pages.currentWidget() is self._window.panes:
            self._wanted = not self._window.dock.isHidden()
        self.controller.set_active(visible)
        self._show_buttons()

    def _on_result(self) -> None:
        """Show in the timeline what the settings do to each row, and how many facts are tracked."""
        controller = self.controller
        self._window.timeline.set_predictions(predict(controller.recorded, controller.result))
        self._window.dock.set_badge("probes", len(controller.state.probes))
        for page in (self.prompt_page, self.stored_page):
            self._window.inspector.reload_page(page)

    def _on_busy(self, busy: bool) -> None:
        """Say how long a replay took, as the design's status line does."""
        controller = self.controller
        result, took = controller.result, controller.took_ms
        if not busy and result is not None and took is not None:
            replayed = counted(
                self.tr("Replayed %n request(s)", "", len(result.requests)), len(result.requests)
            )
            text = self.tr("{0} in {1}").format(replayed, numbers.duration(took))
            self._window.status.show_message(text)

    # -- acting

    def show_tab(self, tab_id: str) -> None:
        """Bring a tab of the dock to the front."""
        self._window.dock.show()
        self._window.dock.show_tab(tab_id)

    def compare(self) -> None:
        """Pin the current settings as A, or end the comparison."""
        self.show_tab("replay")
        self.controller.toggle_pin()

    # -- the buttons

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LanguageChange:
            self._word()
        return super().eventFilter(watched, event)

    def _show_buttons(self) -> None:
        self.dock_button.setChecked(not self._window.dock.isHidden())
        self.pin_button.setChecked(self.controller.state.pinned is not None)
        self.pin_button.setEnabled(self.controller.conversation is not None)

    def _word(self) -> None:
        self.dock_button.setText(self.tr("Replay"))
        self.dock_button.setToolTip(self.tr("Show or hide the replay panel (F5)"))
        self.pin_button.setText("A | B")
        self.pin_button.setToolTip(self.tr("Pin these settings as A and compare, or end that (Ctrl+B)"))
        self.pin_button.setAccessibleName(self.tr("Compare A and B"))
        self._show_buttons()
