"""Tabs of the panel are data, registered once."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QLabel, QWidget

from inspector.gui.background import Background, SyncExecutor
from inspector.gui.session import Session
from inspector.gui.views import replay_dock
from inspector.gui.views.replay_dock import ReplayDock, register_tab, registered_tabs


@pytest.fixture(autouse=True)
def no_tabs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replay_dock, "_TABS", {})


@pytest.fixture
def session() -> Session:
    return Session(Background(SyncExecutor()))


def label(session: Session, parent: QWidget) -> QWidget:
    return QLabel("body", parent)


def test_tabs_come_in_the_order_they_were_registered(session: Session) -> None:
    register_tab("one", "One", label)
    register_tab("two", "Two", label)
    dock = ReplayDock(session)
    assert [dock.tabs.tabText(n) for n in range(dock.tabs.count())] == ["One", "Two"]
    dock.show_tab("two")
    assert dock.tabs.currentIndex() == 1
    dock.deleteLater()


def test_a_tab_is_registered_once() -> None:
    register_tab("one", "One", label)
    with pytest.raises(ValueError, match="one"):
        register_tab("one", "Other", label)
    assert [tab.title for tab in registered_tabs()] == ["One"]


def test_a_panel_without_tabs_says_what_belongs_here(session: Session) -> None:
    dock = ReplayDock(session)
    texts = [found.text() for found in dock.widget().findChildren(QLabel)]
    assert any("Replays" in text for text in texts)
    dock.deleteLater()
