"""What the helpers of a window may use: its parts, never the window that made them."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtWidgets import QMainWindow, QSplitter, QStackedWidget, QWidget

from inspector.gui.actions import ActionRegistry
from inspector.gui.background import Background
from inspector.gui.docks.cache.controller import CacheController
from inspector.gui.docks.dock import ReplayDock
from inspector.gui.docks.findings.controller import FindingsController
from inspector.gui.docks.replay.controller import ReplayController
from inspector.gui.on_screen import OnScreen
from inspector.gui.session import Session
from inspector.gui.settings import Settings
from inspector.gui.views.centre import Centre
from inspector.gui.views.inspector import InspectorPanel
from inspector.gui.views.navigator import Navigator
from inspector.gui.views.search import SearchBar, SearchController
from inspector.gui.views.status_bar import StatusBar
from inspector.gui.views.timeline import TimelinePane
from inspector.gui.views.top_bar import TopBar
from inspector.gui.views.verdict_strip import VerdictStrip


@dataclass(frozen=True, slots=True, kw_only=True)
class Shell:
    """The parts of one window.

    Attributes:
        frame: the window itself, as the parent of dialogs and for its geometry.
        settings: what the user chose.
        background: runs what is slow.
        session: what is open.
        on_screen: the branch and the selection on screen.
        replay, findings, cache: what works behind the tabs of the dock.
        actions: the declared actions.
        top_bar, strip, navigator, timeline, centre, inspector, search, search_bar, status, dock: the views.
        pages: the start page, the panes and whatever else fills the window.
        panes: the page of an open source.
        splitter: navigator, centre and inspector side by side.
    """

    frame: QMainWindow
    settings: Settings
    background: Background
    session: Session
    on_screen: OnScreen
    replay: ReplayController
    findings: FindingsController
    cache: CacheController
    actions: ActionRegistry
    top_bar: TopBar
    strip: VerdictStrip
    navigator: Navigator
    timeline: TimelinePane
    centre: Centre
    inspector: InspectorPanel
    search: SearchController
    search_bar: SearchBar
    status: StatusBar
    dock: ReplayDock
    pages: QStackedWidget
    panes: QWidget
    splitter: QSplitter
