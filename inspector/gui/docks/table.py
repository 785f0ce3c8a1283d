"""The tabs of the panel at the bottom, in their order. A new tab is one entry here and one `DockId`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from PySide6.QtWidgets import QWidget

from inspector.app.docks import DockId
from inspector.app.i18n import QT_TRANSLATE_NOOP
from inspector.gui.docks.cache.tab import CacheTab
from inspector.gui.docks.controllers import Controllers
from inspector.gui.docks.findings.tab import FindingsTab
from inspector.gui.docks.replay.probes_tab import ProbesTab
from inspector.gui.docks.replay.replay_tab import ReplayTab
from inspector.gui.docks.replay.sweep_tab import SweepTab


@dataclass(frozen=True, slots=True)
class DockTab:
    """A tab of the panel.

    Attributes:
        id: its name.
        title: English; translated in the context "DockTabs".
        make: makes the widget for a session's controllers and a parent.
    """

    id: DockId
    title: str
    make: Callable[[Controllers, QWidget], QWidget]


DOCKS: Final = (
    DockTab(
        DockId.REPLAY,
        QT_TRANSLATE_NOOP("DockTabs", "Replay"),
        lambda of, parent: ReplayTab(of.replay, parent),
    ),
    DockTab(
        DockId.FINDINGS,
        QT_TRANSLATE_NOOP("DockTabs", "Findings"),
        lambda of, parent: FindingsTab(of.findings, of.fates, of.session, parent),
    ),
    DockTab(
        DockId.CACHE, QT_TRANSLATE_NOOP("DockTabs", "Cache"), lambda of, parent: CacheTab(of.cache, parent)
    ),
    DockTab(
        DockId.PROBES,
        QT_TRANSLATE_NOOP("DockTabs", "Probes"),
        lambda of, parent: ProbesTab(of.replay, parent),
    ),
    DockTab(
        DockId.SWEEP, QT_TRANSLATE_NOOP("DockTabs", "Sweep"), lambda of, parent: SweepTab(of.replay, parent)
    ),
)
