"""Help → Reference: read, search, and the way there from a cause."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from inspector.gui.main_window import MainWindow
from inspector.gui.views.reference import ReferenceDialog
from tests.gui.conftest import settle


def opened(window: MainWindow) -> ReferenceDialog:
    QTest.keyClick(window, Qt.Key.Key_F1, Qt.KeyboardModifier.ShiftModifier)
    settle()
    dialog = window.findChild(ReferenceDialog)
    assert isinstance(dialog, ReferenceDialog)
    return dialog


def test_the_key_opens_it_and_typing_narrows_the_list(window: MainWindow) -> None:
    dialog = opened(window)
    everything = dialog.list.count()
    assert "context pipeline" in dialog.text.toPlainText()
    QTest.keyClicks(dialog.field, "lone surrogate")
    settle()
    assert 0 < dialog.list.count() < everything
    assert "surrogate" in dialog.text.toPlainText()
    QTest.keyClicks(dialog.field, " nothing-like-it")
    settle()
    assert dialog.list.count() == 0
    assert "Nothing in the reference" in dialog.text.toPlainText()
    dialog.close()
    settle()


def test_from_a_break_it_opens_at_the_cause(window: MainWindow, unpacked: Callable[[str, str], Path]) -> None:
    window.session.open(unpacked("captures", "v6-cache-bust"))
    settle()
    window.helpers.navigation.go_to_request_index(9)
    window.inspector.show_page(window.inspector.breaks)
    settle()
    dialog = opened(window)
    assert "system-time" in dialog.text.toPlainText()
    assert "Move the time to the last user message" in dialog.text.toPlainText()
    dialog.close()
    settle()


def test_an_unknown_topic_is_searched_for(window: MainWindow) -> None:
    dialog = opened(window)
    dialog.show_topic("surrogate")
    assert dialog.field.text() == "surrogate"
    assert dialog.list.count() > 0
    dialog.close()
    settle()
