"""The dock's tabs of replay, registered with the panel at the bottom, and the one controller they share."""

from __future__ import annotations

from typing import Final

from PySide6.QtWidgets import QWidget

from inspector.app.i18n import QT_TRANSLATE_NOOP
from inspector.gui.docks.replay.controller import ReplayController
from inspector.gui.docks.replay.probes_tab import ProbesTab
from inspector.gui.docks.replay.replay_tab import ReplayTab
from inspector.gui.docks.replay.sweep_tab import SweepTab
from inspector.gui.session import Session
from inspector.gui.views.replay_dock import register_tab, registered_tabs

REPLAY: Final = "replay"
PROBES: Final = "probes"
SWEEP: Final = "sweep"


def controller_of(session: Session) -> ReplayController:
    """The controller that belongs to a session; made when first asked for."""
    found = session.findChild(ReplayController)
    return found if isinstance(found, ReplayController) else ReplayController(session.background, session)


def register_replay() -> None:
    """Register the first tab, once a process."""
    if not any(tab.id == REPLAY for tab in registered_tabs()):
        register_tab(REPLAY, QT_TRANSLATE_NOOP("DockTabs", "Replay"), _replay)


def register_probes() -> None:
    """Register the facts' tab, once a process."""
    if not any(tab.id == PROBES for tab in registered_tabs()):
        register_tab(PROBES, QT_TRANSLATE_NOOP("DockTabs", "Probes"), _probes)


def _probes(session: Session, parent: QWidget) -> QWidget:
    return ProbesTab(controller_of(session), parent)


def _replay(session: Session, parent: QWidget) -> QWidget:
    return ReplayTab(controller_of(session), parent)


def register_sweep() -> None:
    """Register the sweep's tab, once a process."""
    if not any(tab.id == SWEEP for tab in registered_tabs()):
        register_tab(SWEEP, QT_TRANSLATE_NOOP("DockTabs", "Sweep"), _sweep)


def _sweep(session: Session, parent: QWidget) -> QWidget:
    return SweepTab(controller_of(session), parent)
