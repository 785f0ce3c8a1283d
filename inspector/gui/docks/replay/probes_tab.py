"""The Probes tab: which facts survive in which request under the current settings."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import QEvent, QRectF, Qt, Signal
from PySide6.QtGui import QKeySequence, QPainter, QResizeEvent, QShortcut
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QScrollArea,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from inspector.app.wording import replay as words
from inspector.app.wording.problems import failure_text
from inspector.gui.charts.legend import Legend, LegendItem
from inspector.gui.charts.probe_matrix import ProbeMatrix, paint_state
from inspector.gui.docks.replay.control_panel import PANEL_WIDTH
from inspector.gui.docks.replay.controller import ReplayController
from inspector.gui.docks.replay.parts import upright_line
from inspector.gui.plain import plain_tip
from inspector.gui.theme import SMALL_PX, Space, Theme, body_font
from inspector.gui.views.common.page import Hint, HintLabel
from inspector.gui.views.dock_tabs import TAB_BAR_HEIGHT
from inspector.model import Problem
from inspector.replay.result import ProbeState

_MOST_CHIP: Final = 150


class ProposedFacts(QWidget):
    """Facts as chips, in as many rows as they need; a click tracks one.

    Attributes:
        chips: the buttons.
        chosen: emitted with the text of a clicked one.
    """

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.chips: list[QPushButton] = []

    def show_facts(self, facts: Sequence[str]) -> None:
        """Show other facts."""
        if [chip.accessibleName() for chip in self.chips] == list(facts):
            return
        for chip in self.chips:
            chip.deleteLater()
        self.chips = [self._chip(fact) for fact in facts]
        self._arrange()

    def _chip(self, fact: str) -> QPushButton:
        chip = QPushButton(self)
        chip.setProperty("small", True)
        chip.setFont(body_font(pixels=SMALL_PX))
        chip.setText("+ " + chip.fontMetrics().elidedText(fact, Qt.TextElideMode.ElideMiddle, _MOST_CHIP))
        chip.setAccessibleName(fact)
        chip.setToolTip(plain_tip(fact))
        chip.clicked.connect(partial(self.chosen.emit, fact))
        chip.show()
        return chip

    def _arrange(self) -> None:
        x = y = height = 0
        for chip in self.chips:
            size = chip.sizeHint()
            if x and x + size.width() > self.width():
                x, y = 0, y + height + Space.XS
            chip.setGeometry(x, y, size.width(), size.height())
            x, height = x + size.width() + Space.XS, size.height()
        self.setFixedHeight(y + height if self.chips else 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()


class ProbesTab(QWidget):
    """Facts at the left, their states in every request at the right.

    Attributes:
        field, add, facts, remove, problem: the list, what changes it, and what was wrong with that.
        matrix, legend: the states.
    """

    def __init__(self, controller: ReplayController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("surface", "surface")
        self.setProperty("besideTabs", True)
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._controller = controller
        self.field, self.facts = QLineEdit(self), QListWidget(self)
        self.add, self.remove = QPushButton(self), QPushButton(self)
        self.problem, self._title = QLabel(self), QLabel(self)
        self.proposals_label, self.proposals = QLabel(self), ProposedFacts(self)
        self.matrix, self.legend = ProbeMatrix(self), Legend(self)
        self._hint = HintLabel(self)
        self._stack = QStackedWidget(self)
        self._lay_out()
        self._connect()
        self._word()
        self.show_state()

    def _lay_out(self) -> None:
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self._left())
        row.addWidget(upright_line(self))
        right = QVBoxLayout()
        right.setContentsMargins(0, Space.XS, 0, 0)
        head = QHBoxLayout()
        head.setContentsMargins(Space.L, Space.XS, Space.M, 0)
        self._title.setFont(body_font(medium=True))
        head.addWidget(self._title)
        head.addWidget(self.legend, 1)
        right.addLayout(head)
        area = QScrollArea(self)
        area.setWidgetResizable(True)
        area.setProperty("clear", True)
        area.setWidget(self.matrix)
        self._stack.addWidget(self._hint)
        self._stack.addWidget(area)
        right.addWidget(self._stack, 1)
        row.addLayout(right, 1)

    def _left(self) -> QWidget:
        side = QWidget(self)
        side.setFixedWidth(PANEL_WIDTH)
        column = QVBoxLayout(side)
        column.setContentsMargins(Space.M, TAB_BAR_HEIGHT + Space.XS, Space.M, Space.S)
        column.setSpacing(Space.XS)
        entry = QHBoxLayout()
        entry.setSpacing(Space.XS)
        entry.addWidget(self.field, 1)
        entry.addWidget(self.add)
        self.proposals_label.setProperty("tone", "muted")
        self.proposals_label.setFont(body_font(pixels=SMALL_PX))
        self.problem.setProperty("tone", "error")
        self.problem.setWordWrap(True)
        self.problem.hide()
        self.facts.setFont(body_font(pixels=SMALL_PX))
        for widget in (self.field, self.add, self.remove):
            widget.setProperty("small", True)
            widget.setFont(body_font(pixels=SMALL_PX))
        column.addLayout(entry)
        column.addWidget(self.problem)
        column.addWidget(self.proposals_label)
        column.addWidget(self.proposals)
        column.addWidget(self.facts, 1)
        column.addWidget(self.remove, 0, Qt.AlignmentFlag.AlignLeft)
        return side

    def _connect(self) -> None:
        controller = self._controller
        self.field.returnPressed.connect(self.add_typed)
        self.add.clicked.connect(self.add_typed)
        self.field.textEdited.connect(self.problem.hide)
        self.remove.clicked.connect(self.remove_chosen)
        self.proposals.chosen.connect(controller.track_literally)
        self.facts.currentRowChanged.connect(self._on_fact)
        self.matrix.request_chosen.connect(controller.choose)
        self.matrix.fact_chosen.connect(self.facts.setCurrentRow)
        controller.state_changed.connect(self.show_state)
        controller.result_changed.connect(self.show_result)
        controller.selected_changed.connect(self.matrix.select)
        shortcut = QShortcut(QKeySequence(QKeySequence.StandardKey.Delete), self.facts)
        shortcut.setContext(Qt.ShortcutContext.WidgetShortcut)
        shortcut.activated.connect(self.remove_chosen)

    # -- acting

    def add_typed(self) -> None:
        """Track what is typed, or say what is wrong with it."""
        text = self.field.text().strip()
        if not text:
            return
        try:
            self._controller.track(text)
        except Problem as problem:
            self.problem.setText(failure_text(problem))
            self.problem.show()
            return
        self.problem.hide()
        self.field.clear()

    def remove_chosen(self) -> None:
        """Track the selected fact no longer."""
        row = self.facts.currentRow()
        probes = self._controller.state.probes
        if 0 <= row < len(probes):
            self._controller.untrack([probes[row].name])

    # -- showing

    def show_state(self) -> None:
        """Show the facts tracked."""
        names = [probe.name for probe in self._controller.state.probes]
        if names != [self.facts.item(n).text() for n in range(self.facts.count())]:
            self.facts.clear()
            for probe in self._controller.state.probes:
                item = QListWidgetItem(probe.name)
                item.setToolTip(plain_tip(f"/{probe.pattern}/" if probe.is_regex else probe.pattern))
                self.facts.addItem(item)
            self.facts.setCurrentRow(len(names) - 1)
        self.remove.setEnabled(bool(names))
        proposed = self._controller.proposed_facts
        self.proposals.show_facts(proposed)
        self.proposals_label.setVisible(bool(proposed))
        self.show_result()

    def show_result(self) -> None:
        """Show the states under the current settings."""
        result = self._controller.result
        names = [probe.name for probe in self._controller.state.probes]
        requests = () if result is None else result.requests
        self.matrix.show_facts(names if requests else (), requests if names else ())
        self.matrix.select(self._controller.selected)
        hint = self._why_nothing(names, bool(requests))
        if hint is not None:
            self._hint.show_hint(hint)
        self._stack.setCurrentIndex(0 if hint is not None else 1)

    def _why_nothing(self, names: list[str], has_requests: bool) -> Hint | None:
        if not names:
            return Hint(
                self.tr("No facts are tracked"),
                self.tr(
                    "Type a text or /regular expression/ at the left, or select a text anywhere and choose "
                    "“Probe this selection”: you will see in which request it survives."
                ),
            )
        if not has_requests:
            return Hint(
                self.tr("Nothing to look through yet"),
                self.tr("Choose a conversation with requests at the left of the window."),
            )
        return None

    def _on_fact(self, row: int) -> None:
        self.matrix.fact = row
        self.matrix.update()

    # -- words

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._word()
            self.show_state()

    def _word(self) -> None:
        self.field.setPlaceholderText(self.tr("A text, or /regular expression/"))
        self.field.setAccessibleName(self.tr("Fact to track"))
        self.add.setText(self.tr("Track"))
        self.remove.setText(self.tr("Remove"))
        self.proposals_label.setText(self.tr("Said in the last answers, found by a tool:"))
        self.facts.setAccessibleName(self.tr("Tracked facts"))
        self.matrix.setAccessibleName(self.tr("Facts by request"))
        self._title.setText(self.tr("Where each fact survives"))
        self.legend.show_items(
            [LegendItem(partial(_swatch, state), words.probe_state(state)) for state in ProbeState]
        )


def _swatch(state: ProbeState, painter: QPainter, area: QRectF, colors: Theme) -> None:
    paint_state(painter, area, state, colors)
