"""Entering and leaving the presentation: a page of the window, with the window's own furniture out of the way."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot
from PySide6.QtWidgets import QWidget

from inspector.gui.shell import Shell
from inspector.model import Branch, Conversation, Role

if TYPE_CHECKING:
    from inspector.gui.citations.view import CitationView


class CitationStage(QObject):
    """The presentation of one window; its view is made when it is first entered."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell.frame)
        self._shell = shell
        self._view: CitationView | None = None
        self._hidden: list[QWidget] = []
        shell.session.opening.connect(self._on_session)
        shell.session.closed.connect(self.leave)

    @property
    def view(self) -> CitationView:
        """The page."""
        if self._view is None:
            # Imported when first entered: the stage takes a fifth of what the window takes to load.
            from inspector.gui.citations.view import CitationView

            self._view = CitationView(self._shell.background, self._shell.frame)
            self._view.left.connect(self.leave)
            self._shell.pages.addWidget(self._view)
        return self._view

    @property
    def is_on(self) -> bool:
        """Whether a presentation is on screen."""
        return self._view is not None and self._shell.pages.currentWidget() is self._view

    @Slot()
    def toggle(self) -> None:
        """Enter with the selected message, or leave."""
        self.leave() if self.is_on else self.enter()

    def enter(self) -> None:
        """Present the selected answer, else the next one, else the first that cites something."""
        shell = self._shell
        opened, conversation = shell.session.current, shell.session.conversation
        if opened is None or conversation is None:
            return
        branch = shell.on_screen.branch or conversation.active_branch
        from inspector.gui.citations.view import Subject

        self._hide_furniture()
        shell.pages.setCurrentWidget(self.view)
        self.view.present(Subject(opened.source, conversation, branch), self._chosen(conversation, branch))

    @Slot()
    def leave(self) -> None:
        """Go back to the panes, at the message that was presented last."""
        if not self.is_on:
            return
        skeleton = self.view.skeleton
        self.view.stop()
        for widget in self._hidden:
            widget.show()
        self._hidden.clear()
        self._shell.pages.setCurrentWidget(self._shell.panes)
        if skeleton is not None:
            self._shell.timeline.select_key(skeleton.message_id)
        self._shell.timeline.tree.setFocus()

    def _hide_furniture(self) -> None:
        # The panel at the bottom hides itself on every page but that of the panes.
        furniture: tuple[QWidget, ...] = (self._shell.frame.menuBar(), self._shell.status)
        self._hidden = [widget for widget in furniture if not widget.isHidden()]
        for widget in self._hidden:
            widget.hide()

    def _chosen(self, conversation: Conversation, branch: Branch) -> str | None:
        """The selected answer; of another selected message the answer that follows it."""
        selection = self._shell.on_screen.chosen
        message = None if selection is None else selection.message
        if message is None or message.id not in branch.message_ids:
            return None
        following = branch.message_ids[branch.message_ids.index(message.id) :]
        answers = (name for name in following if conversation.messages[name].role is Role.ASSISTANT)
        return next(answers, None)

    @Slot(object)
    def _on_session(self, _path: object) -> None:
        self.leave()
