"""A text with everything around it: the view, its search bar, and a footer with size, wrapping and position."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QFileDialog,
    QHBoxLayout,
    QInputDialog,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from inspector.app.text.document import TextDocument
from inspector.app.text.highlight import Highlighter
from inspector.app.wording import units
from inspector.app.wording.numbers import group, percent
from inspector.gui import theme
from inspector.gui.views.common.elided import ElidedLabel
from inspector.gui.views.text.find_bar import FindBar
from inspector.gui.views.text.view import VirtualTextView
from inspector.model import Problem
from inspector.model.outputs import write_output
from inspector.wire import utf16


class TextPanel(QWidget):
    """Shows one text.

    Attributes:
        view: the text view.
        find_bar: its search bar.
        footer: the row below, to which owners may add widgets.
        file_name: proposed by "Save as…".
        probe_requested: passed on from the view.
        problem: a `Problem` of the environment, such as a failed write.
    """

    probe_requested = Signal(str)
    problem = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.view = VirtualTextView(self)
        self.find_bar = FindBar(self.view, self)
        self.file_name = "text.txt"
        self._size = ElidedLabel()
        self._size.setProperty("tone", "muted")
        self._wrap = QCheckBox()
        self._go_to = QToolButton()
        self.footer = QHBoxLayout()
        self._lay_out()
        self._word()
        self._connect()
        self._wrap.setChecked(True)

    def set_text(
        self,
        text: str | TextDocument,
        *,
        highlighter: Highlighter | None = None,
        line_tones: npt.NDArray[np.uint8] | None = None,
        gutter_label: Callable[[int], str] | None = None,
        gutter_cells: int = 0,
        file_name: str = "text.txt",
    ) -> None:
        """Show a text from its top (see `VirtualTextView.set_text`); the same text again stays where it is."""
        self.file_name = file_name
        top, chosen = self._place_in(text)
        self.view.set_text(
            text,
            highlighter=highlighter,
            line_tones=line_tones,
            gutter_label=gutter_label,
            gutter_cells=gutter_cells,
        )
        self.view.restore_place(top, chosen)
        self.find_bar.restart()
        self._show_size()

    def save_as(self) -> None:
        """Ask for a name and write the whole text as UTF-8."""
        name, _ = QFileDialog.getSaveFileName(self, self.tr("Save text as"), self.file_name)
        if not name:
            return
        try:
            write_output(Path(name), self.view.document.text)
        except Problem as problem:
            self.problem.emit(problem)

    def go_to_offset(self) -> None:
        """Ask for a character position and show it."""
        last = self.view.document.utf16_length
        place, chosen = QInputDialog.getInt(
            self, self.tr("Go to character"), self.tr("Character (from 0):"), 0, 0, max(0, last)
        )
        if chosen:
            self.show_char(place)

    def show_char(self, char: int) -> None:
        """Bring a position, counted in UTF-16 code units, on screen and put the caret there."""
        offset = len(utf16.slice_units(self.view.document.text, 0, char))
        self.view.reveal(offset)
        self.view.select_range(offset, offset)
        self.view.setFocus()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.LanguageChange:
            self._word()
            self._show_size()

    def _place_in(self, text: str | TextDocument) -> tuple[int, tuple[int, int]]:
        """Where the reader is, if it is the text on screen that comes anew (a followed file), else its top."""
        new = text.text if isinstance(text, TextDocument) else text
        if new != self.view.document.text:
            return 0, (0, 0)
        return self.view.top_offset(), (self.view.caret.anchor, self.view.caret.position)

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.view, 1)
        column.addWidget(self.find_bar)
        self.footer.setContentsMargins(theme.Space.S, theme.Space.XS, theme.Space.S, theme.Space.XS)
        self.footer.setSpacing(theme.Space.S)
        size = QHBoxLayout()
        size.addWidget(self._size)
        size.addStretch(1)
        self.footer.addLayout(size, 1)
        self.footer.addWidget(self._go_to)
        self.footer.addWidget(self._wrap)
        column.addLayout(self.footer)

    def _word(self) -> None:
        self._wrap.setText(self.tr("Wrap"))
        self._wrap.setToolTip(self.tr("Wrap long lines"))
        self._go_to.setText(self.tr("Go to…"))
        self._go_to.setToolTip(self.tr("Go to a character position (Ctrl+Shift+L)"))

    def _connect(self) -> None:
        self.view.find_requested.connect(self.find_bar.open_bar)
        self.view.save_requested.connect(self.save_as)
        self.view.probe_requested.connect(self.probe_requested)
        self.view.caret_moved.connect(self._show_size)
        self.view.document_indexed.connect(self._show_size)
        self._wrap.toggled.connect(self.view.set_wrap)
        self._go_to.clicked.connect(self.go_to_offset)
        self.view.go_to_requested.connect(self.go_to_offset)

    def _show_size(self) -> None:
        document = self.view.document
        if not document.complete:
            share = percent(document.indexed / max(1, len(document.text)))
            self._size.setText(self.tr("reading… {0}").format(share))
            return
        pieces = [units.chars(document.utf16_length), units.lines(document.line_count)]
        start, end = self.view.caret.selection
        if start < end:
            plain = document.utf16_length == len(document.text)
            chosen = end - start if plain else utf16.length(document.text[start:end])
            pieces.append(self.tr("{0} selected").format(group(chosen)))
        self._size.setText(" · ".join(pieces))
