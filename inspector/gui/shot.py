"""Rendering the window without a screen: for the command line, the README and people who look at pictures."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent

from inspector.gui.app import create_application
from inspector.gui.background import Background, SyncExecutor
from inspector.gui.i18n import Language
from inspector.gui.pictures import png_bytes
from inspector.gui.settings import Settings
from inspector.gui.theme import ThemeChoice
from inspector.model.outputs import write_output


def render(
    path: Path,
    out: Path,
    *,
    size: tuple[int, int] = (1440, 900),
    theme: str = "light",
    language: str = "en",
    conversation: str | None = None,
    select: str | None = None,
) -> None:
    """Open a path in a window that nobody sees and write a picture of it.

    Args:
        path: capture or database.
        out: PNG file to write.
        size: width and height in pixels.
        theme: "light" or "dark".
        language: "en" or "zh_CN".
        conversation: id of the conversation to show; by default the first.
        select: key of a timeline row to select; by default the last turn.

    Raises:
        Problem: the path could not be opened, or the picture not be written.
    """
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    create_application(theme_choice=ThemeChoice(theme), language=Language(language))
    from inspector.gui.main_window import MainWindow

    failures: list[Exception] = []
    with tempfile.TemporaryDirectory() as folder:
        window = MainWindow(Settings(Path(folder) / "window.ini"), Background(SyncExecutor()))
        window.session.open_failed.connect(lambda _path, error: failures.append(error))
        window.resize(*size)
        window.show()
        window.session.open(path)
        if conversation is not None:
            window.session.load(conversation)
        if select is not None:
            window.timeline.select_key(select)
        elif not failures:
            window.timeline.step_turns(-1)
        _settle()
        picture = window.grab()
        window.close()
        window.deleteLater()
        _settle()
    if failures:
        raise failures[0]
    write_output(out, png_bytes(picture.toImage()))


def _settle() -> None:
    """Let layouts, timers of zero length and deferred deletions happen."""
    for _ in range(5):
        QCoreApplication.processEvents()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
