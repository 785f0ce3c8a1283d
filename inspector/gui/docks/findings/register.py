"""The Findings tab, registered with the panel at the bottom, and the controller of a session's findings."""

from __future__ import annotations

from typing import Final

from PySide6.QtWidgets import QWidget

from inspector.app.i18n import QT_TRANSLATE_NOOP
from inspector.gui.docks.findings.controller import FindingsController
from inspector.gui.docks.findings.tab import FindingsTab
from inspector.gui.session import Session
from inspector.gui.views.replay_dock import register_tab, registered_tabs

FINDINGS: Final = "findings"


def findings_of(session: Session) -> FindingsController:
    """The controller that belongs to a session; made when first asked for."""
    found = session.findChild(FindingsController)
    return found if isinstance(found, FindingsController) else FindingsController(session, session)


def register_findings() -> None:
    """Register the tab, once a process."""
    if not any(tab.id == FINDINGS for tab in registered_tabs()):
        register_tab(FINDINGS, QT_TRANSLATE_NOOP("DockTabs", "Findings"), _tab)


def _tab(session: Session, parent: QWidget) -> QWidget:
    return FindingsTab(findings_of(session), session, parent)
