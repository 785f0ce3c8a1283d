"""Starting the window: one application, one window, the path or the demo opened in it."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtWidgets import QApplication

from inspector.gui import theme
from inspector.gui.background import Background
from inspector.gui.display import require_display
from inspector.gui.i18n import Language, switch_language
from inspector.gui.icons import application_icon
from inspector.gui.last_resort import LastResort
from inspector.gui.settings import Settings
from inspector.gui.theme import ThemeChoice
from inspector.resources import demo_capture

if TYPE_CHECKING:
    pass

_SWITCH_S: Final = 0.001


def create_application(
    *, theme_choice: ThemeChoice = ThemeChoice.SYSTEM, language: Language = Language.SYSTEM
) -> QApplication:
    """The application with fonts, theme and language in place; the running one if there is one."""
    # Workers in Python keep the interpreter for this long before the window may go on: a fifth of the usual time,
    # which brings its longest stand-still during a replay from 20 ms below a frame.
    sys.setswitchinterval(_SWITCH_S)
    running = QApplication.instance()
    app = running if isinstance(running, QApplication) else QApplication(sys.argv[:1])
    app.setApplicationName("context-inspector")
    app.setApplicationDisplayName("Context Inspector")
    app.setDesktopFileName("context-inspector")
    theme.manager().install(app, theme_choice)
    app.setWindowIcon(application_icon())
    switch_language(language)
    return app


def run_window(path: Path | None, *, demo: bool = False) -> int:
    """Open the window and stay until it is closed.

    Args:
        path: what to open; None shows the start page.
        demo: open the bundled capture instead.

    Returns:
        The exit code of the event loop.

    Raises:
        Problem: there is no screen, or a library of the system is missing.
    """
    require_display(os.environ)
    settings = Settings()
    app = create_application(theme_choice=settings.theme, language=settings.language)
    # Imported late: fonts and theme must be in place before any module makes a widget.
    from inspector.gui.main_window import MainWindow

    window = MainWindow(settings, Background())
    LastResort(window).install()
    window.show()
    if demo:
        path = demo_capture()
    if path is not None:
        window.session.open(path)
    return app.exec()
