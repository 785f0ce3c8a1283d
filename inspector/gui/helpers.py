"""The helpers of a window, made in the one order that works: each gets the shell and the helpers before it."""

from __future__ import annotations

from dataclasses import dataclass

from inspector.gui.citations.stage import CitationStage
from inspector.gui.docks.cache.link import CacheLink
from inspector.gui.docks.findings.link import FindingsLink
from inspector.gui.docks.replay.link import ReplayLink
from inspector.gui.exports import Exports
from inspector.gui.maximise import PaneMaximiser
from inspector.gui.navigation import Navigation
from inspector.gui.recent_menu import RecentMenu
from inspector.gui.requests_link import RequestsLink
from inspector.gui.shell import Shell
from inspector.gui.workspaces import Workspaces


@dataclass(frozen=True, slots=True, kw_only=True)
class Helpers:
    """What a window does beyond placing its views.

    Attributes:
        navigation: goes to requests, messages and hits.
        recent: the menu of recent files.
        workspaces: saves and restores what is on screen.
        exports: reports and pictures.
        citations: the stage.
        replay, findings, cache: tie the tabs of the dock to the views.
        requests: ties the request list to them.
        panes: makes one pane as large as the window.
    """

    navigation: Navigation
    recent: RecentMenu
    workspaces: Workspaces
    exports: Exports
    citations: CitationStage
    replay: ReplayLink
    findings: FindingsLink
    cache: CacheLink
    requests: RequestsLink
    panes: PaneMaximiser


def make_helpers(shell: Shell) -> Helpers:
    """The helpers of a window whose geometry has been restored."""
    navigation = Navigation(shell)
    recent = RecentMenu(shell)
    return Helpers(
        navigation=navigation,
        recent=recent,
        workspaces=Workspaces(shell, recent),
        exports=Exports(shell),
        citations=CitationStage(shell),
        replay=ReplayLink(shell, navigation),
        findings=FindingsLink(shell, navigation),
        cache=CacheLink(shell, navigation),
        requests=RequestsLink(shell, navigation),
        panes=PaneMaximiser(shell),
    )
