"""Ties the cache tab to its window: conversation and selection both ways, the timeline's chips, the replays A and B."""

from __future__ import annotations

from PySide6.QtCore import QObject

from inspector.app.docks import DockId
from inspector.app.opened import Opened
from inspector.gui.navigation import Navigation
from inspector.gui.shell import Shell
from inspector.model import Branch, Conversation


class CacheLink(QObject):
    """The connections of one window.

    Attributes:
        controller: what the tab shows.
    """

    def __init__(self, shell: Shell, navigation: Navigation) -> None:
        super().__init__(shell.frame)
        self._shell = shell
        self.controller = shell.cache
        self._replays = shell.replay
        shell.on_screen.branch_shown.connect(self._on_branch)
        shell.session.closed.connect(self.controller.clear)
        shell.session.lists_changed.connect(self._on_lists)
        shell.on_screen.selection_changed.connect(self.controller.show_selection)
        shell.timeline.tree.cache_requested.connect(self.show_tab)
        self.controller.target_requested.connect(navigation.go_to)
        self._replays.result_changed.connect(self._on_replays)

    def show_tab(self) -> None:
        """Bring the tab to the front; the selected request is the one shown."""
        self._shell.dock.open_tab(DockId.CACHE)

    def step(self, direction: int) -> None:
        """Show the tab and select the next (1) or previous (−1) break in it."""
        self.show_tab()
        bars = self.controller.bars
        if bars and not any(bar.verdict.is_break for bar in bars):
            self._shell.status.show_message(self.tr("No cache misses in this conversation"))
        else:
            self.controller.step(direction)

    def _on_branch(self, conversation: Conversation, _branch: Branch) -> None:
        opened = self._shell.session.current
        if opened is not None:
            self.controller.show_conversation(opened.source, conversation)
            self.controller.show_selection(self._shell.on_screen.selection)

    def _on_lists(self, _opened: Opened) -> None:
        if self._shell.session.is_following:
            self.controller.renew()

    def _on_replays(self) -> None:
        """Replay A when one is pinned; B is what the controls say, unless that is what was recorded."""
        replays = self._replays
        changed = replays.result if replays.state.settings != replays.state.recorded else None
        self.controller.set_replayed(replays.pinned, changed)
