"""Paints what is more than text in the request list: duration bars, composition bars, cause marks."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from inspector.analysis.composition import Ingredient
from inspector.app.requests.columns import COLUMNS, Look
from inspector.app.requests.rows import RequestRow
from inspector.gui import theme
from inspector.gui.charts.looks import ingredient_color
from inspector.gui.theme import Space, Theme
from inspector.gui.views.requests.model import ROW_ROLE, RequestModel

Index = QModelIndex | QPersistentModelIndex
ROW_HEIGHT: Final = 26
_BAR_HEIGHT: Final = 8.0
_LEAST: Final = 2.0
_DOT: Final = 3.5


class RequestDelegate(QStyledItemDelegate):
    """Draws the cells of a `RequestModel`."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(0, ROW_HEIGHT)

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        super().initStyleOption(option, index)
        option.textElideMode = Qt.TextElideMode.ElideRight
        if COLUMNS[index.column()].look is Look.CAUSE:
            option.rect = option.rect.adjusted(Space.L, 0, 0, 0)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        look = COLUMNS[index.column()].look
        row = index.data(ROW_ROLE)
        if look is Look.DURATION:
            self._background(painter, option)
            self._duration(painter, option, index, row)
            return
        if look is Look.COMPOSITION:
            self._background(painter, option)
            self._composition(painter, option, index, row)
            return
        if look is Look.CAUSE:
            self._background(painter, option)
            self._cause(painter, option, row)
        super().paint(painter, option, index)

    def _background(self, painter: QPainter, option: QStyleOptionViewItem) -> None:
        colors = theme.current()
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(option.rect, colors.accent_tint)
        elif option.state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(option.rect, colors.hover)
        painter.setPen(colors.faint_line)
        painter.drawLine(option.rect.bottomLeft(), option.rect.bottomRight())

    def _duration(
        self, painter: QPainter, option: QStyleOptionViewItem, index: Index, row: RequestRow
    ) -> None:
        """A bar where the request lies on the session's clock, its length beside it."""
        colors = theme.current()
        area = QRectF(option.rect).adjusted(Space.XS, 0, -Space.XS, 0)
        model = index.model()
        span = model.clock if isinstance(model, RequestModel) else None
        place = None if span is None else span.place(row)
        text = index.data()
        painter.setPen(colors.muted)
        painter.drawText(area, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, text)
        width = area.width() - option.fontMetrics.horizontalAdvance("00 min 00 s") - Space.XS
        if place is None or width < _LEAST * 4:
            return
        begin, end = place
        left = area.left() + begin * width
        length = max(_LEAST, (end - begin) * width)
        bar = QRectF(left, area.center().y() - _BAR_HEIGHT / 2 + 1, length, _BAR_HEIGHT - 2)
        painter.fillRect(bar, colors.accent)

    def _composition(
        self, painter: QPainter, option: QStyleOptionViewItem, index: Index, row: RequestRow
    ) -> None:
        """A bar as long as the prompt is large, divided by what fills it."""
        model = index.model()
        heaviest = model.heaviest if isinstance(model, RequestModel) else 0
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
    """Red for an avoidable loss, green where what could be read was read, grey for the rest; None = not judged."""
    verdict = row.verdict
    if verdict is None:
        return None
    if verdict.is_break:
        return colors.error
    return colors.good if row.usage.cache_read else colors.faint


def tip_of(row: RequestRow, words: dict[Ingredient, str]) -> str:
    """What a composition bar says in words: every kind with its share."""
    if row.details is None:
        return ""
    whole = sum(weight for _, weight in row.details.weights) or 1
    return "\n".join(f"{words[kind]}: {weight / whole:.0%}" for kind, weight in row.details.weights)
