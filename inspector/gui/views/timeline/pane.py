"""The middle of the window: column heads over the tree of turns, and what selecting in it means."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QEvent, QModelIndex, QPoint, QSignalBlocker, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from inspector.app.findings.marks import FindingMarks
from inspector.app.replay.predictions import Predictions
from inspector.app.timeline.branch_rows import TimelineRows
from inspector.app.timeline.chips import Verdicts
from inspector.app.timeline.rows import Row, ToolRow, TurnRow
from inspector.gui import theme
from inspector.gui.guard import guarded
from inspector.gui.models.timeline_model import TimelineModel
from inspector.gui.views.timeline.canvas import Columns, Pens, draw_in
from inspector.gui.views.timeline.minimap import Minimap
from inspector.gui.views.timeline.tree import TimelineTree
from inspector.model import BlobState

_HEAD_HEIGHT = 34
_UNFOLD_BUDGET = 120
"""Tool calls are shown at once as long as no more rows than this come of it."""


class ColumnHeads(QWidget):
    """`time   cached   prompt`, aligned with the columns of the rows below."""

    def __init__(self, pens: Pens, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pens = pens
        self._row_width = 0
        self.setFixedHeight(_HEAD_HEIGHT)
        self._retranslate()

    def set_row_width(self, width: int) -> None:
        """Follow the tree's viewport, which is narrower than we are when a scroll bar shows."""
        if self._row_width != width:
            self._row_width = width
            self.update()

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _retranslate(self) -> None:
        self.setToolTip(
            self.tr(
                "cache: what the provider's cache did; red, what was sent again although it had been cached\n"
                "prompt: tokens of the last prompt of the turn as measured; with ≈ our estimate of the text alone"
            )
        )

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        colors = theme.current()
        painter.fillRect(self.rect(), colors.surface)
        columns = Columns.of(self._row_width or self.width())
        heads = (
            (columns.time, self.tr("time"), Qt.AlignmentFlag.AlignRight),
            (columns.chip, self.tr("cache"), Qt.AlignmentFlag.AlignHCenter),
            (columns.tokens, self.tr("prompt"), Qt.AlignmentFlag.AlignRight),
        )
        for edges, text, align in heads:
            if edges is not None:
                draw_in(painter, edges, self.rect(), text, self._pens.small, colors.faint, align=align)
        painter.end()


class TimelinePane(QWidget):
    """Shows one branch of a conversation.

    Attributes:
        row_selected: emitted with the selected `Row`, or None.
        row_activated: emitted with a `Row` on Return.
        alternatives_requested: emitted with a `TurnRow` and a global position.
        findings_requested: emitted with a row whose findings are wanted.
    """

    row_selected = Signal(object)
    row_activated = Signal(object)
    alternatives_requested = Signal(object, QPoint)
    findings_requested = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("surface", "surface")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.tree = TimelineTree(self)
        self.tree.setObjectName("timeline")
        self.tree.setAccessibleName(self.tr("Timeline"))
        self.model = TimelineModel(self)
        self.tree.setModel(self.model)
        self._heads = ColumnHeads(self.tree.painter_of_rows.pens, self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        self.minimap = Minimap(self.tree, self)
        below = QHBoxLayout()
        below.setContentsMargins(0, 0, 0, 0)
        below.setSpacing(0)
        below.addWidget(self.tree, 1)
        below.addWidget(self.minimap)
        layout.addWidget(self._heads)
        layout.addLayout(below, 1)
        self._presenter: TimelineRows | None = None
        self._source_empty = False
        self.tree.selectionModel().currentChanged.connect(self._on_current)
        self.tree.row_activated.connect(self.row_activated)
        self.tree.alternatives_requested.connect(self.alternatives_requested)
        self.tree.findings_clicked.connect(self.findings_requested)
        self.tree.row_width_changed.connect(self._heads.set_row_width)
        theme.manager().changed.connect(self._repaint)

    @property
    def presenter(self) -> TimelineRows | None:
        """What is shown; None when nothing is."""
        return self._presenter

    # -- content

    def show_presenter(self, presenter: TimelineRows) -> None:
        """Show another conversation or branch from its end of the fold on, nothing selected."""
        self._presenter = presenter
        self.tree.painter_of_rows.blobs = {}
        self._word_emptiness()
        self.model.show(presenter)
        self._unfold_tools()

    def update_presenter(self, presenter: TimelineRows) -> None:
        """Show a newer state; selection, unfolding and scroll position stay."""
        self._presenter = presenter
        bar = self.tree.verticalScrollBar()
        at_end = bar.value() == bar.maximum() and bar.maximum() > 0
        value = bar.value()
        self.model.update(presenter)
        if at_end:
            QTimer.singleShot(0, self.tree, self.tree.scrollToBottom)
        else:
            bar.setValue(value)

    def clear(self) -> None:
        """Show nothing."""
        self._presenter = None
        self.set_source_empty(False)
        self.model.clear()

    @property
    def source_empty(self) -> bool:
        """Whether there is no conversation at all to choose from."""
        return self._source_empty

    def set_source_empty(self, empty: bool) -> None:
        """Say where rows would be that there is nothing to choose from, and what to do then."""
        self._source_empty = empty
        self._word_emptiness()
        self.tree.viewport().update()

    def set_blob_states(self, states: Mapping[tuple[str, str], BlobState]) -> None:
        """What the integrity check found so far."""
        self.tree.painter_of_rows.blobs = states
        self.tree.viewport().update()

    def set_predictions(self, predictions: Predictions) -> None:
        """What a replay does differently, shown beside what was recorded."""
        if predictions != self.tree.painter_of_rows.predictions:
            self.tree.painter_of_rows.predictions = predictions
            self.tree.viewport().update()

    def set_verdicts(self, verdicts: Verdicts) -> None:
        """What the cache did with each request, by index."""
        self.tree.painter_of_rows.verdicts = verdicts
        self.tree.viewport().update()
        self.minimap.update()

    def show_findings(self, marks: FindingMarks) -> None:
        """Badge the turns and requests that have findings."""
        self.tree.painter_of_rows.findings = marks
        self.tree.viewport().update()
        self.minimap.update()

    # -- selecting

    def focus(self) -> None:
        """Put the keyboard into the tree; Qt makes the first row current then, which is nobody's choice."""
        untouched = not self.tree.currentIndex().isValid()
        with QSignalBlocker(self.tree.selectionModel()):
            self.tree.setFocus()
            if untouched:
                self.tree.setCurrentIndex(QModelIndex())

    @property
    def current_row(self) -> Row | None:
        """The selected row."""
        return self.tree.current_row()

    def select_key(self, key: str, *, center: bool = True) -> bool:
        """Select the row with a key wherever it lies; False when there is none."""
        index = self.model.index_of(key)
        if not index.isValid():
            return False
        self.tree.go_to(index, center=center)
        return True

    def step_turns(self, direction: int) -> None:
        """Next (1) or previous (−1) turn."""
        self.tree.step_turns(direction)

    def toggle_current(self) -> None:
        """Unfold or fold the selected row."""
        self.tree.toggle(self.tree.currentIndex())

    def set_all_expanded(self, expanded: bool) -> None:
        """Unfold every turn with its tool calls, or fold everything."""
        if not expanded:
            self.tree.collapseAll()
            return
        for index in list(self.model.indexes()):
            if isinstance(self.tree.row(index), TurnRow):
                self.tree.expand(index)

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self._word_emptiness()
            self.tree.scheduleDelayedItemsLayout()
            self._repaint()
        super().changeEvent(event)

    # -- inside

    def _word_emptiness(self) -> None:
        text = "" if self._presenter is None else self.tr("There are no messages on this branch.")
        if self._source_empty:
            text = self.tr(
                "Nothing has been recorded in this file yet.\n"
                "“Follow live” (Ctrl+L) shows what is written to it from now on."
            )
        self.tree.empty_text = text

    def _unfold_tools(self) -> None:
        """Show the tool calls of turns that are still sent in full, newest first, within a budget."""
        budget = _UNFOLD_BUDGET
        for position in reversed(range(self.model.rowCount())):
            index = self.model.index(position, 0)
            row = self.tree.row(index)
            if not isinstance(row, TurnRow) or row.folded or not row.expandable:
                continue
            children = [] if self._presenter is None else self._presenter.children(row)
            budget -= len(children)
            if budget < 0:
                return
            if any(isinstance(child, ToolRow) for child in children):
                self.tree.expand(index)

    @Slot(QModelIndex, QModelIndex)
    def _on_current(self, current: QModelIndex, _previous: QModelIndex) -> None:
        self.row_selected.emit(self.tree.row(current))

    @Slot()
    def _repaint(self) -> None:
        self.tree.viewport().update()
        self._heads.update()
