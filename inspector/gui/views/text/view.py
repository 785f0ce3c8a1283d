"""The virtual text view: shows texts of any size, painting only the rows on screen.

The document is indexed block by block from a timer, so the first page is there at once. Vertical scrolling is
in rows, horizontal in cells; both are plain numbers, so a line of 5 MB costs no more than a short one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QElapsedTimer, QEvent, QKeyCombination, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QMenu, QWidget

from inspector.app.text.caret import Caret
from inspector.app.text.document import TextDocument
from inspector.app.text.folds import FoldState
from inspector.app.text.highlight import Highlighter
from inspector.app.text.line_marks import MarkRole, Marks
from inspector.app.text.row_map import RowMap
from inspector.gui import theme
from inspector.gui.guard import guarded
from inspector.gui.views.text.drag import DragScroll
from inspector.gui.views.text.keys import move_caret, moves_caret
from inspector.gui.views.text.page import PagePainter
from inspector.gui.views.text.painting import Grid

_SPARE_CELLS: Final = 1
_BLOCKS_PER_SCROLL_UPDATE: Final = 8
_WHEEL_ROWS: Final = 3
_GO_TO: Final = QKeyCombination(
    Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier, Qt.Key.Key_L
)


class VirtualTextView(QAbstractScrollArea):
    """A read-only text with selection, marks, folds, line numbers and syntax colours.

    Attributes:
        caret_moved: the caret or the selection changed.
        document_indexed: all lines are known.
        probe_requested: the person wants to track the selected text as a fact.
        save_requested: the person wants the whole text in a file.
        find_requested: the person wants to search in the text.
        step_requested: the person wants the next hit (True: the previous one).
        go_to_requested: the person wants to go to a position.
        laid_out: rows were made anew, for another text or width.
        menu_built: emitted with the context menu and the offset under it, for owners to add to.
    """

    caret_moved = Signal()
    document_indexed = Signal()
    probe_requested = Signal(str)
    save_requested = Signal()
    find_requested = Signal()
    step_requested = Signal(bool)
    go_to_requested = Signal()
    menu_built = Signal(object, int)
    laid_out = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self.tr("Text"))
        self.viewport().setCursor(Qt.CursorShape.IBeamCursor)
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.grid = Grid(theme.code_font())
        self.marks = Marks()
        self.highlighter: Highlighter | None = None
        self.folds: FoldState | None = None
        self.line_tones: npt.NDArray[np.uint8] | None = None
        self.gutter_label: Callable[[int], str] | None = None
        self.gutter_cells = 0
        self.searching = False
        self._wrap = False
        self._page = PagePainter(self)
        self._drag = DragScroll(self, self)
        self._selecting = False
        self._double_click = QElapsedTimer()
        self._wheel_rest = 0.0
        self._indexer = QTimer(self)
        self._indexer.setInterval(0)
        self._indexer.timeout.connect(self._index_more)
        self._blocks = 0
        self.document = TextDocument("")
        self.rows = RowMap(self.document)
        self.caret = Caret(self.document, self.rows)
        theme.manager().changed.connect(self._theme_changed)

    def set_text(
        self,
        text: str | TextDocument,
        *,
        highlighter: Highlighter | None = None,
        line_tones: npt.NDArray[np.uint8] | None = None,
        gutter_label: Callable[[int], str] | None = None,
        gutter_cells: int = 0,
    ) -> None:
        """Show a text from its top; marks, folds and selection of the one before are gone.

        Args:
            text: any length; or a document, perhaps indexed by a worker already, that nobody else uses.
            highlighter: colours the slices on screen.
            line_tones: a `LineTone` per line.
            gutter_label: what to write beside a line (0-based); its number if None.
            gutter_cells: room for such labels in cells; 0 = as many as the line count has digits.
        """
        self.gutter_cells = gutter_cells
        self.highlighter, self.line_tones, self.gutter_label = highlighter, line_tones, gutter_label
        self.folds = None
        self._adopt(text if isinstance(text, TextDocument) else TextDocument(text))

    def set_wrap(self, wrap: bool) -> None:
        """Wrap long lines at the view's width, keeping the top line in place."""
        if wrap != self._wrap:
            top = self.top_offset()
            self._wrap = wrap
            self.horizontalScrollBar().setValue(0)
            self._relayout(top)

    def set_folds(self, folds: FoldState | None) -> None:
        """Allow folding; needs every line, so the rest of the text is indexed now."""
        self.document.index_all()
        self.folds = folds
        self.refold()

    def refold(self) -> None:
        """Follow a change of `folds`."""
        self.rows.set_hidden(self.folds.hidden() if self.folds else None)
        self._update_scroll_bars()
        self.viewport().update()

    def toggle_fold(self, line: int) -> None:
        """Open or close the fold that begins on `line`, if one does."""
        if self.folds is not None and self.folds.is_head(line):
            self.folds.toggle(line)
            self.refold()

    def set_marks(self, layer: str, role: MarkRole, ranges: Iterable[tuple[int, int]]) -> None:
        """Replace a layer of coloured ranges."""
        self.marks.set(layer, role, ranges)
        self.viewport().update()

    def clear_marks(self, layer: str) -> None:
        """Remove a layer."""
        self.marks.clear(layer)
        self.viewport().update()

    def reveal(self, offset: int) -> None:
        """Bring an offset on screen, opening folds and indexing up to it if need be."""
        while self.document.indexed < offset:
            self.document.index_block()
            self._blocks += 1
        self.rows.rebuild()
        if self.folds is not None and self.folds.reveal(self.document.line_at(offset)):
            self.refold()
        self._update_scroll_bars()
        self._scroll_to(offset, margin=self.page_rows // 3)

    def scroll_to_top(self, offset: int) -> None:
        """Make the row of an offset the first on screen, as far as the text goes on below."""
        self.reveal(offset)
        self.verticalScrollBar().setValue(self.rows.row_of(offset))

    def select_range(self, start: int, end: int) -> None:
        """Select a range and bring it on screen."""
        self.reveal(start)
        self.caret.select(start, end)
        self._caret_changed(follow=False)

    def restore_place(self, top: int, chosen: tuple[int, int]) -> None:
        """Scroll to an offset and select from an anchor to a position."""
        if top or any(chosen):
            self.caret.select(*chosen)
            self.scroll_to_top(top)

    def selected_text(self) -> str:
        """What is selected; "" when nothing is."""
        start, end = self.caret.selection
        return self.document.text[start:end]

    def select_all(self) -> None:
        """Select the whole text."""
        self.caret.move_to(0)
        self.caret.to_end(extend=True)
        self._update_scroll_bars()
        self._caret_changed(follow=False)

    def copy(self) -> None:
        """Put the selection on the clipboard."""
        if text := self.selected_text():
            QGuiApplication.clipboard().setText(text)

    def copy_all(self) -> None:
        """Put the whole text on the clipboard."""
        QGuiApplication.clipboard().setText(self.document.text)

    def top_offset(self) -> int:
        """Offset at the start of the first row on screen."""
        if not self.rows.row_count:
            return 0
        row = min(self.verticalScrollBar().value(), self.rows.row_count - 1)
        return self.rows.span(row, 0, 1)[1]

    def offset_under(self, point: QPoint) -> int:
        """Offset of the character under a point of the viewport."""
        row = self.verticalScrollBar().value() + point.y() // self.grid.row_height
        row = max(0, min(row, self.rows.row_count - 1))
        cell = round((point.x() - self._page.text_left) / self.grid.cell) + self.horizontalScrollBar().value()
        return self.rows.offset_in_row(row, max(0, cell))

    @property
    def page_rows(self) -> int:
        """Whole rows that fit on screen, at least one."""
        return max(1, self.viewport().height() // self.grid.row_height)

    @property
    def page_cells(self) -> int:
        """Whole cells that fit beside the gutter, at least ten."""
        room = self.viewport().width() - self._page.text_left
        return max(10, int(room / self.grid.cell) - _SPARE_CELLS)

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self.viewport()) as painter:
            self._page.paint(painter, event.rect())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._relayout(self.top_offset())

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        if dx or abs(dy) >= self.page_rows:
            self.viewport().update()
        else:
            self.viewport().scroll(0, dy * self.grid.row_height)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if move_caret(self.caret, self.page_rows, event):
            self._caret_changed(follow=True)
        elif (command := self._command_for(event)) is not None:
            command()
        else:
            super().keyPressEvent(event)

    @guarded
    def event(self, event: QEvent) -> bool:
        """Keys of this view come here and not to the window's actions while it has the focus."""
        override = event.type() is QEvent.Type.ShortcutOverride
        if override and isinstance(event, QKeyEvent) and self._is_ours(event):
            event.accept()
            return True
        return super().event(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        point = event.position().toPoint()
        if event.button() is not Qt.MouseButton.LeftButton:
            return
        if point.x() < self._page.text_left:
            self.toggle_fold(self.document.line_at(self.offset_under(point)))
            return
        self._selecting = True
        interval = QGuiApplication.styleHints().mouseDoubleClickInterval()
        if self._double_click.isValid() and not self._double_click.hasExpired(interval):
            self._double_click.invalidate()
            self.caret.select_line()
            self._caret_changed(follow=False)
            return
        extend = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        self.caret.move_to(self.offset_under(point), extend=extend)
        self._caret_changed(follow=False)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        point = event.position().toPoint()
        if event.buttons() & Qt.MouseButton.LeftButton and self._selecting:
            self._drag.drag_to(point)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._selecting = False
        self._drag.stop()

    def extend_to(self, point: QPoint) -> None:
        """Extend the selection to the character under a point."""
        self.caret.move_to(self.offset_under(point), extend=True)
        self._caret_changed(follow=True)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.caret.move_to(self.offset_under(event.position().toPoint()))
        self.caret.select_word()
        self._double_click.start()
        self._caret_changed(follow=False)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier or event.angleDelta().x():
            super().wheelEvent(event)
            return
        pixels = event.pixelDelta().y()
        rows = pixels / self.grid.row_height if pixels else event.angleDelta().y() / 120 * _WHEEL_ROWS
        self._wheel_rest += rows
        whole = int(self._wheel_rest)
        self._wheel_rest -= whole
        self.verticalScrollBar().setValue(self.verticalScrollBar().value() - whole)
        event.accept()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.viewport().update()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        offset = self.caret.position
        if event.reason() is QContextMenuEvent.Reason.Mouse:
            offset = self.offset_under(event.pos())
        self.build_menu(offset).popup(event.globalPos())

    def build_menu(self, offset: int) -> QMenu:
        """The context menu for the character at `offset`."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        copy = menu.addAction(self.tr("Copy"), self.copy)
        menu.addAction(self.tr("Copy all"), self.copy_all)
        menu.addAction(self.tr("Select all"), self.select_all)
        self.menu_built.emit(menu, offset)
        menu.addSeparator()
        menu.addAction(self.tr("Save as…"), self.save_requested.emit)
        probe = menu.addAction(self.tr("Probe this selection"), self._request_probe)
        for action in (copy, probe):
            action.setEnabled(bool(self.selected_text()))
        return menu

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.LanguageChange:
            self.setAccessibleName(self.tr("Text"))

    def _request_probe(self) -> None:
        self.probe_requested.emit(self.selected_text())

    def _is_ours(self, event: QKeyEvent) -> bool:
        return moves_caret(event) or self._command_for(event) is not None

    def _command_for(self, event: QKeyEvent) -> Callable[[], None] | None:
        """What a key does that does not move the caret."""
        for key, command in (
            (QKeySequence.StandardKey.Copy, self.copy),
            (QKeySequence.StandardKey.SelectAll, self.select_all),
            (QKeySequence.StandardKey.Find, self.find_requested.emit),
        ):
            if event.matches(key):
                return command
        if event.keyCombination() == _GO_TO:
            return self.go_to_requested.emit
        if event.key() == Qt.Key.Key_F3 and self.searching:
            backwards = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            return lambda: self.step_requested.emit(backwards)
        if event.key() == Qt.Key.Key_Space and self.folds is not None:
            return lambda: self.toggle_fold(self.document.line_at(self.caret.position))
        return None

    def _adopt(self, document: TextDocument) -> None:
        self.document = document
        self.rows = RowMap(document)
        self.caret = Caret(document, self.rows)
        self.marks.layers.clear()
        self._page.forget()
        self._blocks = 0
        self._relayout(0)
        self.horizontalScrollBar().setValue(0)
        self._indexer.start() if not document.complete else self._finished_indexing()

    def _index_more(self) -> None:
        if not self.document.complete:
            self.document.index_block()
            self._blocks += 1
        if self.document.complete or self._blocks % _BLOCKS_PER_SCROLL_UPDATE == 0:
            self._grown()
        if self.document.complete:
            self._finished_indexing()

    def _grown(self) -> None:
        self.rows.rebuild()
        self.rows.set_columns(self.page_cells if self._wrap else None)
        self._update_scroll_bars()
        self.caret_moved.emit()

    def _finished_indexing(self) -> None:
        self._indexer.stop()
        self.document_indexed.emit()

    def _relayout(self, top: int) -> None:
        """Wrap anew and put the row that shows `top` first."""
        self.rows.set_columns(self.page_cells if self._wrap else None)
        self._update_scroll_bars()
        self.verticalScrollBar().setValue(self.rows.row_of(top))
        self.viewport().update()
        self.laid_out.emit()

    def _update_scroll_bars(self) -> None:
        bar = self.verticalScrollBar()
        bar.setPageStep(self.page_rows)
        bar.setRange(0, max(0, self.rows.row_count - self.page_rows))
        sideways = self.horizontalScrollBar()
        sideways.setPageStep(self.page_cells)
        sideways.setSingleStep(4)
        sideways.setRange(0, 0 if self._wrap else max(0, self.document.widest + 1 - self.page_cells))

    def _caret_changed(self, *, follow: bool) -> None:
        if follow:
            self._update_scroll_bars()
            self._scroll_to(self.caret.position, margin=0)
        self.viewport().update()
        self.caret_moved.emit()

    def _scroll_to(self, offset: int, *, margin: int) -> None:
        row, bar = self.rows.row_of(offset), self.verticalScrollBar()
        if not bar.value() <= row < bar.value() + self.page_rows:
            above = row < bar.value()
            bar.setValue(row - margin if above or margin else row - self.page_rows + 1)
        if self._wrap:
            return
        column, sideways = self.document.column_of(offset), self.horizontalScrollBar()
        if not sideways.value() <= column < sideways.value() + self.page_cells:
            sideways.setValue(0 if column < self.page_cells else column - self.page_cells // 2)

    def _theme_changed(self) -> None:
        self._page.forget()
        self.viewport().update()
