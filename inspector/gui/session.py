"""What is open: one source with its lists and the conversation on screen; everything slow runs in the background.

The session owns no widget. Views listen to its signals; the window calls its methods. While a file is followed the
last good state stays until the newer one has been read.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from inspector.app.opened import CountsBadges, Look, Opened, blob_states, load_timeline, look_at, open_path
from inspector.app.timeline.blobs import BlobStates
from inspector.app.timeline.branch_rows import TimelineRows
from inspector.gui.background import Background
from inspector.model import (
    Branch,
    Conversation,
    ConversationSummary,
)
from inspector.model.workspace import is_workspace
from inspector.sources.base import place_of
from inspector.sources.follow import Follower
from inspector.tokens import tokenx

POLL_MS: Final = 250
"""How often a followed file is looked at."""


class Session(QObject):
    """The open source.

    Attributes:
        workspace_requested: emitted with the path of a workspace that was to be opened.
        opening: emitted with the path when opening begins.
        progressed: emitted with (done, total, what) while it lasts.
        opened: emitted with `Opened`.
        open_failed: emitted with (path, exception).
        open_cancelled: emitted when the user stopped it.
        lists_changed: emitted with `Opened` when a followed file changed, or badges were counted.
        loading: emitted with a conversation's id when loading begins.
        loaded: emitted with `Conversation`.
        reloaded: emitted with `Conversation`: a newer state of the same one.
        load_failed: emitted with an exception.
        blobs_checked: emitted with what is known of the conversation's blobs so far.
        reach_changed: emitted when a followed file vanished, cannot be read just now, or can be read again.
        closed: emitted after the source was closed.
        blob_states: what is known of the blobs of the conversation on screen.
        out_of_reach: the last look found no file, or one that is being written.
    """

    workspace_requested = Signal(object)
    opening = Signal(object)
    progressed = Signal(object, object, str)
    opened = Signal(object)
    open_failed = Signal(object, object)
    open_cancelled = Signal()
    lists_changed = Signal(object)
    loading = Signal(str)
    loaded = Signal(object)
    reloaded = Signal(object)
    load_failed = Signal(object)
    blobs_checked = Signal(object)
    reach_changed = Signal()
    closed = Signal()

    def __init__(self, background: Background, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._background = background
        self.blob_states: BlobStates = {}
        self._current: Opened | None = None
        self._presenter: TimelineRows | None = None
        self._path: Path | None = None
        self._timer = QTimer(self)
        self._timer.setInterval(POLL_MS)
        self._timer.timeout.connect(self._poll)
        self._follower: Follower | None = None
        self._looking = False
        self.out_of_reach = False

    # -- state

    @property
    def background(self) -> Background:
        """Runs what is slow."""
        return self._background

    @property
    def current(self) -> Opened | None:
        """The open source with its lists."""
        return self._current

    @property
    def conversation(self) -> Conversation | None:
        """The conversation on screen."""
        return None if self._presenter is None else self._presenter.conversation

    @property
    def is_opening(self) -> bool:
        """Whether a file is being opened just now."""
        return self._path is not None

    @property
    def is_following(self) -> bool:
        """Whether the file is looked at again and again."""
        return self._timer.isActive()

    # -- opening and closing

    def open(self, path: Path) -> None:
        """Open a path in the background; what was open stays until that has worked."""
        if is_workspace(path):
            self.workspace_requested.emit(path)
            return
        self._path = path
        self.opening.emit(path)
        self._background.run(
            lambda progress: open_path(path, progress),
            on_result=self._on_opened,
            on_error=self._on_open_failed,
            on_progress=self.progressed.emit,
            on_cancelled=self._on_cancelled,
            channel="open",
        )

    def cancel_opening(self) -> None:
        """Stop opening; what was open before stays open."""
        if self._path is not None:
            self._background.cancel("open")
            self._on_cancelled()

    def close(self) -> None:
        """Close the source."""
        self._timer.stop()
        self.out_of_reach = False
        for channel in ("conversation", "badges", "blobs"):
            self._background.cancel(channel)
        opened, self._current, self._presenter = self._current, None, None
        if opened is not None:
            opened.source.close()
            self.closed.emit()

    def _on_opened(self, opened: Opened) -> None:
        self._path = None
        self.close()
        self._current = opened
        self.opened.emit(opened)
        source = opened.source
        if isinstance(source, CountsBadges):
            counts: CountsBadges = source
            self._background.run(
                lambda progress: counts.count_badges(), on_result=self._on_badges, channel="badges"
            )

    def _on_open_failed(self, error: Exception) -> None:
        path, self._path = self._path, None
        self.open_failed.emit(path, error)

    def _on_cancelled(self) -> None:
        self._path = None
        self.open_cancelled.emit()

    def _on_badges(self, summaries: Sequence[ConversationSummary]) -> None:
        if self._current is not None and list(summaries) != list(self._current.summaries):
            now = self._current
            self._current = Opened(
                source=now.source, summaries=summaries, runs=now.runs, requests=now.requests
            )
            self.lists_changed.emit(self._current)

    # -- conversations

    def load(self, conversation_id: str) -> None:
        """Load a conversation in the background; one of a library is opened in its place."""
        if self._current is None:
            return
        place = place_of(self._current.source, conversation_id)
        if place is not None:
            self.open(place)
            return
        self.loading.emit(conversation_id)
        self._load(conversation_id, self._on_loaded)

    def _load(self, conversation_id: str, on_result: Callable[[TimelineRows], None]) -> None:
        if self._current is None:
            return
        source = self._current.source
        self._background.run(
            lambda progress: load_timeline(source, conversation_id, progress),
            on_result=on_result,
            on_error=self.load_failed.emit,
            on_progress=self.progressed.emit,
            channel="conversation",
        )

    def _on_loaded(self, presenter: TimelineRows) -> None:
        self._presenter = presenter
        self.blob_states = {}
        self.loaded.emit(presenter.conversation)
        self._check_blobs()

    def _on_reloaded(self, presenter: TimelineRows) -> None:
        self._presenter = presenter
        self.reloaded.emit(presenter.conversation)
        self._check_blobs()

    def presenter(self, branch: Branch) -> TimelineRows | None:
        """The timeline of a branch of the conversation on screen; that of the active branch is ready made."""
        ready = self._presenter
        if ready is None or branch == ready.branch:
            return ready
        return TimelineRows(ready.conversation, branch, estimate=tokenx)

    def _check_blobs(self) -> None:
        """Resolve every blob behind the conversation's envelopes, off the UI thread."""
        if self._current is None or self._presenter is None:
            return
        source, conversation = self._current.source, self._presenter.conversation
        self._background.run(
            lambda progress: blob_states(source, conversation, progress),
            on_result=self._on_blobs,
            channel="blobs",
        )

    def _on_blobs(self, states: BlobStates) -> None:
        self.blob_states = states
        self.blobs_checked.emit(states)

    # -- following

    def follow(self, on: bool) -> None:
        """Watch the file for changes, or stop that."""
        if on and self._current is not None:
            self._follower = Follower(self._current.source)
            self._timer.start()
            self.look_again()
        else:
            self._timer.stop()

    @Slot()
    def look_again(self) -> None:
        """Read the file again now, in the background, if it has changed."""
        if self._current is not None:
            self._read_again(self._current.source.refresh)

    @Slot()
    def _poll(self) -> None:
        follower = self._follower
        if follower is not None:
            self._read_again(lambda: follower.poll(time.monotonic()))

    def _read_again(self, has_news: Callable[[], bool]) -> None:
        """One look at a time: a second one would make the first one's news go unheard."""
        if self._looking or self._current is None:
            return
        self._looking = True
        source, follower = self._current.source, self._follower
        self._background.run(
            lambda progress: look_at(source, has_news, follower),
            on_result=self._on_refreshed,
            on_error=self._on_refresh_failed,
            on_cancelled=self._on_looked,
        )

    def _on_looked(self) -> None:
        self._looking = False

    def _on_refresh_failed(self, error: Exception) -> None:
        self._looking = False
        self.load_failed.emit(error)

    def _on_refreshed(self, look: Look) -> None:
        self._looking = False
        opened = look.opened
        if self.out_of_reach != look.out_of_reach:
            self.out_of_reach = look.out_of_reach
            self.reach_changed.emit()
        if opened is None or self._current is None or opened.source is not self._current.source:
            return
        self._current = opened
        self.lists_changed.emit(opened)
        if self._presenter is not None:
            self._load(self._presenter.conversation.summary.id, self._on_reloaded)
