"""Ties findings to their window: badges, going to the evidence, trying settings, N and Shift+N, the tab's title."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Slot

from inspector.analysis.findings import Finding
from inspector.app.docks import DockId
from inspector.app.findings.scan import ScanState
from inspector.app.findings.shelf import Entry
from inspector.app.selection import Selection
from inspector.app.timeline.locate import Target
from inspector.app.timeline.rows import Row
from inspector.app.wording import findings as words
from inspector.app.wording import units
from inspector.app.wording.numbers import group
from inspector.gui.docks.findings.tab import FindingsTab
from inspector.gui.navigation import Navigation
from inspector.gui.shell import Shell
from inspector.model import Part, Problem, TextPart


class FindingsLink(QObject):
    """The connections of one window.

    Attributes:
        controller: the window's findings.
        tab: where they are listed.
    """

    def __init__(self, shell: Shell, navigation: Navigation) -> None:
        super().__init__(shell.frame)
        self._shell = shell
        self._navigation = navigation
        self._seeking: tuple[Finding, Target] | None = None
        self._trying: tuple[str, tuple[str, ...]] | None = None
        self.controller = shell.findings
        self.tab = shell.dock.page(DockId.FINDINGS, FindingsTab)
        self._connect()
        self._show()

    def _connect(self) -> None:
        shell, controller = self._shell, self.controller
        controller.changed.connect(self._show)
        controller.visit_requested.connect(self.visit)
        controller.settings_proposed.connect(self.attempt)
        self.tab.copied.connect(self._on_copied)
        self.tab.message_chosen.connect(self._on_message)
        shell.on_screen.selection_changed.connect(self._on_selection)
        shell.navigator.findings_requested.connect(self._on_conversation)
        shell.timeline.findings_requested.connect(self._on_row)
        shell.replay.result_changed.connect(self._try_now)

    # -- what the window shows

    @Slot()
    def _show(self) -> None:
        marks = self.controller.marks
        self._shell.navigator.show_findings(marks.conversations)
        self._shell.timeline.show_findings(marks)
        self._shell.dock.set_badge(DockId.FINDINGS, words.badge(self.controller.shelf))

    def show_tab(self) -> None:
        """Bring the tab to the front."""
        self._shell.dock.open_tab(DockId.FINDINGS)

    # -- going there

    def step(self, direction: int) -> None:
        """The next (1) or previous (−1) finding: show where it lies, and say in the status line which it is."""
        entry = self.controller.step(direction)
        status = self._shell.status
        if entry is None:
            status.show_message(self._why_none())
            return
        if not self._shell.dock.isHidden():
            self._shell.dock.show_tab(DockId.FINDINGS)
        listed = self.controller.shelf.listed()
        text = self.tr("Finding {0} of {1}: {2}")
        number = group(listed.index(entry) + 1)
        status.show_message(text.format(number, group(len(listed)), words.message(entry.finding)))

    def _why_none(self) -> str:
        shelf, scan = self.controller.shelf, self.controller.scan
        if shelf.entries:
            return self.tr("No finding matches the filter.")
        return self.tr("No findings") if scan.state is ScanState.DONE else words.state(scan)

    @Slot(object)
    def visit(self, finding: Finding) -> None:
        """Show the evidence of a finding: its row in the timeline, its text in the inspector."""
        target = self.controller.shelf.places.target(finding)
        if target is None:
            return
        self._seeking = (finding, target)
        self._navigation.go_to(target)
        self._on_selection(self._shell.on_screen.selection)

    @Slot(object)
    def _on_selection(self, selection: Selection | None) -> None:
        if self._seeking is None or selection is None:
            return
        finding, target = self._seeking
        if _is_at(selection, target):
            self._seeking = None
            self._show_evidence(finding, selection)

    def _show_evidence(self, finding: Finding, selection: Selection) -> None:
        """The range, the JSON path, or the whole of it, on the page of the inspector that has it."""
        inspector = self._shell.inspector
        part = _part_of(finding, selection)
        if finding.span is not None and isinstance(part, TextPart):
            inspector.show_page(inspector.content)
            inspector.content.seek(selection, part.text, (finding.span.start, finding.span.end))
        elif _is_about_request(finding, selection):
            inspector.show_page(inspector.wire)
            inspector.wire.seek(selection, finding.path)
        else:
            inspector.show_page(inspector.content)

    @Slot(str)
    def _on_message(self, message_id: str) -> None:
        target = self.controller.shelf.places.target_of_message(message_id)
        if target is not None:
            self._navigation.go_to(target)

    # -- badges

    @Slot(str)
    def _on_conversation(self, conversation_id: str) -> None:
        places = self.controller.shelf.places
        self._open(lambda entry: conversation_id in places.topics_of(entry.finding))

    @Slot(object)
    def _on_row(self, row: Row) -> None:
        message, request = self.controller.marks.place_of_row(row)
        places = self.controller.shelf.places
        self._open(
            lambda entry: (
                message in places.messages_of(entry.finding) or request in places.requests_of(entry.finding)
            )
        )

    def _open(self, is_meant: Callable[[Entry], bool]) -> None:
        if self.controller.choose_first(is_meant) is not None:
            self.show_tab()
            self.controller.visit()

    # -- trying settings

    @Slot(object)
    def attempt(self, finding: Finding) -> None:
        """Replay the finding's conversation under the settings that make it go away, and watch the list."""
        target = self.controller.shelf.places.target(finding)
        conversation = self._shell.session.conversation
        topic = target.conversation_id if target is not None else None
        if topic is None and conversation is not None:
            topic = conversation.summary.id
        if topic is None or not finding.try_settings:
            return
        self._trying = (topic, finding.try_settings)
        if target is not None:
            self._navigation.go_to(target)
        self.show_tab()
        self._try_now()

    @Slot()
    def _try_now(self) -> None:
        """Hand the settings over once the replay has the conversation."""
        replay = self._shell.replay
        if self._trying is None or not replay.is_open or replay.conversation is None:
            return
        topic, assignments = self._trying
        if replay.conversation.summary.id != topic:
            return
        self._trying = None
        try:
            replay.apply(replay.state.settings.with_assignments(assignments))
        except Problem as problem:
            self._shell.status.show_failure(problem)
            return
        self._shell.status.show_message(self.tr("Replaying with {0}").format(" ".join(assignments)))

    @Slot(str)
    def _on_copied(self, report: str) -> None:
        self._shell.status.show_message(self.tr("Copied {0}").format(units.chars(len(report))))


def _part_of(finding: Finding, selection: Selection) -> Part | None:
    """The part a finding is about; a turn of one part has no row for it."""
    index, message = finding.where.part, selection.message
    inside = message is not None and index is not None and 0 <= index < len(message.parts)
    return message.parts[index] if inside and message is not None and index is not None else None


def _is_about_request(finding: Finding, selection: Selection) -> bool:
    """Whether the evidence is what went out, or came back, rather than a message."""
    recorded = selection.request is not None and selection.request.has_payload
    return recorded and (
        bool(finding.path) or (finding.where.part is None and finding.where.request is not None)
    )


def _is_at(selection: Selection, target: Target) -> bool:
    """Whether what is selected is what was gone to."""
    if selection.conversation is None or selection.conversation.summary.id != target.conversation_id:
        return False
    if target.message_id is not None:
        return selection.message is not None and selection.message.id == target.message_id
    return selection.request is not None and selection.request.index == target.request_index
