"""The Findings tab: the summary on top, the list at the left, the selected finding at the right; or why it is empty."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QSize, Qt, Signal, Slot
from PySide6.QtGui import QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QFrame, QLabel, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from inspector.app.findings.finding_report import bug_report
from inspector.app.findings.scan import ScanState
from inspector.app.findings.shelf import Shelf
from inspector.app.wording import findings as words
from inspector.app.wording.problems import failure_text
from inspector.gui.docks.findings.bloat import BloatPage
from inspector.gui.docks.findings.controller import FindingsController
from inspector.gui.docks.findings.detail import DetailPane
from inspector.gui.docks.findings.fates import FindingFates
from inspector.gui.docks.findings.filter_bar import FilterBar
from inspector.gui.docks.findings.list_view import FindingList, FindingRow, rows_of
from inspector.gui.docks.findings.summary import MOST_LINES, SummaryBand
from inspector.gui.session import Session
from inspector.gui.theme import Space
from inspector.gui.views.common.page import Hint, HintLabel

_PANES: Final = (0.62, 0.38)
_HIGH: Final = 320
"""From this height on the summary has room for all its lines."""
_LOW: Final = 230
"""Below this height it has room for one."""
_LEAST_SIZE: Final = QSize(480, 170)


class FindingsTab(QWidget):
    """The tab.

    Attributes:
        controller: what it shows.
        summary, filter, list, detail, bloat: its parts.
        copied: emitted with the text that was put on the clipboard.
        message_chosen: emitted with the id of a message to be shown.
    """

    copied = Signal(str)
    message_chosen = Signal(str)

    def __init__(
        self, controller: FindingsController, fates: FindingFates, session: Session, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self.setProperty("surface", "surface")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.controller = controller
        self._session = session
        self._worded: dict[str, FindingRow] = {}
        self._shown: Shelf | None = None
        self.summary = SummaryBand(controller, fates, self)
        self.filter = FilterBar(controller, self)
        self.list = FindingList(self)
        self.detail = DetailPane(self)
        self.bloat = BloatPage(self)
        self._none_listed = QLabel(self)
        self._none_listed.setProperty("tone", "muted")
        self._none_listed.setAlignment(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
        self._none_listed.setContentsMargins(Space.L, Space.L, Space.L, 0)
        self._hint = HintLabel(self)
        self._stack = QStackedWidget(self)
        self._lists = QStackedWidget(self)
        self._lay_out()
        self._connect()
        self.show_findings()

    def _lay_out(self) -> None:
        self._lists.addWidget(self.list)
        self._lists.addWidget(self._none_listed)
        left = QWidget(self)
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.filter)
        column.addWidget(self._lists, 1)
        self._splitter = QSplitter(Qt.Orientation.Horizontal, self)
        self._splitter.setHandleWidth(1)
        self._splitter.setChildrenCollapsible(False)
        self._splitter.addWidget(left)
        self._splitter.addWidget(self.detail)
        for position, share in enumerate(_PANES):
            self._splitter.setStretchFactor(position, round(share * 100))
        self._splitter.setSizes([620, 380])
        for page in (self._hint, self._splitter, self.bloat):
            self._stack.addWidget(page)
        line = QFrame(self)
        line.setProperty("line", True)
        body = QVBoxLayout(self)
        body.setContentsMargins(0, 0, 0, 0)
        body.setSpacing(0)
        body.addWidget(self.summary)
        body.addWidget(line)
        body.addWidget(self._stack, 1)

    def _connect(self) -> None:
        controller = self.controller
        controller.changed.connect(self.show_findings)
        controller.progressed.connect(self._show_page)
        controller.current_changed.connect(self._on_current)
        self.summary.entry_chosen.connect(self.go_to)
        self.list.chosen.connect(controller.choose)
        self.list.visited.connect(controller.visit)
        self.detail.go_requested.connect(controller.visit)
        self.detail.attempt_requested.connect(controller.propose)
        self.detail.copy_requested.connect(self.copy_report)
        self.detail.table_requested.connect(self.show_table)
        self.bloat.left.connect(self._leave_table)
        self.bloat.message_chosen.connect(self.message_chosen)

    # -- showing

    @Slot()
    def show_findings(self) -> None:
        """Show the list as it is now; a finding that is gone leaves the selection to the first."""
        controller = self.controller
        if controller.shelf is not self._shown:
            self._shown = controller.shelf
            self._worded.clear()
        listed = controller.shelf.listed()
        if controller.current not in listed or not controller.by_hand:
            controller.choose(listed[0].key if listed else "", by_hand=False)
        current = controller.current
        self.list.show_rows(rows_of(controller.shelf, self._worded), "" if current is None else current.key)
        if not controller.by_hand:
            self.list.scrollToTop()
        self._lists.setCurrentWidget(self.list if listed else self._none_listed)
        self._none_listed.setText(self.tr("No finding matches the filter."))
        self.list.setAccessibleName(self.tr("Findings"))
        self._show_detail()
        self._show_page()

    def _show_detail(self) -> None:
        entry = self.controller.current
        self.detail.setVisible(entry is not None)
        if entry is not None:
            places = self.controller.shelf.places
            can_go = places.target(entry.finding) is not None
            fate = self.controller.shelf.fate(entry)
            self.detail.show_entry(entry, places.spot(entry.finding), fate, can_go=can_go)

    def _show_page(self) -> None:
        hint = self._why_nothing()
        if hint is not None:
            self._hint.show_hint(hint)
            self._stack.setCurrentWidget(self._hint)
        elif self._stack.currentWidget() is self._hint:
            self._stack.setCurrentWidget(self._splitter)
        self.summary.state.setVisible(hint is None)
        nothing = self.controller.scan.state is ScanState.NOTHING
        self.summary.setVisible(not nothing and self._stack.currentWidget() is not self.bloat)

    def _why_nothing(self) -> Hint | None:
        """What is said where there is nothing to list."""
        scan = self.controller.scan
        if self.controller.shelf.entries:
            return None
        if scan.state is ScanState.FAILED and scan.error is not None:
            return Hint(self.tr("This session could not be checked"), failure_text(scan.error))
        return {
            ScanState.NOTHING: Hint(
                self.tr("Nothing to check yet"),
                self.tr("Open a capture or a database: what is wrong with it is listed here."),
            ),
            ScanState.WAITING: Hint(
                self.tr("Not checked yet"), self.tr("The check begins when a conversation is on screen.")
            ),
            ScanState.RUNNING: Hint(self.tr("No findings so far"), words.progress(scan)),
            ScanState.STOPPED: Hint(self.tr("Nothing was found so far"), words.state(scan)),
            ScanState.DONE: Hint(self.tr("No findings"), words.looked_at(scan)),
        }.get(scan.state)

    def _on_current(self, key: str) -> None:
        self.list.select(key)
        self._show_detail()
        self._leave_table()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        height = self.height()
        self.summary.set_room(MOST_LINES if height >= _HIGH else 2 if height >= _LOW else 1)

    def minimumSizeHint(self) -> QSize:
        """Lower than its parts ask for: they scroll."""
        return _LEAST_SIZE

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._worded.clear()
            self.controller.shelf.forget_texts()
            self.show_findings()

    # -- acting

    @Slot(str)
    def go_to(self, key: str) -> None:
        """Select a finding and show where it lies; a filter that hides it is taken off."""
        if self.controller.choose_first(lambda entry: entry.key == key) is not None:
            self.controller.visit()

    @Slot()
    def copy_report(self) -> None:
        """Put the selected finding on the clipboard as a bug report."""
        entry, opened = self.controller.current, self._session.current
        if entry is not None and opened is not None:
            report = bug_report(entry.finding, opened.source)
            QGuiApplication.clipboard().setText(report)
            self.copied.emit(report)

    @Slot()
    def show_table(self) -> None:
        """Show the figures of the selected finding as a table."""
        entry = self.controller.current
        if entry is not None:
            self.bloat.show_finding(entry.finding, self.controller.shelf.places)
            self._stack.setCurrentWidget(self.bloat)
            self._show_page()
            self.bloat.tools.setFocus()

    @Slot()
    def _leave_table(self) -> None:
        if self._stack.currentWidget() is self.bloat:
            self._stack.setCurrentWidget(self._splitter)
            self._show_page()
