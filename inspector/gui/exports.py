"""What leaves the window as a file: reports through the export dialog, and charts as pictures."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Qt, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFileDialog, QInputDialog, QWidget

from inspector.app.wording.navigator import title
from inspector.gui.pictures import CHART_TYPES, charts_in, save_picture
from inspector.gui.shell import Shell
from inspector.model import Problem

if TYPE_CHECKING:
    from inspector.gui.dialogs.export import ExportDialog

_NO_MENU_YET: Final = Qt.ContextMenuPolicy.DefaultContextMenu


class Exports(QObject):
    """The exports of one window."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell.frame)
        self._shell = shell

    def offer(self, save_picture: QAction) -> None:
        """Put the action into the context menu of every chart that has no menu of its own."""
        for chart in self._shell.frame.findChildren(QWidget):
            if isinstance(chart, CHART_TYPES) and chart.contextMenuPolicy() is _NO_MENU_YET:
                chart.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
                chart.addAction(save_picture)

    @Slot()
    def open_dialog(self) -> None:
        """Ask what to export."""
        if (dialog := self.make_dialog()) is not None:
            dialog.open()

    def make_dialog(self) -> ExportDialog | None:
        """The dialog for what is on screen; None when nothing is."""
        from inspector.gui.dialogs.export import ExportDialog, ExportSubject

        shell = self._shell
        opened, conversation = shell.session.current, shell.session.conversation
        if opened is None or conversation is None:
            return None
        controller = shell.replay
        changed = len(controller.state.changes()) if controller.is_open else 0
        names = {row.summary.id: title(row) for row in shell.navigator.entries()}
        subject = ExportSubject(
            source=opened.source,
            conversation=conversation.summary.id,
            title=names.get(conversation.summary.id) or conversation.summary.title,
            others=[summary.id for summary in opened.summaries if not summary.deleted],
            settings=controller.state.settings if changed else None,
            changed=changed,
            probes=controller.state.probes,
        )
        dialog = ExportDialog(subject, shell.background, shell.frame)
        dialog.saved.connect(self._on_saved)
        return dialog

    @Slot()
    def save_picture(self) -> None:
        """Ask which chart and where to, and write it."""
        chart = self._choose_chart()
        if chart is None:
            return
        name, _ = QFileDialog.getSaveFileName(
            self._shell.frame,
            self.tr("Save a chart as a picture"),
            str(Path.home() / "chart.png"),
            self.tr("Pictures (*.png *.svg)"),
        )
        if name:
            self.write_picture(chart, Path(name))

    def write_picture(self, chart: QWidget, path: Path) -> None:
        """Write a chart; a failure is told in the status line."""
        try:
            save_picture(chart, path if path.suffix else path.with_suffix(".png"))
        except Problem as problem:
            self._shell.status.show_failure(problem)
        else:
            self._on_saved(path)

    def _choose_chart(self) -> QWidget | None:
        """The chart that has the focus, the only one on screen, or the one chosen from a list."""
        charts = charts_in(self._shell.frame)
        focused = self._shell.frame.focusWidget()
        if focused in charts:
            return focused
        shown = [chart for chart in charts if chart.isVisible()] or charts
        if not shown:
            self._shell.status.show_message(
                self.tr("There is no chart to save; open the replay panel first.")
            )
            return None
        if len(shown) == 1:
            return shown[0]
        names = [f"{number} {chart.accessibleName()}" for number, chart in enumerate(shown, 1)]
        name, chosen = QInputDialog.getItem(
            self._shell.frame, self.tr("Save a chart as a picture"), self.tr("Which chart?"), names, 0, False
        )
        return shown[names.index(name)] if chosen else None

    @Slot(object)
    def _on_saved(self, path: Path) -> None:
        self._shell.status.show_message(self.tr("Saved {0}").format(path))
