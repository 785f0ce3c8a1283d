"""Choosing one of several branches: the button in the top bar and the menu it opens."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Signal, Slot
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from inspector.app.timeline.turn_text import preview_of
from inspector.app.wording import numbers, units
from inspector.model import Branch, Conversation

_PREVIEW_CHARS = 48


class BranchPicker(QToolButton):
    """`Branch 1 of 3`; hidden when there is only one.

    Attributes:
        branch_chosen: emitted with a `Branch`.
    """

    branch_chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("branch-picker")
        self.setProperty("boxed", True)
        self.clicked.connect(self.open_menu)
        self._conversation: Conversation | None = None
        self._branch: Branch | None = None
        self.hide()

    def show_branch(self, conversation: Conversation | None, branch: Branch | None) -> None:
        """Say which branch is on screen."""
        self._conversation, self._branch = conversation, branch
        branches = conversation.branches if conversation is not None else ()
        self.setVisible(len(branches) > 1)
        if branch in branches and branch is not None:
            number = branches.index(branch) + 1
            self.setText(self.tr("Branch {0} of {1}").format(number, len(branches)))

    def choices(self, message_id: str | None = None) -> list[Branch]:
        """All branches, or those that one message lies on."""
        branches = self._conversation.branches if self._conversation is not None else ()
        return [branch for branch in branches if message_id is None or message_id in branch.message_ids]

    def make_menu(self, branches: list[Branch]) -> QMenu:
        """A menu of branches with their last message; the one on screen is marked."""
        menu = QMenu(self)
        group = QActionGroup(menu)
        for branch in branches:
            action = group.addAction(QAction(self._label(branch), menu))
            action.setCheckable(True)
            action.setChecked(branch == self._branch)
            action.setData(branch)
            menu.addAction(action)
        group.triggered.connect(self._choose)
        menu.aboutToHide.connect(menu.deleteLater)
        return menu

    @Slot()
    def open_menu(self) -> None:
        """Offer all branches below the button."""
        self.make_menu(self.choices()).popup(self.mapToGlobal(QPoint(0, self.height() + 2)))

    def open_alternatives(self, message_ids: tuple[str, ...], position: QPoint) -> None:
        """Offer, for each alternative of a turn, the first branch that holds it."""
        found: list[Branch] = []
        for message_id in message_ids:
            holding = [branch for branch in self.choices(message_id) if branch not in found]
            current = [branch for branch in holding if branch == self._branch]
            found += (current or holding)[:1]
        self.make_menu(found).popup(position)

    def _label(self, branch: Branch) -> str:
        if self._conversation is None or branch.leaf_id is None:
            return self.tr("(empty)")
        leaf = self._conversation.messages[branch.leaf_id]
        pieces = [
            preview_of(leaf)[:_PREVIEW_CHARS] or self.tr("(empty)"),
            units.messages(len(branch.message_ids)),
        ]
        if leaf.created_at is not None:
            pieces.append(numbers.date_and_time(leaf.created_at))
        pieces += [self.tr("the application's own")] if branch.active else []
        # An ampersand would become an access key.
        return " · ".join(pieces).replace("&", "&&")

    @Slot(QAction)
    def _choose(self, action: QAction) -> None:
        self.branch_chosen.emit(action.data())
