"""Ties the cache tab to its window: conversation and selection both ways, the timeline's chips, the replays A and B."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from inspector.gui.docks.cache.register import CACHE, controller_of
from inspector.gui.docks.replay.register import controller_of as replays_of
from inspector.model import Branch, Conversation

if TYPE_CHECKING:
    from inspector.app.opened import Opened
    from inspector.gui.main_window import MainWindow


class CacheLink(QObject):
    """The connections of one window.

    Attributes:
        controller: what the tab shows.
    """

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self.controller = controller_of(window.session)
        self._replays = replays_of(window.session)
        window.branch_shown.connect(self._on_branch)
        window.session.closed.connect(self.controller.clear)
        window.session.lists_changed.connect(self._on_lists)
        window.selection_changed.connect(self.controller.show_selection)
        window.timeline.tree.cache_requested.connect(self.show_tab)
        self.controller.target_requested.connect(window.navigation.go_to)
        self._replays.result_changed.connect(self._on_replays)

    def show_tab(self) -> None:
        """Bring the tab to the front; the selected request is the one shown."""
        self._window.dock.show()
        self._window.dock.show_tab(CACHE)

    def step(self, direction: int) -> None:
        """Show the tab and select the next (1) or previous (−1) break in it."""
        self.show_tab()
        bars = self.controller.bars
        if bars and not any(bar.verdict.is_break for bar in bars):
            self._window.status.show_message(self.tr("No cache misses in this conversation"))
        else:
            self.controller.step(direction)

    def _on_branch(self, conversation: Conversation, _branch: Branch) -> None:
        opened = self._window.session.current
        if opened is not None:
            self.controller.show_conversation(opened.source, conversation)
            self.controller.show_selection(self._window.selection)

    def _on_lists(self, _opened: Opened) -> None:
        if self._window.session.is_following:
            self.controller.renew()

    def _on_replays(self) -> None:
        """Replay A when one is pinned; B is what the controls say, unless that is what was recorded."""
        replays = self._replays
        changed = replays.result if replays.state.settings != replays.state.recorded else None
        self.controller.set_replayed(replays.pinned, changed)
