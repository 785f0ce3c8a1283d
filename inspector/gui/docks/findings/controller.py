"""Checks the open source in the background and keeps what is shown of it; the tab and the window listen.

A check begins after a conversation is on screen, looks at that one first, and begins anew when the file has changed.
What an older check still delivers is dropped; what it found stays until the newer one is through.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from inspector.analysis.findings import Finding
from inspector.app.findings.badges import marks_of
from inspector.app.findings.marks import FindingMarks
from inspector.app.findings.places import Places
from inspector.app.findings.scan import CONVERSATIONS, Inspection, Scan, ScanState
from inspector.app.findings.shelf import Entry, Group, Shelf
from inspector.app.wording import findings as words
from inspector.gui.session import Session
from inspector.model import Conversation, Problem

_CHANNEL: Final = "findings"
_REST_MS: Final = 400
"""A file that is followed is checked again when it has been quiet for this long."""


def _text_of(finding: Finding) -> str:
    """What the filter looks at."""
    return f"{finding.id} {words.title(finding)} {words.message(finding)}"


class FindingsController(QObject):
    """What the tab shows and does.

    Attributes:
        shelf: the list.
        scan: how far the check is.
        changed: other findings are listed, or the filter changed.
        progressed: the check began, went on or ended.
        current_changed: emitted with the key of the selected finding, "" = none.
        visit_requested: emitted with a `Finding` to be shown in the window.
        settings_proposed: emitted with a `Finding` whose settings are to be tried in a replay.
    """

    changed = Signal()
    progressed = Signal()
    current_changed = Signal(str)
    visit_requested = Signal(object)
    settings_proposed = Signal(object)
    _arrived = Signal(object, object)

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.shelf = Shelf(text_of=_text_of)
        self.scan = Scan()
        self._session = session
        self._inspection: Inspection | None = None
        self._found: list[Finding] = []
        self._fresh = True
        self._current = ""
        self._by_hand = False
        self._marks: FindingMarks | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.check)
        self._arrived.connect(self._on_arrived)
        session.opened.connect(self._on_opened)
        session.loaded.connect(self._on_loaded)
        session.reloaded.connect(self._on_reloaded)
        session.closed.connect(self._on_closed)

    # -- the check

    @Slot()
    def check(self) -> None:
        """Look at the open source from the beginning."""
        opened, conversation = self._session.current, self._session.conversation
        if opened is None or conversation is None:
            return
        inspection = Inspection(opened.source, conversation.summary.id)
        self._inspection, self._found = inspection, []
        self.scan = Scan(
            state=ScanState.RUNNING, requests=len(opened.requests), conversations=len(opened.summaries)
        )
        if self._fresh:
            self._show(Places(), ())
            self.shelf.places = inspection.places
        self.progressed.emit()
        self._session.background.run(
            lambda progress: inspection.run(lambda found: self._arrived.emit(inspection, found), progress),
            on_result=lambda _result: self._on_done(inspection),
            on_error=self._on_failed,
            on_progress=self._on_progress,
            channel=_CHANNEL,
        )

    @Slot()
    def stop(self) -> None:
        """Stop the check; what was found so far stays."""
        self._session.background.cancel(_CHANNEL)
        if self.scan.state is ScanState.RUNNING:
            self.scan.state = ScanState.STOPPED
            self._inspection = None
            self.progressed.emit()

    @Slot(object, object)
    def _on_arrived(self, inspection: Inspection, found: Sequence[Finding]) -> None:
        if inspection is not self._inspection:
            return
        self._found += found
        if self._fresh:
            self.shelf.add(found)
            self._tell()

    def _on_done(self, inspection: Inspection) -> None:
        if inspection is not self._inspection:
            return
        if not self._fresh:
            self._show(inspection.places, self._found)
        self._fresh = False
        self.scan.state, self.scan.detectors = ScanState.DONE, inspection.detectors
        self._tell()
        self.progressed.emit()

    def _on_failed(self, error: Exception) -> None:
        self.scan.state, self.scan.error = ScanState.FAILED, error
        self.progressed.emit()
        if not isinstance(error, Problem):
            self._session.background.crashed.emit(error)

    def _on_progress(self, done: int, total: int, what: str) -> None:
        if what == CONVERSATIONS:
            self.scan.done, self.scan.total = done, total
        self.progressed.emit()

    # -- the session

    @Slot(object)
    def _on_opened(self, _opened: object) -> None:
        self._begin(ScanState.WAITING)

    @Slot()
    def _on_closed(self) -> None:
        self._begin(ScanState.NOTHING)

    def _begin(self, state: ScanState) -> None:
        self._timer.stop()
        self._session.background.cancel(_CHANNEL)
        self._inspection = None
        self._fresh = True
        self.scan = Scan(state=state)
        self.choose("")
        self._show(Places(), ())
        self._tell()
        self.progressed.emit()

    @Slot(object)
    def _on_loaded(self, conversation: Conversation) -> None:
        if self._inspection is not None:
            self._inspection.wanted = conversation.summary.id
        elif self.scan.state is ScanState.WAITING:
            self._timer.start(0)

    @Slot(object)
    def _on_reloaded(self, _conversation: Conversation) -> None:
        self._timer.start(_REST_MS)

    # -- what is listed

    def _show(self, places: Places, found: Sequence[Finding]) -> None:
        """Put other findings on the shelf; the filter stays."""
        shelf = self.shelf
        self.shelf = Shelf(places=places, text_of=_text_of, query=shelf.query, hidden=shelf.hidden)
        self.shelf.add(found)

    def _tell(self) -> None:
        self._marks = None
        self.changed.emit()

    @property
    def marks(self) -> FindingMarks:
        """Badges beside conversations, turns and requests."""
        if self._marks is None:
            self._marks = marks_of(self.shelf.entries, self.shelf.places)
        return self._marks

    @Slot(str)
    def set_query(self, query: str) -> None:
        """List only what holds these words."""
        self.shelf.query = query
        self.changed.emit()

    def set_shown(self, group: Group, shown: bool) -> None:
        """List a group, or leave it out."""
        self.shelf.hidden = self.shelf.hidden - {group} if shown else self.shelf.hidden | {group}
        self.changed.emit()

    # -- the selected finding

    @property
    def current(self) -> Entry | None:
        """The selected finding."""
        return self.shelf.entry(self._current)

    @property
    def by_hand(self) -> bool:
        """Whether somebody chose the selected finding; else it is only the first of the list."""
        return self._by_hand

    @Slot(str)
    def choose(self, key: str, *, by_hand: bool = True) -> None:
        """Select a finding in the list."""
        self._by_hand = by_hand and bool(key)
        if key != self._current:
            self._current = key
            self.current_changed.emit(key)

    def step(self, direction: int) -> Entry | None:
        """Select the next (1) or previous (−1) finding and show it in the window."""
        entry = self.shelf.step(self._current if self._by_hand else "", direction)
        if entry is not None:
            self.choose(entry.key)
            self.visit()
        return entry

    def choose_first(self, is_meant: Callable[[Entry], bool]) -> Entry | None:
        """Select the first finding of a kind; a filter that hides it is taken off."""
        entry = next((entry for entry in self.shelf.entries if is_meant(entry)), None)
        if entry is not None:
            if entry not in self.shelf.listed():
                self.shelf.query, self.shelf.hidden = "", frozenset()
                self.changed.emit()
            self.choose(entry.key)
        return entry

    @Slot()
    def visit(self) -> None:
        """Show where the selected finding lies."""
        if (entry := self.current) is not None:
            self.visit_requested.emit(entry.finding)

    @Slot()
    def propose(self) -> None:
        """Hand the settings of the selected finding to the replay."""
        if (entry := self.current) is not None and entry.finding.try_settings:
            self.settings_proposed.emit(entry.finding)
