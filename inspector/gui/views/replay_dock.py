"""The panel at the bottom; its tabs are registered as data, so each feature brings its own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QDockWidget, QLabel, QStackedWidget, QTabWidget, QVBoxLayout, QWidget

from inspector.app.i18n import translate
from inspector.app.wording.numbers import group
from inspector.gui.session import Session
from inspector.gui.theme import Space

TAB_BAR_HEIGHT: Final = 34
"""Room for the tabs over a page, in pixels."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DockTab:
    """A tab of the panel.

    Attributes:
        id: stable name.
        title: English; translated in the context "DockTabs".
        factory: makes the widget for a session and a parent.
    """

    id: str
    title: str
    factory: Callable[[Session, QWidget], QWidget]


_TABS: Final[dict[str, DockTab]] = {}


def register_tab(tab_id: str, title: str, factory: Callable[[Session, QWidget], QWidget]) -> None:
    """Add a tab to every window made from now on; an id may be registered once."""
    if tab_id in _TABS:
        raise ValueError(f"there is a tab {tab_id!r} already")
    _TABS[tab_id] = DockTab(id=tab_id, title=title, factory=factory)


def registered_tabs() -> tuple[DockTab, ...]:
    """All tabs in the order they were registered."""
    return tuple(_TABS.values())


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


class ReplayDock(QDockWidget):
    """The dock with its tabs; without any it says what will be found here."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("replay-dock")
        self.setAllowedAreas(Qt.DockWidgetArea.BottomDockWidgetArea)
        self.setFeatures(QDockWidget.DockWidgetFeature.DockWidgetClosable)
        self.setTitleBarWidget(QWidget(self))
        self._hint: QLabel | None = None
        self._badges: dict[str, int] = {}
        self._tabs = DockTabs(self)
        for tab in registered_tabs():
            self._tabs.add_page(tab.factory(session, self._tabs), translate("DockTabs", tab.title))
        self.setWidget(self._tabs if registered_tabs() else self._make_hint())
        self._word_tabs()

    @property
    def tabs(self) -> QTabWidget:
        """The tab widget."""
        return self._tabs

    def set_badge(self, tab_id: str, count: int) -> None:
        """Show a count behind a tab's title; 0 shows none."""
        if self._badges.get(tab_id, 0) != count:
            self._badges[tab_id] = count
            self._word_tabs()

    def _word_tabs(self) -> None:
        self._tabs.tabBar().setAccessibleName(self.tr("Tools for the session on screen"))
        for position, tab in enumerate(registered_tabs()):
            count = self._badges.get(tab.id, 0)
            title = translate("DockTabs", tab.title)
            self._tabs.setTabText(position, f"{title} {group(count)}" if count else title)

    def show_tab(self, tab_id: str) -> None:
        """Bring a tab to the front."""
        ids = [tab.id for tab in registered_tabs()]
        if tab_id in ids:
            self._tabs.setCurrentIndex(ids.index(tab_id))

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self._word_tabs()
            if self._hint is not None:
                self._hint.setText(self._hint_text())
        super().changeEvent(event)

    def _make_hint(self) -> QWidget:
        holder = QWidget(self)
        holder.setProperty("surface", "panel")
        holder.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        layout = QVBoxLayout(holder)
        layout.setContentsMargins(Space.L, Space.L, Space.L, Space.L)
        self._hint = QLabel(self._hint_text(), holder)
        self._hint.setProperty("tone", "muted")
        self._hint.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._hint.setWordWrap(True)
        layout.addWidget(self._hint)
        return holder

    def _hint_text(self) -> str:
        return self.tr("No replay tools are installed. Replays of the session on screen are shown here.")
