"""A window with a source that has been checked."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from inspector.app.findings.scan import ScanState
from inspector.gui.docks.findings.list_view import FindingRow, Heading, Row
from inspector.gui.main_window import MainWindow
from tests.gui.conftest import settle

Open = Callable[[str, str], MainWindow]


@pytest.fixture
def opened(
    window: MainWindow,
    qtbot: QtBot,
    capture_dir: Callable[[str], Path],
    fixture_dir: Callable[[str], Path],
) -> Open:
    """`opened("captures" | "fixtures", name)`: the window with that source, checked, its findings in front."""

    def open_source(kind: str, name: str) -> MainWindow:
        window.session.open((capture_dir if kind == "captures" else fixture_dir)(name))
        qtbot.waitUntil(lambda: window.helpers.findings.controller.scan.state is ScanState.DONE)
        window.helpers.findings.show_tab()
        settle()
        return window

    return open_source


def rows(window: MainWindow) -> list[Row]:
    """What the list shows."""
    view = window.helpers.findings.tab.list
    found = [view.row(view.findings.index(n)) for n in range(view.findings.rowCount())]
    return [row for row in found if row is not None]


def messages(window: MainWindow) -> list[str]:
    """The statements in the list."""
    return [row.message for row in rows(window) if isinstance(row, FindingRow)]


def headings(window: MainWindow) -> list[tuple[str, int]]:
    """Its headings with their numbers."""
    return [(row.title, row.count) for row in rows(window) if isinstance(row, Heading)]


def groups(window: MainWindow) -> list[str]:
    """The severities of its findings, from the top."""
    return [row.entry.group.value for row in rows(window) if isinstance(row, FindingRow)]


def fates(window: MainWindow) -> dict[str, str]:
    """What the replay makes of each finding, by the kind of finding and its cause."""
    found = [row for row in rows(window) if isinstance(row, FindingRow) and row.fate is not None]
    return {f"{row.entry.finding.id} {row.entry.finding.cause}".strip(): str(row.fate) for row in found}


def click(window: MainWindow, text: str) -> None:
    """Click the first finding whose statement holds a text."""
    view = window.helpers.findings.tab.list
    place = next(
        n for n, row in enumerate(rows(window)) if isinstance(row, FindingRow) and text in row.message
    )
    index = view.findings.index(place)
    view.scrollTo(index)
    point = view.visualRect(index).topLeft() + QPoint(60, 10)
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=point)
    settle()


def press(window: MainWindow, name: str) -> None:
    """Click a button of the tab by its object name."""
    button = window.helpers.findings.tab.findChild(object, name)
    assert button is not None
    assert button.isVisible()
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    settle()
