"""When a part of the window fails: one dialog with what to send, the trace in a log, never a silent end."""

from __future__ import annotations

import faulthandler
import os
import signal
import sys
import threading
from functools import lru_cache
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMessageBox

from inspector.analysis.redaction import redact
from inspector.model.failures import describe_failure, state_folder
from inspector.model.problems import Problem

if TYPE_CHECKING:
    from inspector.gui.main_window import MainWindow

_SIGNAL_LOOK_MS: Final = 300


class LastResort(QObject):
    """Hears of every failure nobody handled, in any thread.

    Attributes:
        dialog: the report on screen; None when there is none.
    """

    _heard = Signal(object)

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._texts: set[str] = set()
        self.dialog: QMessageBox | None = None
        self._heard.connect(self._tell)

    def install(self) -> None:
        """Listen, keep a log for crashes below Python, and end well when the system asks to."""
        sys.excepthook = self.hear
        threading.excepthook = lambda found: self.hear(found.exc_type, found.exc_value, found.exc_traceback)
        _keep_crash_log()
        # Python looks at signals only when it runs; an idle window would not hear of them.
        self._look = QTimer(self)
        self._look.start(_SIGNAL_LOOK_MS)
        self._look.timeout.connect(_run_a_little)
        for name in ("SIGTERM", "SIGHUP", "SIGINT"):
            if (number := getattr(signal, name, None)) is not None:
                signal.signal(number, lambda _number, _frame: self._window.close())

    def hear(self, kind: Any, error: BaseException | None, trace: TracebackType | None) -> None:
        """Tell of a failure; the trace goes to the terminal and the log."""
        if error is None:
            return
        sys.__excepthook__(kind, error, trace)
        if isinstance(error, Exception):
            self._heard.emit(error)

    @Slot(object)
    def _tell(self, error: Exception) -> None:
        text = redact(describe_failure(error)).text
        self._window.status.show_failure(error)
        if isinstance(error, Problem) or text in self._texts or self.dialog is not None:
            return
        self._texts.add(text)
        self.dialog = self._made(text)
        self.dialog.open()

    def _made(self, text: str) -> QMessageBox:
        dialog = QMessageBox(self._window)
        dialog.setIcon(QMessageBox.Icon.Warning)
        dialog.setTextFormat(Qt.TextFormat.PlainText)
        dialog.setWindowTitle(self.tr("Something failed"))
        dialog.setText(self.tr("Something failed in the program; what is open was not changed."))
        dialog.setInformativeText(text)
        copy = dialog.addButton(self.tr("Copy report"), QMessageBox.ButtonRole.ActionRole)
        dialog.addButton(QMessageBox.StandardButton.Close)
        copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(text))
        dialog.finished.connect(self._closed)
        return dialog

    @Slot()
    def _closed(self) -> None:
        dialog, self.dialog = self.dialog, None
        if dialog is not None:
            dialog.deleteLater()


@lru_cache(maxsize=1)
def _keep_crash_log() -> None:
    """Write what ends the program below Python to the state folder; the handle stays open for good."""
    try:
        path = state_folder() / "crash.log"
        faulthandler.enable(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600))
    except OSError:
        faulthandler.enable()


def _run_a_little() -> None:
    """Let Python see its signals."""
