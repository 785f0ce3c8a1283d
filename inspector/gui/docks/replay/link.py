"""Ties the replay dock to its window: what is shown, what is selected, both ways; its buttons in the top bar."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QObject, QRectF, Qt
from PySide6.QtGui import QIcon, QPainter, QPen, QPixmap
from PySide6.QtWidgets import QPushButton

from inspector.app.docks import DockId
from inspector.app.i18n import counted
from inspector.app.replay.predictions import predict
from inspector.app.replay.sides import Lane
from inspector.app.wording import numbers
from inspector.gui import theme
from inspector.gui.docks.replay.replayed_page import ReplayedPage
from inspector.gui.guard import guarded
from inspector.gui.navigation import Navigation
from inspector.gui.shell import Shell
from inspector.model import Branch, Conversation

_LEAST_HEIGHT: Final = 290
_MOST_HEIGHT: Final = 440
_SHARE: Final = 0.31
_ICON: Final = 14


def panel_icon(*, shown: bool) -> QIcon:
    """A window with a panel at its bottom: filled while the panel is shown."""
    colors = theme.current()
    ink = colors.accent if shown else colors.muted
    picture = QPixmap(_ICON * 2, _ICON * 2)
    picture.setDevicePixelRatio(2)
    picture.fill(Qt.GlobalColor.transparent)
    with QPainter(picture) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(ink, 1.2))
        painter.drawRoundedRect(QRectF(1, 2, _ICON - 2, _ICON - 4), 2, 2)
        panel = QRectF(1, _ICON * 0.58, _ICON - 2, _ICON * 0.42 - 2)
        if shown:
            painter.fillRect(panel, ink)
        else:
            painter.drawLine(panel.topLeft(), panel.topRight())
    return QIcon(picture)


class ReplayLink(QObject):
    """The connections of one window.

    Attributes:
        controller: the window's replays.
        dock_button, pin_button: in the top bar.
        prompt_page, stored_page: what the inspector shows beside the prompt as sent.
    """

    def __init__(self, shell: Shell, navigation: Navigation) -> None:
        super().__init__(shell.frame)
        self._shell = shell
        self._navigation = navigation
        self._wanted = True
        self._shared = False
        self.controller = shell.replay
        self.dock_button, self.pin_button = QPushButton(shell.top_bar), QPushButton(shell.top_bar)
        for button in (self.dock_button, self.pin_button):
            button.setCheckable(True)
            shell.top_bar.add_widget(button)
        self.prompt_page = ReplayedPage(self.controller, Lane.PROMPT)
        self.stored_page = ReplayedPage(self.controller, Lane.STORED)
        shell.inspector.add_prompt_lane(self.prompt_page, lambda: self.tr("Side by side with replay"))
        shell.inspector.add_prompt_lane(self.stored_page, lambda: self.tr("Stored row"))
        self._connect()
        self._word()
        self._on_page()
        shell.top_bar.installEventFilter(self)
        theme.manager().changed.connect(self._on_theme)

    def _connect(self) -> None:
        shell, controller = self._shell, self.controller
        shell.on_screen.branch_shown.connect(self._on_branch)
        shell.session.closed.connect(controller.clear)
        shell.on_screen.selection_changed.connect(controller.show_selection)
        shell.inspector.text_probe_requested.connect(controller.track_text)
        shell.dock.visibilityChanged.connect(self._on_dock)
        shell.pages.currentChanged.connect(self._on_page)
        self.dock_button.clicked.connect(shell.dock.toggle)
        self.pin_button.clicked.connect(self.compare)
        controller.target_requested.connect(self._navigation.go_to)
        controller.tab_requested.connect(shell.dock.open_tab)
        controller.busy_changed.connect(self._on_busy)
        controller.result_changed.connect(self._on_result)
        controller.state_changed.connect(self._show_buttons)

    # -- what the window shows

    def _on_branch(self, conversation: Conversation, branch: Branch) -> None:
        opened = self._shell.session.current
        if opened is not None:
            self.controller.show_conversation(opened.source, conversation, branch)
            self.controller.show_selection(self._shell.on_screen.selection)

    def _on_page(self) -> None:
        """The dock belongs to an opened source: pages that fill the window do without it."""
        dock = self._shell.dock
        if self._shell.pages.currentWidget() is self._shell.panes:
            dock.setVisible(self._wanted)
            self._share_height()
        else:
            self._wanted = self._wanted if dock.isHidden() else True
            dock.hide()

    def _share_height(self) -> None:
        """The first time there is something to replay, a third of a high window is the dock's."""
        shell = self._shell
        if not self._shared and shell.settings.state("docks").isEmpty():
            self._shared = True
            height = min(max(_LEAST_HEIGHT, round(shell.frame.height() * _SHARE)), _MOST_HEIGHT)
            shell.frame.resizeDocks([shell.dock], [height], Qt.Orientation.Vertical)

    def _on_dock(self, visible: bool) -> None:
        if self._shell.pages.currentWidget() is self._shell.panes:
            self._wanted = not self._shell.dock.isHidden()
        self.controller.set_active(visible)
        self._show_buttons()

    def _on_result(self) -> None:
        """Show in the timeline what the settings do to each row, and how many facts are tracked."""
        controller = self.controller
        self._shell.timeline.set_predictions(predict(controller.recorded, controller.result))
        probes = len(controller.state.probes)
        self._shell.dock.set_badge(DockId.PROBES, numbers.group(probes) if probes else "")
        for page in (self.prompt_page, self.stored_page):
            self._shell.inspector.reload_page(page)

    def _on_busy(self, busy: bool) -> None:
        """Say how long a replay took, as the design's status line does."""
        controller = self.controller
        result, took = controller.result, controller.took_ms
        if not busy and result is not None and took is not None:
            replayed = counted(
                self.tr("Replayed %n request(s)", "", len(result.requests)), len(result.requests)
            )
            text = self.tr("{0} in {1}").format(replayed, numbers.duration(took))
            self._shell.status.show_message(text)

    # -- acting

    def compare(self) -> None:
        """Compare the settings on the controls with what was recorded, as A; or end the comparison."""
        self._shell.dock.open_tab(DockId.REPLAY)
        self.controller.compare_with_recorded()

    # -- the buttons

    @guarded
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LanguageChange:
            self._word()
        return super().eventFilter(watched, event)

    def _show_buttons(self) -> None:
        shown = not self._shell.dock.isHidden()
        self.dock_button.setChecked(shown)
        self.dock_button.setIcon(panel_icon(shown=shown))
        self.pin_button.setChecked(self.controller.state.pinned is not None)
        self.pin_button.setEnabled(self.controller.conversation is not None)

    def _on_theme(self, _theme: object) -> None:
        self._show_buttons()

    def _word(self) -> None:
        self.dock_button.setText(self.tr("Replay"))
        self.dock_button.setToolTip(self.tr("Show or hide the replay panel (F5)"))
        self.pin_button.setText("A | B")
        self.pin_button.setToolTip(self.tr("Compare with what was recorded, as A, or end that (Ctrl+B)"))
        self.pin_button.setAccessibleName(self.tr("Compare A and B"))
        self._show_buttons()
