"""The window: navigator, timeline and inspector side by side, bars above, the replay panel below.

It only places widgets and passes signals on: what is open is the session's business, what commands do is that of
`WindowCommands`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from PySide6.QtCore import QEvent, QPoint, QSize, Qt, QTimer, Slot
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QShowEvent
from PySide6.QtWidgets import QMainWindow, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from inspector.app.actions import Needs
from inspector.app.navigator import Grouping, NavigatorLists
from inspector.app.opened import Opened
from inspector.app.timeline.rows import Row, TurnRow
from inspector.gui.actions import ActionRegistry
from inspector.gui.background import Background
from inspector.gui.commands import WindowCommands
from inspector.gui.docks.controllers import make_controllers
from inspector.gui.docks.dock import ReplayDock
from inspector.gui.docks.table import DOCKS
from inspector.gui.helpers import make_helpers
from inspector.gui.icons import application_icon
from inspector.gui.on_screen import OnScreen
from inspector.gui.session import Session
from inspector.gui.settings import Settings
from inspector.gui.shell import Shell
from inspector.gui.views.centre import Centre
from inspector.gui.views.empty_state import EmptyState
from inspector.gui.views.inspector import InspectorPanel
from inspector.gui.views.navigator import Navigator
from inspector.gui.views.notice_bar import NoticeAction, NoticeArea
from inspector.gui.views.pages import ErrorPage, OpeningPage
from inspector.gui.views.requests import RequestsPane
from inspector.gui.views.search import SearchBar, SearchController
from inspector.gui.views.status_bar import StatusBar
from inspector.gui.views.timeline import TimelinePane
from inspector.gui.views.top_bar import TopBar
from inspector.gui.views.verdict_strip import VerdictStrip
from inspector.model import Conversation
from inspector.resources import resource
from inspector.sources.base import Trait

_PANES: Final = (0.16, 0.44, 0.4)
"""First shares of navigator, timeline and inspector in the width."""
_PATIENCE_MS: Final = 150
"""Opening that takes longer gets a page with progress; for what does not, that would only flicker."""
_LEAST_HEIGHT: Final = 640
_FIRST_SIZE: Final = (1440, 900)
_SCREEN_SHARE: Final = 0.9
_DOCK_HEIGHT: Final = 290


class MainWindow(QMainWindow):
    """The application's window.

    Attributes:
        session: what is open.
        on_screen: the branch and the selection on screen.
        shell: the parts, as helpers get them.
        helpers: what the window does beyond placing its views.
    """

    def __init__(self, settings: Settings, background: Background) -> None:
        super().__init__()
        self.settings = settings
        self.background = background
        self.session = Session(background, self)
        self._patience = QTimer(self)
        self._patience.setSingleShot(True)
        self._patience.setInterval(_PATIENCE_MS)
        self._patience.timeout.connect(self._show_opening)
        self.setWindowIcon(application_icon())
        self.setAcceptDrops(True)
        self.setMinimumHeight(_LEAST_HEIGHT)
        self._build()
        self._restore()
        self.shell = self._make_shell()
        self.helpers = make_helpers(self.shell)
        self.commands = WindowCommands(self.shell, self.helpers)
        self.actions_by_id.bind(self.commands.handlers())
        self.helpers.exports.offer(self.actions_by_id.by_id["save-picture"])
        self._wire()
        self._check_actions()
        self.retranslate()
        self._show_page(self.empty)

    # -- building

    def _build(self) -> None:
        self.top_bar = TopBar(self)
        self.strip = VerdictStrip(self)
        self.notices = NoticeArea(self)
        self.navigator = Navigator(self)
        self.timeline = TimelinePane(self)
        self.centre = Centre(self.timeline, RequestsPane(self), self)
        self.inspector = InspectorPanel(self.background, self)
        self.search = SearchController(self.background, self)
        self.search_bar = SearchBar(self.search, self.top_bar)
        self.top_bar.add_widget(self.search_bar)
        self.empty = EmptyState(self)
        self.opening = OpeningPage(self)
        self.error = ErrorPage(self)
        self.status = StatusBar(self)
        self.controllers = make_controllers(self.session)
        self.dock = ReplayDock(DOCKS, self.controllers, self)
        self.actions_by_id = ActionRegistry(self, self.timeline.tree)
        self.on_screen = OnScreen(self.session, self.top_bar, self.timeline, self.inspector, self)
        self.splitter = QSplitter(Qt.Orientation.Horizontal, self)
        self.splitter.setObjectName("panes")
        self.splitter.setHandleWidth(1)
        self.splitter.setChildrenCollapsible(False)
        for position, (pane, width) in enumerate(
            ((self.navigator, 180), (self.centre, 300), (self.inspector, 240))
        ):
            pane.setMinimumWidth(width)
            self.splitter.addWidget(pane)
            self.splitter.setStretchFactor(position, 1 if pane is self.centre else 0)
        self.panes = QWidget(self)
        column = QVBoxLayout(self.panes)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for widget in (self.top_bar, self.strip, self.notices):
            column.addWidget(widget)
        column.addWidget(self.splitter, 1)
        self.pages = QStackedWidget(self)
        for page in (self.empty, self.opening, self.error, self.panes):
            self.pages.addWidget(page)
        self.setCentralWidget(self.pages)
        self.setStatusBar(self.status)
        self.addDockWidget(Qt.DockWidgetArea.BottomDockWidgetArea, self.dock)
        self.resizeDocks([self.dock], [_DOCK_HEIGHT], Qt.Orientation.Vertical)

    def _make_shell(self) -> Shell:
        return Shell(
            frame=self,
            settings=self.settings,
            background=self.background,
            session=self.session,
            on_screen=self.on_screen,
            replay=self.controllers.replay,
            findings=self.controllers.findings,
            cache=self.controllers.cache,
            actions=self.actions_by_id,
            top_bar=self.top_bar,
            strip=self.strip,
            navigator=self.navigator,
            timeline=self.timeline,
            centre=self.centre,
            inspector=self.inspector,
            search=self.search,
            search_bar=self.search_bar,
            status=self.status,
            dock=self.dock,
            pages=self.pages,
            panes=self.panes,
            splitter=self.splitter,
        )

    def _wire(self) -> None:
        self._wire_session()
        self._wire_views()

    def _wire_session(self) -> None:
        session = self.session
        session.opening.connect(self._on_opening)
        session.progressed.connect(self.show_progress)
        session.opened.connect(self._on_opened)
        session.open_failed.connect(self._on_open_failed)
        session.open_cancelled.connect(self._back_from_error)
        session.lists_changed.connect(self._on_lists)
        session.loaded.connect(self._on_loaded)
        session.reloaded.connect(self._on_reloaded)
        session.load_failed.connect(self.status.show_failure)
        session.blobs_checked.connect(self.timeline.set_blob_states)
        session.reach_changed.connect(self.show_state)
        session.closed.connect(self._on_closed)
        self.background.problem.connect(self.status.show_failure)
        self.background.crashed.connect(self.status.show_failure)

    def _wire_views(self) -> None:
        session, commands, navigation = self.session, self.commands, self.helpers.navigation
        self.on_screen.selection_changed.connect(self._refresh_actions)
        self.top_bar.open_requested.connect(commands.open_file)
        self.navigator.conversation_chosen.connect(self._on_conversation_chosen)
        self.navigator.request_chosen.connect(navigation.go_to_request)
        self.navigator.grouping_chosen.connect(self._on_grouping)
        self.timeline.tree.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        self.timeline.tree.addAction(self.actions_by_id.by_id["presenter"])
        self.timeline.row_activated.connect(self._on_row_activated)
        self.timeline.alternatives_requested.connect(self._on_alternatives)
        self.inspector.request_activated.connect(navigation.go_to_request_index)
        self.inspector.problem.connect(self.status.show_failure)
        self.search.hit_activated.connect(navigation.go_to_hit)
        self.search.hits_changed.connect(navigation.end_hits)
        self.empty.open_requested.connect(commands.open_file)
        self.empty.open_folder_requested.connect(commands.open_folder)
        self.empty.demo_capture_requested.connect(commands.open_demo_capture)
        self.empty.demo_database_requested.connect(commands.open_demo_database)
        self.empty.path_chosen.connect(session.open)
        self.opening.cancel_requested.connect(session.cancel_opening)
        self.error.open_requested.connect(commands.open_file)
        self.error.back_requested.connect(self._back_from_error)
        self.status.cancel_requested.connect(self._stop_work)
        self.dock.visibilityChanged.connect(self._on_dock)

    def _restore(self) -> None:
        if not self.restoreGeometry(self.settings.state("geometry")):
            self.resize(first_size(self.screen().availableSize()))
        self._arranged = self.splitter.restoreState(self.settings.state("panes"))
        self.restoreState(self.settings.state("docks"))
        self.centre.requests.restore_state(self.settings.state("request-columns"))

    def _check_actions(self) -> None:
        """Show in the menus what is chosen."""
        self.empty.show_recent(self.settings.recent)
        registry = self.actions_by_id
        registry.check(f"theme.{self.settings.theme}")
        registry.check(f"language.{self.settings.language}")
        registry.check("group.conversations")
        registry.check("dock", not self.dock.isHidden())

    # -- language and enabling

    def retranslate(self) -> None:
        """Word menus and title in the language in force."""
        self.actions_by_id.retranslate()
        self.helpers.recent.fill()
        self.actions_by_id.fill(self.menuBar(), {"reopen": self.helpers.recent})
        self._show_title()
        self.show_state()
        self._refresh_actions()

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)

    @Slot()
    def show_state(self) -> None:
        """Say in the status line what is open and whether it is followed."""
        self.status.show_session(self.session)

    def _show_title(self) -> None:
        name = self.tr("Context Inspector")
        opened = self.session.current
        self.setWindowTitle(name if opened is None else f"{opened.source.path.name} — {name}")

    @Slot()
    def _refresh_actions(self) -> None:
        opened, conversation = self.session.current, self.session.conversation
        selection = self.on_screen.selection
        there = Needs.NOTHING
        there |= Needs.RECENT if self.settings.recent else there
        if opened is not None:
            there |= Needs.SOURCE
            there |= Needs.RUNS if opened.runs else there
        if conversation is not None:
            there |= Needs.CONVERSATION
            there |= Needs.BRANCHES if len(conversation.branches) > 1 else there
        if self.timeline.current_row is not None:
            there |= Needs.SELECTION
        if selection is not None and selection.blob is not None:
            there |= Needs.BLOB
        self.actions_by_id.enable(there)

    # -- opening

    def _show_page(self, page: QWidget) -> None:
        self._patience.stop()
        self.pages.setCurrentWidget(page)

    @Slot(object)
    def _on_opening(self, path: Path) -> None:
        self.opening.start(path)
        self._patience.start()
        self._refresh_actions()

    @Slot()
    def _show_opening(self) -> None:
        if self.session.is_opening:
            self._show_page(self.opening)

    @Slot(object, object, str)
    def show_progress(self, done: int, total: int, _what: str = "") -> None:
        """Show how far opening, loading or copying is."""
        if self.session.is_opening:
            self.opening.show_progress(done, total)
        else:
            self.status.show_progress(done, total)

    @Slot()
    def _stop_work(self) -> None:
        """Stop what the status bar shows the progress of."""
        for channel in ("conversation", "copy"):
            self.background.cancel(channel)
        self.status.hide_progress()
        self.status.show_message(self.tr("Stopped"))

    @Slot(object)
    def _on_opened(self, opened: Opened) -> None:
        if not opened.source.path.is_relative_to(resource("demo")):
            self.settings.remember(opened.source.path)
        self.helpers.recent.fill()
        self.notices.reset()
        self.navigator.clear()
        self.timeline.clear()
        self.on_screen.select(None)
        self.search.set_source(opened.source)
        self._on_lists(opened)
        self._show_page(self.panes)
        self._show_title()
        if Trait.SESSIONS in opened.source.traits:
            self.navigator.setFocus()
            return
        self.navigator.step(1)
        self.centre.focus()

    @Slot(object)
    def _on_lists(self, opened: Opened) -> None:
        self.navigator.show_lists(NavigatorLists(opened.summaries, opened.runs, opened.requests))
        save_copy = NoticeAction(self.tr("Save a copy…"), self.commands.save_copy)
        self.notices.show_notices(opened.source.notices, {"capture-near-limit": save_copy})
        self.search_bar.set_titles({summary.id: summary.title for summary in opened.summaries})
        self.show_state()
        has_begun = self.timeline.source_empty and bool(opened.summaries)
        self.timeline.set_source_empty(not (opened.summaries or opened.runs or opened.requests))
        if has_begun and Trait.SESSIONS not in opened.source.traits:
            self.navigator.step(1)
        self._refresh_actions()

    @Slot(object, object)
    def _on_open_failed(self, path: Path, error: Exception) -> None:
        self.error.show_error(path, error)
        self._show_page(self.error)
        self._refresh_actions()

    @Slot()
    def _back_from_error(self) -> None:
        self.empty.show_recent(self.settings.recent)
        self._show_page(self.empty if self.session.current is None else self.panes)
        self._refresh_actions()

    @Slot()
    def _on_closed(self) -> None:
        self.navigator.clear()
        self.timeline.clear()
        self.notices.reset()
        self.search.set_source(None)
        self.helpers.navigation.forget()
        self.show_state()
        self.status.show_message("")
        self.on_screen.clear()
        self.empty.show_recent(self.settings.recent)
        self._show_page(self.empty)
        self.actions_by_id.check("follow", False)
        self._show_title()
        self._refresh_actions()

    # -- conversations

    @Slot(str)
    def _on_conversation_chosen(self, conversation_id: str) -> None:
        self.helpers.navigation.forget()
        shown = self.session.conversation
        if shown is None or shown.summary.id != conversation_id:
            self.session.load(conversation_id)

    @Slot(object)
    def _on_loaded(self, conversation: Conversation) -> None:
        self.status.hide_progress()
        self.on_screen.show_branch(conversation.active_branch)
        self.navigator.select(conversation.summary.id)
        self.search.set_conversation(conversation.summary.id)
        self.helpers.navigation.arrive(conversation)

    @Slot(object)
    def _on_reloaded(self, conversation: Conversation) -> None:
        self.status.hide_progress()
        self.on_screen.renew(conversation)

    @Slot(object)
    def _on_row_activated(self, _row: Row | None) -> None:
        """Return in the timeline: read on in the inspector."""
        self.inspector.current_page.setFocus()

    @Slot(object, QPoint)
    def _on_alternatives(self, row: TurnRow, position: QPoint) -> None:
        self.top_bar.branches.open_alternatives(row.alternatives, position)

    @Slot(object)
    def _on_grouping(self, grouping: Grouping) -> None:
        self.actions_by_id.check(f"group.{grouping}")

    @Slot(bool)
    def _on_dock(self, _visible: bool) -> None:
        self.actions_by_id.check("dock", not self.dock.isHidden())

    # -- events

    def showEvent(self, event: QShowEvent) -> None:
        """Share out the width the first time there is one, unless the panes were arranged before."""
        super().showEvent(event)
        if not self._arranged:
            self._arranged = True
            self.splitter.setSizes([round(self.width() * share) for share in _PANES])

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        paths = [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
        if paths:
            event.acceptProposedAction()
            self.session.open(paths[0])

    def closeEvent(self, event: QCloseEvent) -> None:
        self.settings.set_state("geometry", self.saveGeometry())
        self.settings.set_state("panes", self.splitter.saveState())
        self.helpers.panes.restore()
        self.settings.set_state("docks", self.saveState())
        self.settings.set_state("request-columns", self.centre.requests.state())
        self.settings.save()
        self.session.close()
        self.background.shutdown()
        super().closeEvent(event)


def first_size(available: QSize) -> QSize:
    """The window's size before anybody has chosen one: as designed, but at most nine tenths of the screen."""
    width, height = _FIRST_SIZE
    return QSize(
        min(width, round(available.width() * _SCREEN_SHARE)),
        min(height, round(available.height() * _SCREEN_SHARE)),
    )
