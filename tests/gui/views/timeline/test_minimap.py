"""The overview beside the timeline: its marks, and going somewhere by click and by drag."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from inspector.app.timeline.rows import BandRow
from inspector.gui.main_window import MainWindow
from inspector.gui.theme import LIGHT
from tests.gui.conftest import settle


@pytest.fixture
def window(window: MainWindow, unpacked: Callable[[str, str], Path]) -> MainWindow:
    window.session.open(unpacked("captures", "v6-web-search-recall"))
    settle()
    return window


def test_the_fold_has_its_colour_and_the_view_its_place(window: MainWindow) -> None:
    minimap = window.timeline.minimap
    rows = minimap.rows()
    fold = next(number for number, row in enumerate(rows) if isinstance(row, BandRow))
    window.timeline.tree.scrollToTop()
    settle()
    picture = minimap.grab().toImage()
    place = minimap.area_of(fold, len(rows)).center().toPoint()
    assert picture.pixelColor(place) == LIGHT.folded
    top = minimap.area_of(0, len(rows)).center().toPoint()
    plain = window.timeline.tree.verticalScrollBar()
    before = picture.pixelColor(top)
    plain.setValue(plain.maximum())
    settle()
    assert minimap.grab().toImage().pixelColor(top) != before


def test_a_click_and_a_drag_go_there(window: MainWindow) -> None:
    minimap, bar = window.timeline.minimap, window.timeline.tree.verticalScrollBar()
    count = len(minimap.rows())
    window.timeline.tree.scrollToTop()
    settle()
    last = minimap.area_of(count - 1, count).center().toPoint()
    QTest.mouseClick(minimap, Qt.MouseButton.LeftButton, pos=last)
    settle()
    assert bar.value() == bar.maximum()
    QTest.mousePress(minimap, Qt.MouseButton.LeftButton, pos=last)
    QTest.mouseMove(minimap, QPoint(last.x(), 1))
    settle()
    QTest.mouseRelease(minimap, Qt.MouseButton.LeftButton, pos=QPoint(last.x(), 1))
    assert bar.value() < bar.maximum()
