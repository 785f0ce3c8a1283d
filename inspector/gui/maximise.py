"""One pane as large as the window, and back: by key for the pane with the keyboard, by a double click on its tabs."""

from __future__ import annotations

from PySide6.QtCore import QObject, Slot
from PySide6.QtWidgets import QApplication, QWidget

from inspector.gui.shell import Shell


class PaneMaximiser(QObject):
    """Hides every other pane while one is maximised."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell.frame)
        self._shell = shell
        self._panes: tuple[QWidget, ...] = (shell.navigator, shell.centre, shell.inspector, shell.dock)
        self._hidden: list[QWidget] = []
        shell.inspector.tabs.tabBarDoubleClicked.connect(self._on_inspector)
        shell.dock.tabs.tabBarDoubleClicked.connect(self._on_dock)
        shell.session.closed.connect(self.restore)

    @property
    def is_on(self) -> bool:
        """Whether a pane is maximised."""
        return bool(self._hidden)

    @Slot()
    def toggle(self) -> None:
        """Maximise the pane that has the keyboard, or give all panes their places back."""
        focused = QApplication.focusWidget()
        pane = next((one for one in self._panes if focused is not None and one.isAncestorOf(focused)), None)
        self.toggle_pane(pane or self._shell.centre)

    def toggle_pane(self, pane: QWidget) -> None:
        """The same for a given pane."""
        if self.is_on:
            self.restore()
            return
        others = [one for one in self._panes if one is not pane and not one.isHidden()]
        if pane is self._shell.dock:
            # The dock cannot be larger than what the central widget leaves it: its panes go as a whole.
            others = [self._shell.splitter]
        for one in others:
            one.hide()
        self._hidden = others

    @Slot()
    def restore(self) -> None:
        """All panes as they were."""
        for one in self._hidden:
            one.show()
        self._hidden = []

    def _on_inspector(self, _tab: int) -> None:
        self.toggle_pane(self._shell.inspector)

    def _on_dock(self, _tab: int) -> None:
        self.toggle_pane(self._shell.dock)
