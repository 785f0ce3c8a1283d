"""Ties the cache tab to its window: conversation and selection both ways, the timeline's chips, the replays A and B."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer

from inspector.app.cache.evidence import Analysed
from inspector.app.cache.session_verdict import SessionVerdict
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
        self._seen: Analysed | None = None
        shell.on_screen.branch_shown.connect(self._on_branch)
        shell.session.closed.connect(self.controller.clear)
        shell.session.lists_changed.connect(self._on_lists)
        shell.on_screen.selection_changed.connect(self.controller.show_selection)
        shell.timeline.tree.cache_requested.connect(self.show_break)
        self.controller.target_requested.connect(navigation.go_to)
        self.controller.changed.connect(self._on_changed)
        self._replays.result_changed.connect(self._on_replays)
        shell.strip.show_requested.connect(self.show_worst)
        shell.inspector.breaks.next_requested.connect(self._on_next)
        # The strip is always on screen, so that every conversation is judged as soon as it is shown.
        self.controller.set_active(True, watcher="strip")

    def show_break(self) -> None:
        """Show in the inspector why the selected request's prefix did or did not match."""
        self._shell.inspector.show_page(self._shell.inspector.breaks)

    def show_worst(self) -> None:
        """Select the request that lost most, and show why."""
        self.controller.choose(self.controller.worst)
        self.show_break()

    def step(self, direction: int) -> None:
        """Select the next (1) or previous (−1) request whose prefix broke, and show why."""
        bars = self.controller.bars
        if bars and not any(bar.verdict.is_break for bar in bars):
            self._shell.status.show_message(self.tr("No cache misses in this conversation"))
            return
        self.controller.step(direction)
        self.show_break()

    def _on_next(self) -> None:
        self.step(1)

    def _on_changed(self) -> None:
        """Other verdicts, or none: the strip, the chips and the break follow; the first sight is the worst."""
        controller, shell = self.controller, self._shell
        analysed = controller.analysed
        if analysed is not None and analysed is self._seen:
            return
        self._seen = analysed
        verdict = None if analysed is None else SessionVerdict.of(analysed)
        shell.strip.show_verdict(verdict, busy=controller.is_busy)
        shell.timeline.set_verdicts({} if analysed is None else analysed.report.by_index)
        shell.inspector.breaks.set_analysed(analysed)
        shell.inspector.reload_page(shell.inspector.breaks)
        if analysed is not None:
            # Not now: with an analysis that is at hand, the conversation is not wholly on screen yet.
            QTimer.singleShot(0, self, self._first_sight)

    def _first_sight(self) -> None:
        """Select the worst request where nobody has selected anything yet."""
        if self._shell.on_screen.is_untouched and self.controller.analysed is not None:
            self.controller.choose(self.controller.worst)
            self._shell.on_screen.mark_first_sight()

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
