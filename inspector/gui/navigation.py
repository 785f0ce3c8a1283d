"""Going somewhere: to a request, a message, a search hit, wherever it lies in the opened source."""

from __future__ import annotations

from PySide6.QtCore import QObject, Slot

from inspector.app.timeline.locate import Place, Target, locate
from inspector.gui.shell import Shell
from inspector.model import Conversation, RequestRecord
from inspector.sources.base import SearchHit


class Navigation(QObject):
    """Takes a window to targets; a target in another conversation waits until that is loaded."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell.frame)
        self._shell = shell
        self._pending: Target | None = None

    def forget(self) -> None:
        """Whatever was waited for is no longer wanted."""
        self._pending = None

    def go_to(self, target: Target) -> None:
        """Show something, loading its conversation first if need be."""
        shown, branch = self._shell.session.conversation, self._shell.on_screen.branch
        if shown is not None and branch is not None and shown.summary.id == target.conversation_id:
            self._pending = None
            self.go_to_place(locate(shown, target, branch))
        else:
            self._pending = target
            self._shell.session.load(target.conversation_id)

    def arrive(self, conversation: Conversation) -> None:
        """A conversation is on screen: go on to what was waited for in it."""
        pending, self._pending = self._pending, None
        if pending is not None and pending.conversation_id == conversation.summary.id:
            self.go_to(pending)

    def go_to_place(self, place: Place) -> None:
        """Show a row of the conversation on screen."""
        if place.branch != self._shell.on_screen.branch:
            self._shell.on_screen.show_branch(place.branch)
        any(self._shell.timeline.select_key(key) for key in place.keys)

    @Slot(object)
    def go_to_request(self, request: RequestRecord) -> None:
        """Show a request in its conversation."""
        self.go_to(Target(request.conversation_id, request_index=request.index))

    @Slot(int)
    def go_to_request_index(self, index: int) -> None:
        """Show the request at a position of the source."""
        opened = self._shell.session.current
        if opened is not None and 0 <= index < len(opened.requests):
            self.go_to_request(opened.requests[index])

    @Slot()
    def end_hits(self) -> None:
        """The search was ended: its words are marked no longer."""
        if not self._shell.search.query:
            self._shell.inspector.show_query("")

    @Slot(object)
    def go_to_hit(self, hit: SearchHit) -> None:
        """Show where a search hit lies, with what was searched for marked in its text."""
        self._shell.inspector.show_query(self._shell.search.query)
        self.go_to(Target(hit.conversation_id, hit.message_id, hit.part_index, hit.request_index))
