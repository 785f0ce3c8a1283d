"""Fixtures of the window's tests: one application, windows of their own settings, nothing left behind."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication

from inspector.gui.app import create_application
from inspector.gui.background import Background, SyncExecutor
from inspector.gui.i18n import Language
from inspector.gui.settings import Settings
from inspector.gui.theme import ThemeChoice

if TYPE_CHECKING:
    from inspector.gui.main_window import MainWindow


def settle() -> None:
    """Let layouts, zero timers and deferred deletions happen."""
    for _ in range(4):
        QCoreApplication.processEvents()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.fixture(autouse=True)
def application(qapp: QApplication) -> Iterator[QApplication]:
    """The application as the program sets it up, in English and light; anything a test changes is set back."""
    create_application(theme_choice=ThemeChoice.LIGHT, language=Language.ENGLISH)
    yield qapp
    settle()


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Settings in a file of their own."""
    return Settings(tmp_path / "config" / "window.ini")


@pytest.fixture
def make_window(settings: Settings) -> Iterator[Callable[..., MainWindow]]:
    """`make_window(pooled=False)`: a shown window; background work runs at once unless it is pooled.

    Fails the test when a window leaves other windows or threads behind.
    """
    before = set(map(id, QApplication.topLevelWidgets()))
    threads = set(threading.enumerate())
    windows: list[MainWindow] = []

    from inspector.gui.main_window import MainWindow

    def make(*, pooled: bool = False, size: tuple[int, int] = (1440, 900)) -> MainWindow:
        window = MainWindow(settings, Background() if pooled else Background(SyncExecutor()))
        window.resize(*size)
        window.show()
        windows.append(window)
        settle()
        return window

    yield make
    for window in windows:
        window.close()
        window.deleteLater()
    windows.clear()
    settle()
    left = [widget for widget in QApplication.topLevelWidgets() if id(widget) not in before]
    assert not left, f"left behind: {left}"
    assert set(threading.enumerate()) <= threads


@pytest.fixture
def window(make_window: Callable[..., MainWindow]) -> MainWindow:
    """A window whose background work runs at once."""
    return make_window()
