"""The cache tab, registered with the panel at the bottom."""

from __future__ import annotations

from typing import Final

from PySide6.QtWidgets import QWidget

from inspector.app.i18n import QT_TRANSLATE_NOOP
from inspector.gui.docks.cache.controller import CacheController
from inspector.gui.docks.cache.tab import CacheTab
from inspector.gui.session import Session
from inspector.gui.views.replay_dock import register_tab, registered_tabs

CACHE: Final = "cache"


def controller_of(session: Session) -> CacheController:
    """The controller that belongs to a session; made when first asked for."""
    found = session.findChild(CacheController)
    return found if isinstance(found, CacheController) else CacheController(session.background, session)


def register_cache() -> None:
    """Register the tab, once a process."""
    if not any(tab.id == CACHE for tab in registered_tabs()):
        register_tab(CACHE, QT_TRANSLATE_NOOP("DockTabs", "Cache"), _cache)


def _cache(session: Session, parent: QWidget) -> QWidget:
    return CacheTab(controller_of(session), parent)
