"""The first tab of the dock: controls, chart and totals side by side, or what to do when there is nothing to replay."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QStackedWidget, QVBoxLayout, QWidget

from inspector.app.wording.problems import failure_text
from inspector.gui.docks.replay.chart_panel import ChartPanel
from inspector.gui.docks.replay.control_panel import PANEL_WIDTH, ControlPanel
from inspector.gui.docks.replay.controller import ReplayController
from inspector.gui.docks.replay.parts import upright_line
from inspector.gui.docks.replay.totals_panel import TotalsPanel
from inspector.gui.theme import Space
from inspector.gui.views.common.page import Hint, HintLabel
from inspector.model import Problem


class ReplayTab(QWidget):
    """Controls · chart · totals.

    Attributes:
        controls, chart, totals: the three parts.
    """

    def __init__(self, controller: ReplayController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("surface", "surface")
        self.setProperty("besideTabs", True)
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._controller = controller
        self.controls = ControlPanel(controller, self)
        self.controls.setFixedWidth(PANEL_WIDTH)
        self.chart = ChartPanel(controller, self)
        self.totals = TotalsPanel(controller, self)
        self.notice = Notice(self)
        self._hint = HintLabel(self)
        self._stack = QStackedWidget(self)
        self._stack.addWidget(self._hint)
        self._stack.addWidget(self._middle())
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.controls)
        row.addWidget(upright_line(self))
        row.addWidget(self._stack, 1)
        self._connect()
        self.show_state()

    def _middle(self) -> QWidget:
        middle = QWidget(self)
        chart = QVBoxLayout()
        chart.setSpacing(0)
        chart.addWidget(self.notice)
        chart.addWidget(self.chart, 1)
        row = QHBoxLayout(middle)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addLayout(chart, 1)
        row.addWidget(upright_line(self))
        row.addWidget(self.totals)
        return middle

    def _connect(self) -> None:
        controller = self._controller
        controller.result_changed.connect(self.show_state)
        controller.failed.connect(self._on_failed)
        controller.busy_changed.connect(self._on_busy)
        self.notice.action.clicked.connect(self._on_notice)
        for keys, act in (
            (QKeySequence.StandardKey.Undo, controller.undo),
            (QKeySequence.StandardKey.Redo, controller.redo),
        ):
            shortcut = QShortcut(keys, self)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(act)

    # -- showing

    def show_state(self) -> None:
        """Show the result, or why there is none."""
        hint = self._why_nothing()
        if hint is not None:
            self._hint.show_hint(hint)
        self._stack.setCurrentIndex(0 if hint is not None else 1)
        self.controls.setEnabled(self._controller.is_open)
        self._on_failed(self._controller.error)

    def _why_nothing(self) -> Hint | None:
        controller = self._controller
        result = controller.result
        if result is not None and result.requests:
            return None
        if controller.error is not None:
            return Hint(self.tr("This session cannot be replayed"), failure_text(controller.error))
        if controller.conversation is None:
            return Hint(
                self.tr("Nothing to replay yet"),
                self.tr(
                    "Open a capture or a database and choose a conversation: its requests are shown here."
                ),
            )
        if result is None:
            return Hint(self.tr("Replaying…"), self.tr("The first replay reads the whole session."))
        return Hint(
            self.tr("No requests in this conversation"),
            self.tr("Nothing was sent to a model here. Choose another conversation at the left."),
        )

    def _on_failed(self, error: Exception | None) -> None:
        shown = self._controller.result is not None and error is not None
        self.notice.setVisible(shown)
        if shown and error is not None:
            self.notice.show_problem(error)
        if self._controller.result is None and error is not None:
            hint = self._why_nothing()
            if hint is not None:
                self._hint.show_hint(hint)

    def _on_busy(self, busy: bool) -> None:
        if busy and self._controller.result is None:
            self.show_state()

    def _on_notice(self) -> None:
        """Back to settings that work."""
        self._controller.undo()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.show_state()


class Notice(QFrame):
    """A run that did not work: why, and the way back; what was shown before stays.

    Attributes:
        text: why.
        action: takes the last change back.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("notice", "warning")
        self.text = QLabel(self)
        self.text.setWordWrap(True)
        self.action = QPushButton(self)
        self.action.setProperty("link", True)
        row = QHBoxLayout(self)
        row.setContentsMargins(Space.L, Space.XS, Space.M, Space.XS)
        row.addWidget(self.text, 1)
        row.addWidget(self.action)
        self.hide()

    def show_problem(self, error: Exception) -> None:
        """Say what went wrong."""
        if isinstance(error, Problem) and error.id == "no-live-endpoint":
            self.text.setText(
                self.tr(
                    "A live model is asked from the command line only (context-inspector replay --live-url …), since "
                    "each answer costs. Choose another source of summaries here."
                )
            )
        else:
            self.text.setText(failure_text(error))
        self.action.setText(self.tr("Undo"))
