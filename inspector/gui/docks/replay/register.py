"""The dock's tabs of replay, registered with the panel at the bottom, and the one controller they share."""

from __future__ import annotations

from typing import Final

from PySide6.QtWidgets import QWidget

from inspector.gui.docks.replay.controller import ReplayController
from inspector.gui.docks.replay.replay_tab import ReplayTab
from inspector.gui.i18n import QT_TRANSLATE_NOOP
from inspector.gui.session import Session
from inspector.gui.views.replay_dock import register_tab, registered_tabs

REPLAY: Final = "replay"


def controller_of(session: Session) -> ReplayController:
    """The controller that belongs to a session; made when first asked for."""
    found = session.findChild(ReplayController)
    return found if isinstance(found, ReplayController) else ReplayController(session.background, session)


def register_replay() -> None:
    """Register the tabs, once a process."""
    if any(tab.id == REPLAY for tab in registered_tabs()):
        return
    register_tab(REPLAY, QT_TRANSLATE_NOOP("DockTabs", "Replay"), _replay)


def _replay(session: Session, parent: QWidget) -> QWidget:
    return ReplayTab(controller_of(session), parent)
