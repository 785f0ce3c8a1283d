"""What fills a prompt as boxes from top to bottom: kinds at the left, tools in the middle, parts at the right."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFontMetricsF,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from inspector.app.inspector.made_of import LEVELS, Box
from inspector.app.wording.composition import ingredient, size_and_share
from inspector.gui import theme
from inspector.gui.charts.looks import faded, ingredient_color
from inspector.gui.guard import guarded
from inspector.gui.theme import SMALL_PX, Space, body_font

_SHARES: Final = (0.42, 0.3, 0.28)
"""Widths of the levels."""
_GAP: Final = 1.0
_LEAST_TEXT: Final = 16.0
_ALPHAS: Final = (255, 150, 90)
_ALPHA_TEXT: Final = 56
"""Fill behind text: the colour of the kind, so thin that letters stay readable on it."""
_EDGE: Final = 4.0


class Icicle(QWidget):
    """Boxes of one composition.

    Attributes:
        part_activated: emitted with the JSON path of a part that was clicked, or Return on it.
    """

    part_activated = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._boxes: Sequence[Box] = ()
        self._whole = 0
        self._current = -1
        self.setFont(body_font(pixels=SMALL_PX))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        theme.manager().changed.connect(self._repaint)

    @property
    def boxes(self) -> Sequence[Box]:
        """What is shown."""
        return self._boxes

    @property
    def current(self) -> Box | None:
        """The box under the keyboard."""
        return self._boxes[self._current] if 0 <= self._current < len(self._boxes) else None

    def show_boxes(self, boxes: Sequence[Box]) -> None:
        """Show another composition."""
        self._boxes = boxes
        self._whole = sum(box.weight for box in boxes if box.level == 0)
        self._current = -1
        self.setAccessibleDescription(", ".join(self.text_of(box) for box in boxes if box.level == 0))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(300, 260)

    def text_of(self, box: Box) -> str:
        """What a box is and how large: `tool results · read_file · 12 345 chars · 40 %`."""
        names = [ingredient(box.ingredient)]
        if box.label:
            names.append(box.label)
        return " · ".join((*names, size_and_share(box.chars, box.weight, self._whole)))

    def rect_of(self, box: Box) -> QRectF:
        """Where a box is painted."""
        left = sum(_SHARES[: box.level]) * self.width()
        width = _SHARES[box.level] * self.width() - _GAP
        top, bottom = box.start * self.height(), box.end * self.height()
        return QRectF(left, top, width, max(1.0, bottom - top - _GAP))

    def box_at(self, point: QPointF) -> int:
        """The number of the box at a point; −1 = none. Of boxes less than a pixel high, the first."""
        for number, box in enumerate(self._boxes):
            rect = self.rect_of(box)
            if rect.adjusted(0, 0, _GAP, _GAP).contains(point):
                return number
        return -1

    # -- events

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        metrics = QFontMetricsF(self.font())
        for number, box in enumerate(self._boxes):
            self._paint_box(painter, box, metrics, is_current=number == self._current and self.hasFocus())
        painter.end()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        number = self.box_at(event.position())
        if event.button() == Qt.MouseButton.LeftButton and number >= 0:
            self._go_to(number)
            self._activate()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        number = self.box_at(event.position())
        is_part = number >= 0 and bool(self._boxes[number].path)
        self.setCursor(Qt.CursorShape.PointingHandCursor if is_part else Qt.CursorShape.ArrowCursor)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}.get(Qt.Key(event.key()))
        if step is not None and self._boxes:
            self._go_to(self._beside(step))
        elif event.key() == Qt.Key.Key_Right:
            self._go_to(self._below())
        elif event.key() == Qt.Key.Key_Left:
            self._go_to(self._above())
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._activate()
        else:
            super().keyPressEvent(event)

    @guarded
    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            number = self.box_at(QPointF(event.pos()))
            if number >= 0:
                box = self._boxes[number]
                tip = "\n".join(text for text in (self.text_of(box), box.path) if text)
                QToolTip.showText(event.globalPos(), tip, self, self.rect_of(box).toRect())
            else:
                QToolTip.hideText()
            return True
        return super().event(event)

    # -- inside

    def _repaint(self) -> None:
        self.update()

    def _paint_box(self, painter: QPainter, box: Box, metrics: QFontMetricsF, *, is_current: bool) -> None:
        colors, rect = theme.current(), self.rect_of(box)
        color = ingredient_color(box.ingredient, colors)
        has_text = rect.height() >= _LEAST_TEXT and box.level < LEVELS - 1
        painter.fillRect(rect, faded(color, _ALPHA_TEXT if has_text else _ALPHAS[box.level]))
        if has_text:
            painter.fillRect(QRectF(rect.left(), rect.top(), _EDGE, rect.height()), color)
            self._paint_text(painter, box, rect.adjusted(_EDGE + Space.XS, 0, -Space.XS, 0), metrics)
        if is_current:
            painter.setPen(QPen(QColor(colors.accent), 2))
            painter.drawRect(rect.adjusted(1, 1, -1, -1))

    def _paint_text(self, painter: QPainter, box: Box, area: QRectF, metrics: QFontMetricsF) -> None:
        colors = theme.current()
        name = box.label or (ingredient(box.ingredient) if box.level == 0 else "")
        if not name:
            return
        size = size_and_share(box.chars, box.weight, self._whole)
        line = metrics.height()
        two = area.height() >= 2 * line + Space.S
        text = name if two else f"{name} · {size}"
        painter.setPen(colors.text)
        top = QRectF(area.left(), area.top() + (Space.XS if two else 0), area.width(), line)
        if not two:
            top.moveTop(area.center().y() - line / 2)
        elided = metrics.elidedText(text, Qt.TextElideMode.ElideRight, top.width())
        painter.drawText(top, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, elided)
        if two:
            painter.setPen(colors.muted)
            elided = metrics.elidedText(size, Qt.TextElideMode.ElideRight, top.width())
            top.translate(0, line)
            painter.drawText(top, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, elided)

    def _go_to(self, number: int) -> None:
        if 0 <= number < len(self._boxes):
            self._current = number
            self.setAccessibleName(self.text_of(self._boxes[number]))
            self.update()

    def _beside(self, step: int) -> int:
        """The next box of the same level."""
        current = self.current
        level = 0 if current is None else current.level
        same = [number for number, box in enumerate(self._boxes) if box.level == level]
        if current is None:
            return same[0 if step > 0 else -1]
        return same[max(0, min(len(same) - 1, same.index(self._current) + step))]

    def _below(self) -> int:
        """The first box of the next level within the current one."""
        current = self.current
        if current is None or current.level == LEVELS - 1:
            return -1
        return next((n for n in range(self._current + 1, len(self._boxes)) if self._is_child(n, current)), -1)

    def _is_child(self, number: int, of: Box) -> bool:
        box = self._boxes[number]
        return box.level == of.level + 1 and of.start <= box.start <= of.end

    def _above(self) -> int:
        """The box of the level before that holds the current one."""
        current = self.current
        if current is None or current.level == 0:
            return -1
        places = range(self._current - 1, -1, -1)
        return next((n for n in places if self._boxes[n].level == current.level - 1), -1)

    def _activate(self) -> None:
        current = self.current
        if current is not None and current.path:
            self.part_activated.emit(current.path)
