"""Looks at every replay as at the recording, in the background: the newest settings win, older looks are cancelled."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from inspector.app.findings.comparison import LookedAt, ReplayLook
from inspector.app.findings.scan import ScanState
from inspector.gui.docks.findings.controller import FindingsController
from inspector.gui.docks.replay.controller import ReplayController
from inspector.model import Problem

_CHANNEL: Final = "findings-replay"
_REST_MS: Final = 40
"""A slider that is dragged is not looked at in every position."""
_CHECKED: Final = frozenset({ScanState.DONE, ScanState.STOPPED})


class FindingFates(QObject):
    """Keeps the fates on the shelf.

    Attributes:
        is_busy: a replay is being looked at.
        changed: the fates, or whether they are on their way.
    """

    changed = Signal()

    def __init__(
        self, findings: FindingsController, replay: ReplayController, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.is_busy = False
        self._findings, self._replay = findings, replay
        self._look: ReplayLook | None = None
        self._found: LookedAt | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_REST_MS)
        self._timer.timeout.connect(self._run)
        replay.result_changed.connect(self._on_result)
        findings.progressed.connect(self._on_scan)

    @Slot()
    def _on_result(self) -> None:
        """Look at what is shown; under the session's own settings there is nothing to compare."""
        replay = self._replay
        if not replay.is_open or not replay.state.changes():
            self._timer.stop()
            replay.background.cancel(_CHANNEL)
            self._found = None
            self._set_busy(False)
            self._show()
            return
        self._set_busy(True)
        self._timer.start()

    @Slot()
    def _run(self) -> None:
        replay, opened = self._replay, self._replay.opened
        state = replay.state
        result = None if opened is None else opened.result(state.settings, state.probes)
        recorded = replay.recorded
        if opened is None or opened.source is None or result is None or recorded is None:
            return  # The replay is on its way and tells when it is there.
        if self._look is None or self._look.recorded is not recorded:
            self._look = ReplayLook(opened.source, recorded, state.recorded)
        look, settings = self._look, state.settings
        replay.background.run(
            lambda progress: look.look(result, settings, progress),
            on_result=self._on_found,
            on_error=self._on_failed,
            channel=_CHANNEL,
        )

    def _on_found(self, found: LookedAt) -> None:
        self._found = found
        self._set_busy(False)
        self._show()

    def _on_failed(self, error: Exception) -> None:
        self._found = None
        self._set_busy(False)
        self._show()
        if not isinstance(error, Problem):
            self._replay.background.crashed.emit(error)

    @Slot()
    def _on_scan(self) -> None:
        """The check ended, perhaps with another shelf."""
        if self._found is not None and self._findings.scan.state in _CHECKED:
            self._show()

    def _show(self) -> None:
        shelf = self._findings.shelf
        if self._found is not None and self._findings.scan.state in _CHECKED:
            self._found.show_on(shelf)
        elif shelf.compares:
            shelf.forget_fates()
        else:
            return
        self._findings.changed.emit()

    def _set_busy(self, busy: bool) -> None:
        if busy != self.is_busy:
            self.is_busy = busy
            self.changed.emit()
