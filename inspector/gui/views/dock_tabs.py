"""Tabs whose bar lies over a corner of the page."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QStackedWidget, QTabWidget, QWidget

from inspector.gui.guard import guarded

TAB_BAR_HEIGHT: Final = 34
"""Room for the tabs over a page, in pixels."""


class DockTabs(QTabWidget):
    """Tabs whose bar lies over the upper left corner of the page, so that the page has the whole height.

    A page leaves that corner free if its property `besideTabs` is set; any other one begins below the bar.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("dock-tabs")
        self.tabBar().setDrawBase(False)
        self.tabBar().setExpanding(False)

    def add_page(self, page: QWidget, title: str) -> None:
        """Add a tab."""
        if not page.property("besideTabs"):
            page.setContentsMargins(0, TAB_BAR_HEIGHT, 0, 0)
        self.addTab(page, title)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fill()

    @guarded
    def event(self, event: QEvent) -> bool:
        done = super().event(event)
        if event.type() in (QEvent.Type.LayoutRequest, QEvent.Type.Show, QEvent.Type.StyleChange):
            self._fill()
        return done

    def _fill(self) -> None:
        stack = self.findChild(QStackedWidget, "qt_tabwidget_stackedwidget")
        if stack is not None:
            stack.setGeometry(self.rect())
        self.tabBar().raise_()
