"""Two texts beside each other: they scroll as one, changed regions stand out, and what is the same is folded away."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSplitter, QToolButton, QVBoxLayout, QWidget

from inspector.app.diff.aligned import Aligned, Side
from inspector.app.i18n import counted
from inspector.app.text.folds import FoldState
from inspector.app.text.line_marks import MarkRole
from inspector.gui.theme import SMALL_PX, Space, body_font
from inspector.gui.views.common.elided import ElidedLabel
from inspector.gui.views.text.view import VirtualTextView

CONTEXT: Final = 3


class SideBySide(QWidget):
    """Two text views.

    Attributes:
        left, right: the views.
        probe_requested: a selected text is to be tracked as a fact.
        next, previous: buttons that go to the changes.
    """

    probe_requested = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.left, self.right = VirtualTextView(self), VirtualTextView(self)
        self._heads = ElidedLabel(self), ElidedLabel(self)
        self.previous, self.next = QToolButton(self), QToolButton(self)
        self._count = QLabel(self)
        self._count.setProperty("tone", "muted")
        self._changes: Sequence[int] = ()
        self._starts: list[int] = []
        self._at = -1
        self._syncing = False
        self._lay_out()
        for view, other in ((self.left, self.right), (self.right, self.left)):
            view.set_wrap(False)
            view.probe_requested.connect(self.probe_requested)
            view.verticalScrollBar().valueChanged.connect(other.verticalScrollBar().setValue)
            view.horizontalScrollBar().valueChanged.connect(other.horizontalScrollBar().setValue)
        self.left.verticalScrollBar().rangeChanged.connect(self._follow_left)
        self.right.verticalScrollBar().rangeChanged.connect(self._follow_right)
        self.previous.clicked.connect(self.go_to_previous)
        self.next.clicked.connect(self.go_to_next)
        self.previous.setText("▲")
        self.next.setText("▼")

    def _lay_out(self) -> None:
        splitter = QSplitter(self)
        splitter.setHandleWidth(1)
        splitter.setChildrenCollapsible(False)
        for view, head in zip((self.left, self.right), self._heads, strict=True):
            head.setFont(body_font(pixels=SMALL_PX, medium=True))
            holder = QWidget(self)
            column = QVBoxLayout(holder)
            column.setContentsMargins(0, 0, 0, 0)
            column.setSpacing(0)
            title = QHBoxLayout()
            title.setContentsMargins(Space.S, 2, Space.S, 2)
            title.addWidget(head)
            title.addStretch(1)
            column.addLayout(title)
            column.addWidget(view, 1)
            splitter.addWidget(holder)
        foot = QHBoxLayout()
        foot.setContentsMargins(Space.S, 2, Space.S, 2)
        foot.addWidget(self._count, 1)
        foot.addWidget(self.previous)
        foot.addWidget(self.next)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(splitter, 1)
        column.addLayout(foot)

    def show_texts(self, aligned: Aligned, *, left: str, right: str) -> None:
        """Show two texts under their headings."""
        self._heads[0].setText(left)
        self._heads[1].setText(right)
        self._changes, self._at = aligned.changes, -1
        folds = aligned.folds(context=CONTEXT)
        state = FoldState(
            len(aligned.left.lines), folds, lambda head: self._same(folds[head] - head), set(folds)
        )
        self._syncing = True
        for view, side, role in (
            (self.left, aligned.left, MarkRole.REMOVED),
            (self.right, aligned.right, MarkRole.ADDED),
        ):
            _show(view, side, role)
            view.set_folds(state)
        self._syncing = False
        self._starts = _starts(aligned.right)
        count = len(self._changes)
        text = (
            counted(self.tr("%n changed region(s)", "", count), count) if count else self.tr("No difference")
        )
        self._count.setText(text)
        for button in (self.previous, self.next):
            button.setEnabled(bool(count))
        self._word()

    def go_to_next(self) -> None:
        """Show the next change."""
        self._go(1)

    def go_to_previous(self) -> None:
        """Show the change before."""
        self._go(-1)

    def _go(self, step: int) -> None:
        if self._changes:
            self._at = max(self._at, -1 if step > 0 else 0)
            self._at = (self._at + step) % len(self._changes)
            self.right.reveal(self._starts[self._changes[self._at]])
            self._count.setText(self.tr("Change {0} of {1}").format(self._at + 1, len(self._changes)))

    def _same(self, lines: int) -> str:
        return "⋯ " + counted(self.tr("%n more line(s) the same", "", lines), lines)

    def _follow_left(self) -> None:
        """Folds are opened and closed on both sides at once."""
        self._refold(self.right)

    def _follow_right(self) -> None:
        self._refold(self.left)

    def _refold(self, view: VirtualTextView) -> None:
        if not self._syncing:
            self._syncing = True
            view.refold()
            self._syncing = False

    def _word(self) -> None:
        self.next.setToolTip(self.tr("Next change"))
        self.previous.setToolTip(self.tr("Previous change"))
        self.next.setAccessibleName(self.tr("Next change"))
        self.previous.setAccessibleName(self.tr("Previous change"))


def _show(view: VirtualTextView, side: Side, role: MarkRole) -> None:
    cells = max((len(number) for number in side.numbers), default=1)
    view.set_text(side.text, line_tones=side.tone_array, gutter_label=side.label, gutter_cells=cells)
    view.set_marks("changed", role, side.marks)


def _starts(side: Side) -> list[int]:
    """Offset of each line."""
    starts, at = [], 0
    for line in side.lines:
        starts.append(at)
        at += len(line) + 1
    return starts
