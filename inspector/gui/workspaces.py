"""Saving what the window shows as a workspace, and bringing a saved one back (File → Save / Open workspace)."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from PySide6.QtCore import QByteArray, QObject, Qt, Slot
from PySide6.QtWidgets import QFileDialog

from inspector.app.docks import DockId
from inspector.gui.recent_menu import RecentMenu
from inspector.gui.shell import Shell
from inspector.model import Branch, Conversation, Problem
from inspector.model.workspace import (
    SUFFIX,
    KeptProbe,
    Workspace,
    is_workspace,
    load_workspace,
    save_workspace,
)
from inspector.replay.probes import Probe

_TAB: Final = "tab"
_DOCK: Final = "dock"
_PANES: Final = "panes"
_WINDOW: Final = "docks"


class Workspaces(QObject):
    """The workspaces of one window.

    Attributes:
        path: the file of the workspace on screen; None = it was not saved yet.
    """

    def __init__(self, shell: Shell, recent: RecentMenu) -> None:
        super().__init__(shell.frame)
        self._shell = shell
        self._recent = recent
        self.path: Path | None = None
        self._opening: Workspace | None = None
        self._arriving: Workspace | None = None
        self._replaying: Workspace | None = None
        self._controller = shell.replay
        shell.session.workspace_requested.connect(self.open)
        # Queued, so that the window has taken up the source, and its first conversation, before we ask for ours.
        shell.session.opened.connect(self._on_opened, Qt.ConnectionType.QueuedConnection)
        shell.session.open_failed.connect(self._on_given_up)
        shell.session.open_cancelled.connect(self._on_given_up)
        shell.session.closed.connect(self._on_closed)
        shell.on_screen.branch_shown.connect(self._on_branch)
        self._controller.state_changed.connect(self._on_replay)

    # -- saving

    @Slot()
    def save(self) -> None:
        """Ask for a name and save."""
        opened = self._shell.session.current
        if opened is None:
            return
        proposed = self.path or Path.home() / f"{_name_of(opened.source.path)}{SUFFIX}"
        name, _ = QFileDialog.getSaveFileName(
            self._shell.frame, self.tr("Save workspace"), str(proposed), self._filter()
        )
        if name:
            self.save_as(Path(name))

    def save_as(self, path: Path) -> None:
        """Save under a name; a failure is told in the status line."""
        if not is_workspace(path):  # its name is how it is known for one when it is opened
            path = path.with_name(f"{path.name}{SUFFIX}")
        workspace = self.current()
        if workspace is None:
            return
        try:
            save_workspace(path, workspace)
        except Problem as problem:
            self._shell.status.show_failure(problem)
            return
        self.path = path
        self._remember()
        self._shell.status.show_message(self.tr("Saved {0}").format(path))

    def current(self) -> Workspace | None:
        """What the window shows; None while nothing is open."""
        shell, controller = self._shell, self._controller
        opened, conversation, branch = (
            shell.session.current,
            shell.session.conversation,
            shell.on_screen.branch,
        )
        if opened is None:
            return None
        row, state = shell.timeline.current_row, controller.state
        return Workspace(
            source=opened.source.path.absolute(),
            conversation="" if conversation is None else conversation.summary.id,
            leaf="" if branch is None or branch.leaf_id is None else branch.leaf_id,
            row="" if row is None else row.key,
            settings=state.settings if controller.is_open and state.changes() else None,
            pinned=state.pinned,
            probes=tuple(KeptProbe(one.name, one.pattern, one.is_regex) for one in state.probes),
            layout=self._layout(),
        )

    def _layout(self) -> dict[str, str]:
        shell = self._shell
        return {
            _PANES: _text(shell.splitter.saveState()),
            _WINDOW: _text(shell.frame.saveState()),
            _TAB: str(shell.dock.current),
            _DOCK: "" if shell.dock.isHidden() else "open",
        }

    # -- opening

    @Slot()
    def choose(self) -> None:
        """Ask for a workspace and open it."""
        start = str(self.path.parent if self.path is not None else Path.home())
        name, _ = QFileDialog.getOpenFileName(
            self._shell.frame, self.tr("Open workspace"), start, self._filter()
        )
        if name:
            self.open(Path(name))

    @Slot(object)
    def open(self, path: Path) -> None:
        """Open a workspace: its source first, then everything else; what is wrong is told on the error page."""
        try:
            workspace = load_workspace(path)
        except Problem as problem:
            self._shell.session.open_failed.emit(path, problem)
            return
        self.path, self._opening = path, workspace
        self._shell.session.open(workspace.source)

    @Slot(object)
    def _on_opened(self, opened: object) -> None:
        workspace, self._opening = self._opening, None
        if workspace is None:
            self.path = None
            return
        self._arriving = workspace
        self._remember()
        self._restore_layout(workspace)
        for probe in workspace.probes:
            self._controller.state.track(Probe(probe.name, probe.pattern, probe.is_regex))
        opened = self._shell.session.current
        known = {summary.id for summary in opened.summaries} if opened is not None else set()
        if workspace.conversation in known:
            self._shell.session.load(workspace.conversation)
        else:
            self._arriving = None

    @Slot(object, object)
    def _on_branch(self, conversation: Conversation, branch: Branch) -> None:
        """The conversation is there: go to its branch and row, and let the replay follow."""
        workspace = self._arriving
        if workspace is None or conversation.summary.id != workspace.conversation:
            return
        self._arriving = None
        wanted = next((b for b in conversation.branches if b.leaf_id == workspace.leaf), branch)
        if wanted != branch:
            self._shell.on_screen.show_branch(wanted)
        if workspace.row:
            self._shell.timeline.select_key(workspace.row)
        self._replaying = workspace
        self._on_replay()

    @Slot()
    def _on_replay(self) -> None:
        """The replay has read the conversation: set A and B."""
        workspace, controller = self._replaying, self._controller
        shown = controller.conversation
        if workspace is None or shown is None or not controller.is_open:
            return
        if shown.summary.id != workspace.conversation:
            return
        self._replaying = None
        if workspace.pinned is not None:
            controller.apply(workspace.pinned)
            controller.toggle_pin()
        controller.apply(workspace.settings or controller.state.recorded)

    def _restore_layout(self, workspace: Workspace) -> None:
        shell, layout = self._shell, workspace.layout
        shell.splitter.restoreState(_state(layout.get(_PANES, "")))
        shell.frame.restoreState(_state(layout.get(_WINDOW, "")))
        shell.dock.setVisible(bool(layout.get(_DOCK)))
        tab = next((known for known in DockId if known == layout.get(_TAB)), None)
        if tab is not None:
            shell.dock.show_tab(tab)

    @Slot()
    def _on_given_up(self) -> None:
        self._opening = None

    @Slot()
    def _on_closed(self) -> None:
        self._arriving = self._replaying = None
        if self._opening is None:
            self.path = None

    def _remember(self) -> None:
        if self.path is not None:
            self._shell.settings.remember(self.path)
            self._recent.fill()

    def _filter(self) -> str:
        return self.tr("Workspaces (*{0})").format(SUFFIX)


def _name_of(source: Path) -> str:
    """A name people recognise the source by: every capture is called `generations.json`."""
    folder = source.parent
    if folder.name in (".devtools", "Data"):
        folder = folder.parent
    return folder.name or source.stem


def _text(state: QByteArray) -> str:
    return bytes(state.toBase64().data()).decode("ascii")


def _state(text: str) -> QByteArray:
    return QByteArray.fromBase64(QByteArray(text.encode("ascii", "ignore")))
