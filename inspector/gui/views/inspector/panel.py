"""The inspector panel: tabs about the selected thing; a page loads when it is looked at, not before."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields

from PySide6.QtCore import QEvent, Qt, Signal, Slot
from PySide6.QtWidgets import QFrame, QStackedWidget, QTabBar, QVBoxLayout, QWidget

from inspector.app.selection import Selection
from inspector.gui import theme
from inspector.gui.background import Background
from inspector.gui.views.common.page import Page
from inspector.gui.views.diff.page import DiffPage
from inspector.gui.views.inspector.break_page import BreakPage
from inspector.gui.views.inspector.composition_page import CompositionPage
from inspector.gui.views.inspector.content_page import ContentPage
from inspector.gui.views.inspector.lane_bar import LaneBar
from inspector.gui.views.inspector.prompt_page import PromptPage
from inspector.gui.views.inspector.tools_page import ToolsPage
from inspector.gui.views.inspector.usage_page import UsagePage
from inspector.gui.views.inspector.wire_page import WirePage


class InspectorPanel(QWidget):
    """Content · Prompt · Wire · Tools · Made of · Usage · Break · Diff to previous.

    Attributes:
        request_activated: the person went to another request (its index).
        text_probe_requested: the person wants to track a text as a fact.
        problem: a `Problem` of the environment, such as a file that could not be written.
        content, prompt, wire, tools, composition, usage, breaks, diff: the pages.
    """

    request_activated = Signal(int)
    text_probe_requested = Signal(str)
    problem = Signal(object)

    def __init__(self, background: Background, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("inspector-panel")
        self.setProperty("surface", "surface")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._selection: Selection | None = None
        self._stale: set[Page] = set()
        self.content = ContentPage(background)
        self.prompt = PromptPage(background)
        self.wire = WirePage(background)
        self.tools = ToolsPage(background)
        self.composition = CompositionPage(background)
        self.usage = UsagePage(background)
        self.breaks = BreakPage(background)
        self.diff = DiffPage(background)
        self.pages: tuple[Page, ...] = (
            self.content,
            self.prompt,
            self.wire,
            self.tools,
            self.composition,
            self.usage,
            self.breaks,
            self.diff,
        )
        self.tabs = QTabBar()
        self.tabs.setExpanding(False)
        self.tabs.setDrawBase(False)
        self.tabs.setUsesScrollButtons(True)
        self._stack = QStackedWidget()
        self.lanes = LaneBar()
        self.lanes.chosen.connect(self._show_lane)
        for page in self.pages:
            self.tabs.addTab("")
            self._stack.addWidget(page)
            page.request_activated.connect(self.request_activated)
            page.probe_requested.connect(self.text_probe_requested)
            page.problem.connect(self.problem)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._tab_row())
        column.addWidget(self.lanes)
        column.addWidget(self._stack, 1)
        self.tabs.currentChanged.connect(self._show_tab)
        self.composition.part_activated.connect(self.show_bytes)
        self.breaks.wire_requested.connect(self.show_bytes)
        self._word()
        self.show_selection(None)

    def show_selection(self, selection: Selection | None) -> None:
        """Show another thing; the page on screen loads now, the others when they are looked at."""
        if _is_same(selection, self._selection):
            return
        self._selection = selection
        self._stale = {*self.pages, *self.lanes.pages}
        self._show_tab(self.tabs.currentIndex())

    def show_query(self, query: str) -> None:
        """Mark what the session is searched for in the content; "" ends that."""
        self.content.text.find_bar.search(query)

    def reload(self) -> None:
        """Show the same thing anew, because its source or the language changed."""
        self._stale = {*self.pages, *self.lanes.pages}
        self._show_tab(self.tabs.currentIndex())

    def show_page(self, page: Page) -> None:
        """Bring a page to the front."""
        self.tabs.setCurrentIndex(self.pages.index(page))

    def add_prompt_lane(self, page: Page, word: Callable[[], str]) -> None:
        """Offer another page in the prompt's place; `word` gives its name in the language in force."""
        if not self.lanes.pages:
            self.lanes.add(self.prompt, lambda: self.tr("As sent"))
        self.lanes.add(page, word)
        self._stack.addWidget(page)
        self._stale.add(page)
        page.request_activated.connect(self.request_activated)
        page.probe_requested.connect(self.text_probe_requested)
        page.problem.connect(self.problem)

    @Slot(object, str)
    def show_bytes(self, selection: Selection, path: str) -> None:
        """Show the recorded JSON of a selection at a path; of a stored message its parts."""
        self._stale.discard(self.wire)
        self.show_page(self.wire)
        self.wire.seek(selection, path)

    def reload_page(self, page: Page) -> None:
        """Load a page anew, now if it is on screen."""
        self._stale.add(page)
        if self.current_page is page:
            self._show_tab(self.tabs.currentIndex())

    @property
    def current_page(self) -> Page:
        """The page on screen."""
        page = self.pages[self.tabs.currentIndex()]
        return self.lanes.current or page if page is self.prompt else page

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.LanguageChange:
            self._word()
            self.reload()

    def _tab_row(self) -> QWidget:
        """The tabs on the panel's colour, over a line, as the design has them."""
        row, line = QWidget(), QFrame()
        row.setProperty("surface", "panel")
        row.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        line.setProperty("line", True)
        column = QVBoxLayout(row)
        column.setContentsMargins(theme.Space.XS, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.tabs)
        column.addWidget(line)
        return row

    def _show_lane(self) -> None:
        self._show_tab(self.tabs.currentIndex())

    def _show_tab(self, index: int) -> None:
        self.lanes.setVisible(self.pages[index] is self.prompt and len(self.lanes.pages) > 1)
        page = self.current_page
        self._stack.setCurrentWidget(page)
        if page in self._stale:
            self._stale.discard(page)
            page.show_selection(self._selection)

    def _word(self) -> None:
        self.tabs.setAccessibleName(self.tr("What is shown of the selected thing"))
        titles = (
            (self.tr("Content"), self.tr("The selected turn, part or blob in readable form")),
            (self.tr("Prompt"), self.tr("The prompt as it was sent")),
            (self.tr("Wire"), self.tr("The recorded JSON of request and response")),
            (self.tr("Tools"), self.tr("The tools the request offered")),
            (self.tr("Made of"), self.tr("What fills the prompt, down to single parts")),
            (self.tr("Usage"), self.tr("What the provider accounted")),
            (self.tr("Break"), self.tr("Why its prefix did or did not match, byte by byte")),
            (self.tr("Diff"), self.tr("What changed since the request before")),
        )
        for index, (title, tip) in enumerate(titles):
            self.tabs.setTabText(index, title)
            self.tabs.setTabToolTip(index, tip)


def _is_same(one: Selection | None, other: Selection | None) -> bool:
    """Whether two selections hold the very same objects; comparing conversations by value would take seconds."""
    if one is None or other is None:
        return False
    return all(getattr(one, field.name) is getattr(other, field.name) for field in fields(one))
