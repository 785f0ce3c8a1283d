"""The JSON view: laid out and foldable, or exactly as recorded; values and paths can be copied."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QEvent, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QCheckBox, QMenu, QVBoxLayout, QWidget

from inspector.analysis.json_layout import JsonLayout, lay_out
from inspector.app.i18n import counted
from inspector.app.text.document import TextDocument
from inspector.app.text.folds import FoldState
from inspector.app.text.highlight import JsonHighlighter
from inspector.app.wording import units
from inspector.gui.views.text.panel import TextPanel

_INDENT: Final = "  "
_OPEN_LINES: Final = 2_000
_OPEN_DEPTH: Final = 2


@dataclass(frozen=True, slots=True)
class PreparedJson:
    """JSON laid out and indexed: a worker's job, a dense megabyte takes 0.2 s.

    Attributes:
        layout: the layout.
        document: its text, indexed.
    """

    layout: JsonLayout
    document: TextDocument


def prepare_json(source: str) -> PreparedJson:
    """Lay out and index JSON text."""
    layout = lay_out(source)
    document = TextDocument(layout.text)
    document.index_all()
    return PreparedJson(layout, document)


class JsonView(QWidget):
    """Shows JSON.

    Attributes:
        panel: the text panel inside.
        probe_requested, problem: passed on from it.
    """

    probe_requested = Signal(str)
    problem = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.panel = TextPanel(self)
        self._json: PreparedJson | None = None
        self._recorded = QCheckBox()
        self._recorded.toggled.connect(self._show)
        self.panel.footer.insertWidget(1, self._recorded)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.panel)
        self.panel.view.menu_built.connect(self._extend_menu)
        self.panel.probe_requested.connect(self.probe_requested)
        self.panel.problem.connect(self.problem)
        self._word()

    def set_json(self, prepared: PreparedJson, *, file_name: str = "value.json") -> None:
        """Show JSON from its top; of long texts only the outer levels are open."""
        self._json = prepared
        self.panel.file_name = file_name
        self._show()

    def show_line(self, line: int) -> None:
        """Select the value that begins on a line of the layout and bring it on screen."""
        if self._json is None:
            return
        self._recorded.setChecked(False)
        fold = self._json.layout.folds.get(line)
        document = self._json.document
        start = document.line_span(line)[0] + len(_INDENT) * self._json.layout.depth(line)
        self.panel.view.select_range(start, document.line_span(line if fold is None else fold.end)[1])

    def fold_all(self) -> None:
        """Close every object and array inside the outermost one."""
        self._fold_from(1)

    def unfold_all(self) -> None:
        """Open everything."""
        if self.panel.view.folds is not None:
            self.panel.view.folds.closed.clear()
            self.panel.view.refold()

    def copy_path(self, line: int) -> None:
        """Put the JSONPath of a line on the clipboard."""
        if self._json is not None:
            QGuiApplication.clipboard().setText(self._json.layout.path(line))

    def copy_value(self, line: int) -> None:
        """Put the value that begins on a line on the clipboard."""
        if self._json is not None:
            QGuiApplication.clipboard().setText(self._json.layout.value(line))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.LanguageChange:
            self._word()

    def _word(self) -> None:
        self._recorded.setText(self.tr("As recorded"))
        self._recorded.setToolTip(self.tr("Show the text exactly as it was recorded, not laid out"))

    def _show(self) -> None:
        if self._json is None:
            return
        layout = self._json.layout
        recorded, name = self._recorded.isChecked(), self.panel.file_name
        text = layout.source if recorded else self._json.document
        self.panel.set_text(text, highlighter=JsonHighlighter(), file_name=name)
        if not recorded and layout.folds:
            ends = {head: fold.end for head, fold in layout.folds.items()}
            self.panel.view.set_folds(FoldState(layout.line_count, ends, self._placeholder))
            if layout.line_count > _OPEN_LINES:
                self._fold_from(_OPEN_DEPTH)

    def _fold_from(self, depth: int) -> None:
        folds = self.panel.view.folds
        if self._json is not None and folds is not None:
            layout = self._json.layout
            folds.closed = {head for head in layout.folds if layout.depth(head) >= depth}
            self.panel.view.refold()

    def _placeholder(self, head: int) -> str:
        if self._json is None:
            return "…"
        layout = self._json.layout
        fold = layout.folds[head]
        items = counted(self.tr("%n item(s)", "", fold.items), fold.items)
        closing = layout.text_line(fold.end).strip()
        return f"… {items}, {units.chars(layout.chars(fold))} {closing}"

    def _extend_menu(self, menu: QMenu, offset: int) -> None:
        if self._json is None or self._recorded.isChecked():
            return
        line = self.panel.view.document.line_at(offset)
        menu.addSeparator()
        menu.addAction(self.tr("Copy value"), lambda: self.copy_value(line))
        path = self._json.layout.path(line)
        menu.addAction(self.tr("Copy path {0}").format(path), lambda: self.copy_path(line))
        menu.addSeparator()
        menu.addAction(self.tr("Fold all"), self.fold_all)
        menu.addAction(self.tr("Unfold all"), self.unfold_all)
