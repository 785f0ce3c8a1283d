"""The panel at the bottom with the tabs that `docks.table` declares."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from PySide6.QtCore import QEvent, Qt, Slot
from PySide6.QtWidgets import QDockWidget, QWidget

from inspector.app.docks import DockId
from inspector.app.i18n import translate
from inspector.gui.docks.controllers import Controllers
from inspector.gui.docks.table import DockTab
from inspector.gui.views.dock_tabs import DockTabs

Page = TypeVar("Page", bound=QWidget)


class ReplayDock(QDockWidget):
    """The dock with its tabs.

    Attributes:
        tabs: the tab widget.
    """

    def __init__(
        self, docks: Sequence[DockTab], controllers: Controllers, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("replay-dock")
        self.setAllowedAreas(Qt.DockWidgetArea.BottomDockWidgetArea)
        self.setFeatures(QDockWidget.DockWidgetFeature.DockWidgetClosable)
        self.setTitleBarWidget(QWidget(self))
        self._docks = tuple(docks)
        self._badges: dict[DockId, str] = {}
        self.tabs = DockTabs(self)
        for dock in self._docks:
            self.tabs.add_page(dock.make(controllers, self.tabs), translate("DockTabs", dock.title))
        self.setWidget(self.tabs)
        self._word_tabs()

    def page(self, dock_id: DockId, kind: type[Page]) -> Page:
        """The widget of a tab; raises `TypeError` when it is of another kind."""
        page = self.tabs.widget(self._position(dock_id))
        if not isinstance(page, kind):
            raise TypeError(f"the tab {dock_id} is a {type(page).__name__}")
        return page

    def set_badge(self, dock_id: DockId, badge: str) -> None:
        """Show figures behind a tab's title; "" shows none."""
        if self._badges.get(dock_id, "") != badge:
            self._badges[dock_id] = badge
            self._word_tabs()

    @property
    def current(self) -> DockId:
        """The tab in front."""
        return self._docks[self.tabs.currentIndex()].id

    def show_tab(self, dock_id: DockId) -> None:
        """Bring a tab to the front, whether or not the dock is open."""
        self.tabs.setCurrentIndex(self._position(dock_id))

    @Slot(object)
    def open_tab(self, dock_id: DockId) -> None:
        """Open the dock with a tab in front."""
        self.show()
        self.show_tab(dock_id)

    @Slot()
    def toggle(self) -> None:
        """Open the dock or close it."""
        self.setVisible(self.isHidden())

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self._word_tabs()
        super().changeEvent(event)

    def _position(self, dock_id: DockId) -> int:
        return next(n for n, dock in enumerate(self._docks) if dock.id == dock_id)

    def _word_tabs(self) -> None:
        self.tabs.tabBar().setAccessibleName(self.tr("Tools for the session on screen"))
        for position, dock in enumerate(self._docks):
            title = translate("DockTabs", dock.title)
            self.tabs.setTabText(position, f"{title} {self._badges.get(dock.id, '')}".rstrip())
