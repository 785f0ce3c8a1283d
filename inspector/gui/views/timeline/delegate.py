"""Chooses painter and height for each kind of row, and says what a row's tooltip holds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QSize,
)
from PySide6.QtGui import QColor, QHelpEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QToolTip,
    QTreeView,
)

from inspector.app.findings.marks import NO_MARKS
from inspector.app.replay.predictions import NOTHING, Predictions
from inspector.app.timeline.blobs import BlobStates
from inspector.app.timeline.chips import Verdicts, chip_of
from inspector.app.timeline.rows import (
    BandRow,
    ExcerptRow,
    ItemRow,
    NoteRow,
    PathRow,
    RequestRow,
    Row,
    StepRow,
    SummaryRow,
    ToolRow,
    TurnRow,
)
from inspector.app.wording import numbers
from inspector.app.wording import timeline as words
from inspector.gui import theme
from inspector.gui.guard import guarded
from inspector.gui.models.lazy_tree import ROW_ROLE
from inspector.gui.plain import plain_tip
from inspector.gui.theme import DARK, LIGHT, Space, Theme
from inspector.gui.views.timeline import bands, cards, outputs
from inspector.gui.views.timeline.canvas import Columns, Pens
from inspector.gui.views.timeline.context import Paint

Index = QModelIndex | QPersistentModelIndex

_PAINTERS: Final[dict[type[Row], Callable[[Paint, Any], None]]] = {
    TurnRow: cards.paint_turn,
    PathRow: cards.paint_path,
    StepRow: cards.paint_step,
    RequestRow: cards.paint_request,
    BandRow: bands.paint_band,
    SummaryRow: bands.paint_summary,
    ToolRow: outputs.paint_tool,
    ItemRow: outputs.paint_item,
    ExcerptRow: outputs.paint_excerpt,
    NoteRow: outputs.paint_note,
}
_FRAMED: Final = (ToolRow, ItemRow, ExcerptRow, BandRow, SummaryRow)
"""Rows that paint their own background."""
_BRACKET_LEFT: Final = 4
_BRACKET: Final = 2
"""The line beside everything that a fold replaced by its summary."""


class TimelineDelegate(QStyledItemDelegate):
    """Paints rows; holds what is known of blobs and what a replay does differently."""

    def __init__(self, view: QTreeView) -> None:
        super().__init__(view)
        self._view = view
        self._pens = Pens()
        self.blobs: BlobStates = {}
        self.findings = NO_MARKS
        self._mark_areas: dict[str, QRect] = {}
        self.predictions: Predictions = NOTHING
        self.verdicts: Verdicts = {}

    @property
    def pens(self) -> Pens:
        """The fonts, shared with the header."""
        return self._pens

    def mark_width(self, row: TurnRow) -> int:
        """Width of a card's branch mark in pixels."""
        return self._pens.metrics(self._pens.small).horizontalAdvance(cards.branch_mark(row)) + Space.XS

    @guarded
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row = index.data(ROW_ROLE)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        p = self._context(painter, option, index)
        if not (p.in_frame or isinstance(row, _FRAMED)):
            self._paint_background(p)
        _PAINTERS[type(row)](p, row)
        if p.mark_area is not None:
            self._mark_areas[row.key] = p.mark_area
        if row.folded:
            painter.fillRect(
                QRect(p.rect.left() + _BRACKET_LEFT, p.rect.top(), _BRACKET, p.rect.height()),
                p.figures.folded,
            )
        if p.selected:
            painter.fillRect(QRect(p.rect.left(), p.rect.top(), 3, p.rect.height()), p.theme.accent)
        painter.restore()

    def is_finding(self, row: Row, point: QPoint) -> bool:
        """Whether a point of the viewport lies on the badge of a row's findings."""
        area = self._mark_areas.get(row.key)
        return area is not None and self.findings.of_row(row) is not None and area.contains(point)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(0, self._height(index.data(ROW_ROLE)))

    @guarded
    def helpEvent(
        self, event: QHelpEvent, view: QAbstractItemView, option: QStyleOptionViewItem, index: Index
    ) -> bool:
        if event.type() != QEvent.Type.ToolTip or not index.isValid():
            return super().helpEvent(event, view, option, index)
        row = index.data(ROW_ROLE)
        mark = self.findings.of_row(row)
        if mark is not None and self.is_finding(row, event.pos()):
            QToolTip.showText(event.globalPos(), words.findings_tip(mark.count), view)
        else:
            chip = chip_of(row, self.verdicts)
            tips = ("" if chip is None else chip.tip, tooltip(row))
            QToolTip.showText(event.globalPos(), plain_tip("\n\n".join(tip for tip in tips if tip)), view)
        return True

    def _context(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> Paint:
        state = option.state
        rect = QRect(option.rect)
        in_frame = in_tool_frame(index)
        selected = bool(state & QStyle.StateFlag.State_Selected)
        row = index.data(ROW_ROLE)
        full = theme.current()
        return Paint(
            painter=painter,
            pens=self._pens,
            theme=paler(full) if row.folded and not selected else full,
            figures=full,
            rect=rect,
            columns=Columns.of(rect.width()),
            selected=selected,
            hovered=bool(state & QStyle.StateFlag.State_MouseOver),
            is_open=self._view.isExpanded(_plain(index)),
            in_frame=in_frame,
            ends_frame=in_frame and self._ends_frame(index),
            blobs=self.blobs,
            mark=self.findings.of_row(row),
            predictions=self.predictions,
            chip=chip_of(row, self.verdicts),
        )

    def _ends_frame(self, index: Index) -> bool:
        """Whether no visible row of the same tool call follows."""
        if self._view.isExpanded(_plain(index)) and index.model().hasChildren(_plain(index)):
            return False
        place: QModelIndex = _plain(index)
        while not isinstance(place.data(ROW_ROLE), ToolRow):
            parent = place.parent()
            if place.row() != place.model().rowCount(parent) - 1:
                return False
            place = parent
        return True

    @staticmethod
    def _paint_background(p: Paint) -> None:
        fill: QColor | None = p.theme.accent_tint if p.selected else p.theme.panel if p.hovered else None
        if fill is not None:
            p.painter.fillRect(p.rect, fill)

    def _height(self, row: Row) -> int:
        if isinstance(row, TurnRow):
            return cards.turn_height(row)
        if isinstance(row, BandRow):
            return bands.BAND_HEIGHT if row.anchor is None else bands.INNER_BAND_HEIGHT
        if isinstance(row, SummaryRow):
            return bands.summary_height(row, self._view.viewport().width(), self._pens)
        if isinstance(row, ExcerptRow):
            return outputs.excerpt_height(row)
        if isinstance(row, ToolRow):
            return outputs.TOOL_HEIGHT
        if isinstance(row, ItemRow):
            return outputs.ITEM_HEIGHT
        return outputs.NOTE_HEIGHT if isinstance(row, NoteRow) else cards.STEP_HEIGHT


def in_tool_frame(index: Index) -> bool:
    """Whether a row lies below a tool call."""
    parent = index.parent()
    while parent.isValid():
        if isinstance(parent.data(ROW_ROLE), ToolRow):
            return True
        parent = parent.parent()
    return False


def tooltip(row: Row) -> str:
    """Figures and full times that a card only sums up."""
    if isinstance(row, TurnRow):
        at = row.message.created_at
        pieces = [words.turn_status(row), "" if at is None else numbers.date_and_time(at)]
        if row.call_count or row.usage.is_known:
            pieces.append(words.cache_tip(row.usage))
        if row.estimated_tokens is not None:
            pieces.append(words.estimate_tip())
        return "\n".join(piece for piece in pieces if piece)
    if isinstance(row, StepRow):
        return words.cache_tip(row.usage)
    if isinstance(row, RequestRow):
        error = row.request.error
        return words.cache_tip(row.request.usage) + (f"\n{error}" if error else "")
    if isinstance(row, ItemRow):
        return "\n".join(text for text in (row.item.title, row.item.url) if text)
    return ""


def _plain(index: Index) -> QModelIndex:
    """An ordinary index, as `isExpanded` wants one."""
    if isinstance(index, QModelIndex):
        return index
    model: QAbstractItemModel = index.model()
    return model.index(index.row(), index.column(), index.parent())


_PALER: Final = {full.name: replace(full, text=full.faint, muted=full.faint) for full in (LIGHT, DARK)}


def paler(full: Theme) -> Theme:
    """The theme of what no longer stands in the prompt: all its texts as faint as a readable text can be."""
    return _PALER[full.name]
