"""The line above the panes: open, what is on screen, its branch, and room for the search."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from inspector.app.wording import numbers, units
from inspector.app.wording.timeline import DOT, model_name
from inspector.gui.theme import SMALL_PX, TITLE_PX, Space, body_font
from inspector.gui.views.branch_picker import BranchPicker
from inspector.gui.views.common.elided import ElidedLabel
from inspector.model import Branch, Conversation

_HEIGHT = 46


class TopBar(QWidget):
    """The bar.

    Attributes:
        open_requested: emitted by the first button.
        branches: the branch picker.
    """

    open_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("top-bar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFixedHeight(_HEIGHT)
        self._open = QPushButton(self)
        self._open.setObjectName("open-button")
        self._open.clicked.connect(self.open_requested)
        self._title = ElidedLabel(self)
        self._title.setFont(body_font(pixels=TITLE_PX, bold=True))
        self._facts = ElidedLabel(self)
        self._facts.setFont(body_font(pixels=SMALL_PX))
        self._facts.setProperty("tone", "muted")
        self.branches = BranchPicker(self)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(Space.M, Space.S, Space.M, Space.S)
        self._row.setSpacing(Space.M)
        self._row.addWidget(self._open)
        self._row.addWidget(self._title)
        self._row.addWidget(self._facts)
        self._row.addWidget(self.branches)
        self._row.addStretch(1)
        self._conversation: Conversation | None = None
        self._branch: Branch | None = None
        self._retranslate()

    def add_widget(self, widget: QWidget) -> None:
        """Put something at the right end, such as the search field."""
        self._row.addWidget(widget)

    def show_conversation(self, conversation: Conversation | None, branch: Branch | None) -> None:
        """Name what is on screen."""
        self._conversation, self._branch = conversation, branch
        self.branches.show_branch(conversation, branch)
        self._title.setText(self._title_text())
        self._facts.setText(self._facts_text())

    @property
    def texts(self) -> tuple[str, str]:
        """Title and facts as shown."""
        return self._title.text(), self._facts.text()

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _retranslate(self) -> None:
        self._open.setText(self.tr("Open…"))
        self.show_conversation(self._conversation, self._branch)

    def _title_text(self) -> str:
        if self._conversation is None:
            return ""
        return self._conversation.summary.title or self.tr("(no title)")

    def _facts_text(self) -> str:
        if self._conversation is None or self._branch is None:
            return ""
        pieces = [model_name(self._conversation.summary.subtitle)]
        pieces.append(self._messages(self._conversation, self._branch))
        if self._conversation.requests:
            pieces.append(units.requests(len(self._conversation.requests)))
        return DOT.join(piece for piece in pieces if piece)

    def _messages(self, conversation: Conversation, branch: Branch) -> str:
        """`8 of 10 messages` where the list counts other branches as well: the same word, the same figure."""
        shown, there = len(branch.message_ids), conversation.summary.message_count
        if there is None or shown >= there:
            return units.messages(shown)
        return self.tr("{0} of {1}").format(numbers.group(shown), units.messages(there))
