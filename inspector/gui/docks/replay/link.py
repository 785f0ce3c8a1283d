"""Ties the replay dock to its window: what is shown, what is selected, both ways."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from inspector.gui.docks.replay.register import controller_of
from inspector.model import Branch, Conversation

if TYPE_CHECKING:
    from inspector.gui.main_window import MainWindow


class ReplayLink(QObject):
    """The connections of one window.

    Attributes:
        controller: the window's replays.
    """

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self.controller = controller = controller_of(window.session)
        window.branch_shown.connect(self._on_branch)
        window.session.closed.connect(controller.clear)
        window.selection_changed.connect(controller.show_selection)
        window.inspector.text_probe_requested.connect(controller.track_text)
        window.dock.visibilityChanged.connect(controller.set_active)
        controller.target_requested.connect(window.navigation.go_to)
        controller.tab_requested.connect(window.dock.show_tab)
        controller.busy_changed.connect(self._on_busy)

    def _on_branch(self, conversation: Conversation, branch: Branch) -> None:
        opened = self._window.session.current
        if opened is not None:
            self.controller.show_conversation(opened.source, conversation, branch)

    def _on_busy(self, busy: bool) -> None:
        """Say how long a replay took, as the design's status line does."""
        controller = self.controller
        result, took = controller.result, controller.took_ms
        if not busy and result is not None and took is not None:
            text = self.tr("Replayed {0} requests in {1} ms").format(len(result.requests), took)
            self._window.status.show_message(text)
