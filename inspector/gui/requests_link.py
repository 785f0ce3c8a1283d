"""Ties the request list to its window: what it shows, selecting both ways, the view that is remembered."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QObject, Signal, Slot

from inspector.analysis.cost.cost import RequestCost, cost_of
from inspector.app.requests.centre import CentreView, first_view
from inspector.app.requests.details import RequestDetails, deliver_details
from inspector.app.requests.rows import request_rows
from inspector.app.selection import Selection
from inspector.gui.navigation import Navigation
from inspector.gui.shell import Shell
from inspector.model import Branch, Conversation
from inspector.sources.base import Progress

_CHANNEL: Final = "request-details"
_WATCHER: Final = "requests"


class RequestsLink(QObject):
    """The connections of one window; details come in the background and fill the list as they come."""

    _arrived = Signal(object)

    def __init__(self, shell: Shell, navigation: Navigation) -> None:
        super().__init__(shell.frame)
        self._shell = shell
        self._navigation = navigation
        self._centre, self._pane = shell.centre, shell.centre.requests
        self._conversation: Conversation | None = None
        self._details: dict[int, RequestDetails] = {}
        self._wanted: int | None = None
        self._is_loading = False
        self._connect()

    def _connect(self) -> None:
        shell, pane = self._shell, self._pane
        shell.on_screen.branch_shown.connect(self._on_branch)
        shell.session.opened.connect(self._on_opened)
        shell.session.closed.connect(self._on_closed)
        shell.on_screen.selection_changed.connect(self._on_selection)
        shell.cache.changed.connect(self._show)
        shell.findings.changed.connect(self._show)
        pane.request_chosen.connect(self._navigation.go_to_request_index)
        pane.request_activated.connect(self._on_activated)
        pane.shown_changed.connect(shell.cache.set_shown)
        self._centre.view_chosen.connect(self._on_view)
        self._arrived.connect(self._on_details)

    # -- what is on screen

    @Slot(object)
    def _on_opened(self, _opened: object) -> None:
        self._conversation = None
        self._details = {}

    @Slot()
    def _on_closed(self) -> None:
        self._shell.background.cancel(_CHANNEL)
        self._conversation, self._details, self._is_loading = None, {}, False
        self._pane.clear()

    def _on_branch(self, conversation: Conversation, _branch: Branch) -> None:
        before, self._conversation = self._conversation, conversation
        if before is conversation:
            return
        if before is None or before.summary.id != conversation.summary.id:
            self._choose_view(conversation)
        self._show()
        self._load_details()

    def _choose_view(self, conversation: Conversation) -> None:
        opened = self._shell.session.current
        kind = "" if opened is None else opened.source.format
        runs = () if opened is None else opened.runs
        kept = self._shell.settings.centre_view(kind)
        self._centre.show_view(kept or first_view(conversation, runs))
        self._watch()

    @Slot(object)
    def _on_view(self, view: CentreView) -> None:
        opened = self._shell.session.current
        if opened is not None:
            self._shell.settings.set_centre_view(opened.source.format, view)
        self._watch()
        self._show()
        self._load_details()
        if self._wanted is not None:
            self._pane.select_request(self._wanted)
        self._centre.focus()

    def _watch(self) -> None:
        """The list wants verdicts while it is on screen; figures beside turns come from the tab alone."""
        self._shell.cache.set_active(self._centre.view is CentreView.REQUESTS, watcher=_WATCHER)

    # -- rows

    @Slot()
    def _show(self) -> None:
        conversation = self._conversation
        if conversation is None or self._centre.view is not CentreView.REQUESTS:
            return
        records = conversation.requests
        analysed = self._shell.cache.analysed
        verdicts = {} if analysed is None else analysed.shown().by_index
        costs: dict[int, RequestCost] = {}
        if analysed is not None:
            costs = {index: cost_of(verdict, analysed.prices) for index, verdict in verdicts.items()}
        marks = self._shell.findings.marks.requests
        self._pane.show_rows(
            request_rows(
                records,
                verdicts=verdicts,
                costs=costs,
                details=self._details,
                findings={index: mark.count for index, mark in marks.items()},
                folds=[one.request_index for one in conversation.boundaries if one.request_index is not None],
            )
        )
        if self._wanted is not None:
            self._pane.select_request(self._wanted)

    def _load_details(self) -> None:
        """Read the payloads that are not known yet, in the background, while the list is on screen."""
        opened, conversation = self._shell.session.current, self._conversation
        if opened is None or conversation is None or self._centre.view is not CentreView.REQUESTS:
            return
        missing = [record for record in conversation.requests if record.index not in self._details]
        if not missing:
            return
        source = opened.source

        def work(progress: Progress) -> None:
            deliver_details(source, missing, progress, self._arrived.emit)

        self._shell.background.run(
            work, on_result=lambda _: None, on_error=self._shell.status.show_failure, channel=_CHANNEL
        )

    @Slot(object)
    def _on_details(self, found: dict[int, RequestDetails]) -> None:
        conversation = self._conversation
        known = set() if conversation is None else {record.index for record in conversation.requests}
        if found.keys() <= known:
            self._details.update(found)
            self._show()

    # -- selecting

    @Slot(object)
    def _on_selection(self, selection: Selection | None) -> None:
        index = None if selection is None else selection.request_index
        if index is not None:
            self._wanted = index
            self._pane.select_request(index)

    @Slot(int)
    def _on_activated(self, _index: int) -> None:
        """Return in the list: read on in the inspector."""
        self._shell.inspector.current_page.setFocus()
