"""Painting and closing leave nothing behind: references, windows, threads, timers."""

from __future__ import annotations

import gc
import sys
import threading
import weakref
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from inspector.gui.background import Background, SyncExecutor
from inspector.gui.main_window import MainWindow
from inspector.gui.settings import Settings
from tests.gui.conftest import settle

Dirs = Callable[[str], Path]
REPAINTS = 200


def test_repainting_keeps_the_count_of_references_to_none(window: MainWindow, fixture_dir: Dirs) -> None:
    """PySide6 6.12.0 loses one per call and aborts after some thousand repaints."""
    window.session.open(fixture_dir("research"))
    settle()
    window.timeline.set_all_expanded(True)
    window.timeline.step_turns(1)
    for _ in range(5):
        window.repaint()
    before = sys.getrefcount(None)
    for _ in range(REPAINTS):
        window.timeline.tree.viewport().repaint()
        window.navigator.tree.viewport().repaint()
    assert abs(sys.getrefcount(None) - before) < REPAINTS


def test_a_closed_window_is_gone_with_its_threads_and_timers(
    make_window: Callable[..., MainWindow], capture_dir: Dirs, qtbot: QtBot
) -> None:
    threads = threading.active_count()
    window = make_window(pooled=True)
    window.session.open(capture_dir("v6-web-search-recall"))
    qtbot.waitUntil(lambda: window.session.conversation is not None)
    window.session.follow(True)
    timers = [timer for timer in window.findChildren(QTimer) if timer.isActive()]
    assert timers
    window.close()
    assert not [timer.parent() for timer in timers if timer.isActive()]
    assert threading.active_count() <= threads
    assert window.session.current is None


def test_windows_do_not_pile_up(settings: Settings, fixture_dir: Dirs) -> None:
    path = fixture_dir("research")
    alive: list[weakref.ref[QObject]] = []
    for _ in range(3):
        window = MainWindow(settings, Background(SyncExecutor()))
        window.show()
        window.session.open(path)
        settle()
        alive.append(weakref.ref(window.session))
        window.close()
        window.deleteLater()
        del window
        settle()
    gc.collect()
    assert not [widget for widget in QApplication.topLevelWidgets() if isinstance(widget, MainWindow)]
    assert not [session for session in alive if session() is not None]
