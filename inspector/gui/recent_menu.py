"""The menu of recently opened files."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from inspector.gui.shell import Shell


class RecentMenu(QMenu):
    """Lists recent files and opens them."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell.frame)
        self._shell = shell
        self.triggered.connect(self._on_triggered)

    def fill(self) -> None:
        """List the files anew, in the language in force."""
        self.setTitle(self.tr("Open recent"))
        self.clear()
        for path in self._shell.settings.recent:
            self.addAction(str(path).replace("&", "&&")).setData(str(path))
        self.setEnabled(not self.isEmpty())
        if not self.isEmpty():
            self.addSeparator()
            self.addAction(self.tr("Forget these"))

    @Slot(QAction)
    def _on_triggered(self, action: QAction) -> None:
        """Open what an entry names, or forget all of them."""
        path = action.data()
        if path:
            self._shell.session.open(Path(path))
        else:
            self._shell.settings.forget_recent()
            self.fill()
