"""What of the source is on screen: the branch shown, the row selected."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal, Slot

from inspector.app.row_selection import selection_of
from inspector.app.selection import Selection
from inspector.app.timeline.rows import Row
from inspector.gui.session import Session
from inspector.gui.views.inspector import InspectorPanel
from inspector.gui.views.timeline import TimelinePane
from inspector.gui.views.top_bar import TopBar
from inspector.model import Branch, Conversation


class OnScreen(QObject):
    """Branch and selection, with the views that show them.

    Attributes:
        selection_changed: emitted with the `Selection` on screen, or None when nothing is open.
        branch_shown: emitted with the `Conversation` and `Branch` on screen, also when they were read again.
        branch: the branch on screen.
        selection: what is selected; None when nothing is open.
    """

    selection_changed = Signal(object)
    branch_shown = Signal(object, object)

    def __init__(
        self,
        session: Session,
        top_bar: TopBar,
        timeline: TimelinePane,
        inspector: InspectorPanel,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._top_bar = top_bar
        self._timeline = timeline
        self._inspector = inspector
        self.branch: Branch | None = None
        self.selection: Selection | None = None
        self._first_sight: Selection | None = None
        timeline.row_selected.connect(self.select_row)
        top_bar.branches.branch_chosen.connect(self.show_branch)

    @property
    def is_untouched(self) -> bool:
        """Whether a conversation is on screen and nothing in it was selected yet."""
        selection = self.selection
        return selection is not None and (selection.message, selection.request) == (None, None)

    @property
    def chosen(self) -> Selection | None:
        """The selection, where a person made it; None while what is selected is the first sight of a conversation."""
        return None if self.selection is self._first_sight else self.selection

    def mark_first_sight(self) -> None:
        """What is selected now was selected by nobody."""
        self._first_sight = self.selection

    def clear(self) -> None:
        """Nothing is open any longer."""
        self.branch = None
        self._top_bar.show_conversation(None, None)
        self.select(None)

    @Slot(object)
    def show_branch(self, branch: Branch) -> None:
        """Show another branch of the conversation on screen."""
        presenter = self._session.presenter(branch)
        if presenter is None:
            return
        self.branch = branch
        self._top_bar.show_conversation(presenter.conversation, branch)
        self._timeline.show_presenter(presenter)
        self._timeline.set_blob_states(self._session.blob_states)
        self.branch_shown.emit(presenter.conversation, branch)
        # Whoever was told may have gone to a row already.
        self.select_row(self._timeline.current_row)

    def renew(self, conversation: Conversation) -> None:
        """Show a newer state of what is on screen, staying where we are."""
        leaf = None if self.branch is None else self.branch.leaf_id
        kept = next((b for b in conversation.branches if leaf in b.message_ids), None)
        self.branch = kept or conversation.active_branch
        self._top_bar.show_conversation(conversation, self.branch)
        if (presenter := self._session.presenter(self.branch)) is not None:
            self._timeline.update_presenter(presenter)
        self.branch_shown.emit(conversation, self.branch)
        self.select_row(self._timeline.current_row)
        self._inspector.reload()

    @Slot(object)
    def select_row(self, row: Row | None) -> None:
        """Show a row of the timeline in the inspector; None = the conversation itself."""
        opened = self._session.current
        if opened is not None:
            self.select(selection_of(row, opened.source, self._session.conversation))

    def select(self, selection: Selection | None) -> None:
        """Show something in the inspector."""
        self.selection = selection
        self._inspector.show_selection(selection)
        self.selection_changed.emit(selection)
