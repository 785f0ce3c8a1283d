"""The panel at the bottom shows the tabs that were declared."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QLabel, QLineEdit

from inspector.app.docks import DockId
from inspector.gui.background import Background, SyncExecutor
from inspector.gui.docks.controllers import Controllers, make_controllers
from inspector.gui.docks.dock import ReplayDock
from inspector.gui.docks.table import DOCKS, DockTab
from inspector.gui.session import Session

LABELS = (
    DockTab(DockId.SWEEP, "One", lambda of, parent: QLabel("one", parent)),
    DockTab(DockId.CACHE, "Two", lambda of, parent: QLabel("two", parent)),
)


@pytest.fixture
def controllers() -> Controllers:
    return make_controllers(Session(Background(SyncExecutor())))


def test_tabs_come_in_the_order_they_were_declared(controllers: Controllers) -> None:
    dock = ReplayDock(LABELS, controllers)
    assert [dock.tabs.tabText(n) for n in range(dock.tabs.count())] == ["One", "Two"]
    assert dock.current is DockId.SWEEP
    dock.open_tab(DockId.CACHE)
    assert dock.current is DockId.CACHE
    assert not dock.isHidden()
    dock.toggle()
    assert dock.isHidden()
    dock.deleteLater()


def test_figures_stand_behind_its_own_title(controllers: Controllers) -> None:
    dock = ReplayDock(LABELS, controllers)
    dock.set_badge(DockId.CACHE, "6 → 1")
    assert [dock.tabs.tabText(n) for n in range(2)] == ["One", "Two 6 → 1"]
    dock.set_badge(DockId.CACHE, "")
    assert dock.tabs.tabText(1) == "Two"
    dock.deleteLater()


def test_a_page_is_found_by_its_name_and_kind(controllers: Controllers) -> None:
    dock = ReplayDock(LABELS, controllers)
    assert dock.page(DockId.CACHE, QLabel).text() == "two"
    with pytest.raises(TypeError, match="cache"):
        dock.page(DockId.CACHE, QLineEdit)
    dock.deleteLater()


def test_every_name_has_one_tab() -> None:
    assert [dock.id for dock in DOCKS] == list(DockId)
