"""Paints what is more than text in the request list: duration bars, composition bars, cause marks."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from inspector.analysis.prefix.verdict import VerdictState
from inspector.app.cells import Cell
from inspector.app.requests.columns import COLUMNS, Look
from inspector.app.requests.rows import RequestRow
from inspector.gui import theme
from inspector.gui.charts.looks import ingredient_color
from inspector.gui.guard import guarded
from inspector.gui.theme import Space, Theme
from inspector.gui.views.requests.model import RequestModel

Index = QModelIndex | QPersistentModelIndex
ROW_HEIGHT: Final = 26
_BAR_HEIGHT: Final = 8.0
_LEAST: Final = 2.0
_DOT: Final = 3.5
_RIGHT: Final = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
_LEFT: Final = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)


class RequestDelegate(QStyledItemDelegate):
    """Draws the cells of a `RequestModel`."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(0, ROW_HEIGHT)

    @guarded
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        # Everything is drawn here: a style asks for nine roles a cell, which takes four times as long.
        model = index.model()
        if not isinstance(model, RequestModel):
            return
        look, row, cell = COLUMNS[index.column()].look, model.row(index), model.cell(index)
        self._background(painter, option)
        if row is None:
            return
        if look is Look.DURATION:
            self._duration(painter, option, model, row, cell)
        elif look is Look.COMPOSITION:
            self._composition(painter, option, model, row)
        else:
            indent = 0
            if look is Look.CAUSE:
                self._cause(painter, option, row)
                indent = Space.M
            self._text(painter, option, cell, indent, is_figure=look is Look.FIGURE)

    def _background(self, painter: QPainter, option: QStyleOptionViewItem) -> None:
        colors, rect = theme.current(), option.rect
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, colors.accent_tint)
        elif option.state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(rect, colors.hover)
        painter.fillRect(rect.left(), rect.bottom(), rect.width(), 1, colors.faint_line)

    def _text(
        self, painter: QPainter, option: QStyleOptionViewItem, cell: Cell, indent: int, *, is_figure: bool
    ) -> None:
        if not cell.text:
            return
        colors = theme.current()
        area = option.rect.adjusted(Space.XS + indent, 0, -Space.XS, 0)
        text = cell.text
        if not is_figure:
            text = option.fontMetrics.elidedText(text, Qt.TextElideMode.ElideRight, area.width())
        painter.setPen(getattr(colors, cell.tone) if cell.tone else colors.text)
        painter.drawText(area, _RIGHT if is_figure else _LEFT, text)

    def _duration(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        model: RequestModel,
        row: RequestRow,
        cell: Cell,
    ) -> None:
        """A bar where the request lies on the session's clock, its length beside it."""
        colors = theme.current()
        area = QRectF(option.rect).adjusted(Space.XS, 0, -Space.XS, 0)
        place = None if model.clock is None else model.clock.place(row)
        painter.setPen(colors.muted)
        painter.drawText(option.rect.adjusted(0, 0, -Space.XS, 0), _RIGHT, cell.text)
        width = area.width() - option.fontMetrics.horizontalAdvance("00 min 00 s") - Space.XS
        if place is None or width < _LEAST * 4:
            return
        begin, end = place
        left = area.left() + begin * width
        length = max(_LEAST, (end - begin) * width)
        bar = QRectF(left, area.center().y() - _BAR_HEIGHT / 2 + 1, length, _BAR_HEIGHT - 2)
        painter.fillRect(bar, colors.accent)

    def _composition(
        self, painter: QPainter, option: QStyleOptionViewItem, model: RequestModel, row: RequestRow
    ) -> None:
        """A bar as long as the prompt is large, divided by what fills it."""
        heaviest = model.heaviest
        if row.details is None or not heaviest:
            return
        area = QRectF(option.rect).adjusted(Space.XS, 0, -Space.S, 0)
        left = area.left()
        for ingredient, weight in row.details.weights:
            width = area.width() * weight / heaviest
            bar = QRectF(left, area.center().y() - _BAR_HEIGHT / 2, max(width, 0.5), _BAR_HEIGHT)
            painter.fillRect(bar, ingredient_color(ingredient, theme.current()))
            left += width

    def _cause(self, painter: QPainter, option: QStyleOptionViewItem, row: RequestRow) -> None:
        color = cause_color(row, theme.current())
        if color is None:
            return
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(color)
        middle = QRectF(option.rect).center()
        middle.setX(option.rect.left() + Space.S)
        painter.drawEllipse(middle, _DOT, _DOT)
        painter.restore()


def cause_color(row: RequestRow, colors: Theme) -> QColor | None:
    """The colour of its verdict; None = not judged."""
    if row.verdict is None:
        return None
    return {
        VerdictState.RED: colors.error,
        VerdictState.GREEN: colors.good,
        VerdictState.GREY: colors.faint,
    }[row.verdict.state]
