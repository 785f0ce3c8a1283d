"""Facts against requests: one cell each, four states that differ in shape as well as in colour."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPolygonF,
)
from PySide6.QtWidgets import QToolTip, QWidget

from inspector.app.axis import label_step
from inspector.app.wording import replay as words
from inspector.gui import theme
from inspector.gui.guard import guarded
from inspector.gui.plain import plain_tip
from inspector.gui.theme import SMALL_PX, Theme, body_font
from inspector.replay.result import ProbeState, RequestOutcome

ROW_HEIGHT: Final = 26
HEAD_HEIGHT: Final = 22
_WIDEST: Final = 34.0
_LEAST: Final = 14.0
_NAME_SHARE: Final = 0.3
_MOST_NAME: Final = 260
_LEFT: Final = 16
_DOT: Final = 1.5


def state_color(colors: Theme, state: ProbeState) -> QColor:
    """The colour of a state."""
    return {
        ProbeState.VERBATIM: colors.cache_read,
        ProbeState.STUB: colors.trimmed,
        ProbeState.SUMMARY: colors.folded,
        ProbeState.READABLE: colors.trimmed,
        ProbeState.LOST: colors.error,
        ProbeState.NOT_YET: colors.muted,
        ProbeState.NEVER: colors.muted,
    }[state]


def paint_state(painter: QPainter, area: QRectF, state: ProbeState, colors: Theme) -> None:
    """A filled square, a square with a gap, a half-filled diamond, a ring, a cross, a dot, or a dash."""
    color = state_color(colors, state)
    size = min(area.width(), area.height(), 13.0) / 2
    middle = area.center()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(color, 1.8))
    painter.setBrush(color if state is ProbeState.VERBATIM else Qt.BrushStyle.NoBrush)
    box = QRectF(middle.x() - size, middle.y() - size, 2 * size, 2 * size)
    if state is ProbeState.VERBATIM:
        painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 2, 2)
    elif state is ProbeState.STUB:
        _cut_square(painter, box.adjusted(0.5, 0.5, -0.5, -0.5), color)
    elif state is ProbeState.SUMMARY:
        _diamond(painter, middle, size, color)
    elif state is ProbeState.READABLE:
        painter.drawEllipse(box.adjusted(0.9, 0.9, -0.9, -0.9))
    elif state is ProbeState.NOT_YET:
        painter.setBrush(color)
        painter.drawEllipse(middle, _DOT, _DOT)
    elif state is ProbeState.NEVER:
        painter.drawLine(
            QPointF(middle.x() - size / 2, middle.y()), QPointF(middle.x() + size / 2, middle.y())
        )
    else:
        inner = box.adjusted(1.5, 1.5, -1.5, -1.5)
        painter.drawLine(inner.topLeft(), inner.bottomRight())
        painter.drawLine(inner.bottomLeft(), inner.topRight())
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)


def _cut_square(painter: QPainter, box: QRectF, color: QColor) -> None:
    """Head and tail of a square, as a trim leaves them of an output."""
    third = box.height() / 3
    painter.fillRect(QRectF(box.left(), box.top(), box.width(), third), color)
    painter.fillRect(QRectF(box.left(), box.bottom() - third, box.width(), third), color)


def _diamond(painter: QPainter, middle: QPointF, size: float, color: QColor) -> None:
    x, y = middle.x(), middle.y()
    top, right = QPointF(x, y - size), QPointF(x + size, y)
    bottom, left = QPointF(x, y + size), QPointF(x - size, y)
    painter.drawPolygon(QPolygonF([top, right, bottom, left]))
    painter.setBrush(color)
    painter.drawPolygon(QPolygonF([right, bottom, left]))


class ProbeMatrix(QWidget):
    """The grid.

    Attributes:
        request_chosen: emitted with a position when the person selects a column.
        fact: number of the selected fact, −1 = none.
    """

    request_chosen = Signal(int)
    fact_chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self._names: Sequence[str] = ()
        self._requests: Sequence[RequestOutcome] = ()
        self._selected = -1
        self.fact = -1
        theme.manager().changed.connect(self._repaint)

    def show_facts(self, names: Sequence[str], requests: Sequence[RequestOutcome]) -> None:
        """Show other facts or another replay."""
        self._names, self._requests = names, requests
        self.fact = min(self.fact, len(names) - 1)
        self.setMinimumSize(self.sizeHint())
        self._describe()
        self.update()

    def select(self, position: int) -> None:
        """Show a request as selected without telling of it."""
        self._selected = position
        self._describe()
        self.update()

    def state_at(self, fact: int, position: int) -> ProbeState | None:
        """Where a fact survives in a request; None before it was looked for."""
        return self._requests[position].probes.get(self._names[fact])

    # -- places

    @property
    def _name_width(self) -> int:
        return min(int(self.width() * _NAME_SHARE), _MOST_NAME)

    @property
    def _slot(self) -> float:
        room = self.width() - self._name_width - _LEFT
        return min(max(room / max(len(self._requests), 1), _LEAST), _WIDEST)

    def cell(self, fact: int, position: int) -> QRectF:
        """The area of a fact in a request."""
        left = _LEFT + self._name_width + position * self._slot
        return QRectF(left, HEAD_HEIGHT + fact * ROW_HEIGHT, self._slot, ROW_HEIGHT)

    def at(self, point: QPointF) -> tuple[int, int]:
        """Fact and request at a place; −1 = none."""
        fact = int((point.y() - HEAD_HEIGHT) // ROW_HEIGHT)
        position = int((point.x() - _LEFT - self._name_width) // self._slot)
        inside = 0 <= position < len(self._requests)
        return (fact if 0 <= fact < len(self._names) else -1), (position if inside else -1)

    def sizeHint(self) -> QSize:
        width = _LEFT + 120 + round(_LEAST * len(self._requests))
        return QSize(width, HEAD_HEIGHT + ROW_HEIGHT * len(self._names) + 4)

    # -- painting

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        colors = theme.current()
        painter.setFont(body_font(pixels=SMALL_PX))
        self._paint_grounds(painter, colors)
        self._paint_heads(painter, colors)
        for fact, name in enumerate(self._names):
            self._paint_name(painter, fact, name, colors)
            for position in range(len(self._requests)):
                state = self.state_at(fact, position)
                if state is not None:
                    paint_state(painter, self.cell(fact, position), state, colors)
        painter.end()

    def _paint_grounds(self, painter: QPainter, colors: Theme) -> None:
        if self.fact >= 0:
            row = QRectF(0, HEAD_HEIGHT + self.fact * ROW_HEIGHT, self.width(), ROW_HEIGHT)
            painter.fillRect(row, colors.hover)
        if 0 <= self._selected < len(self._requests):
            top = self.cell(0, self._selected)
            column = QRectF(top.left(), 0, top.width(), HEAD_HEIGHT + ROW_HEIGHT * len(self._names))
            painter.fillRect(column, colors.accent_tint)
        painter.setPen(QPen(colors.faint_line, 1))
        for fact in range(len(self._names) + 1):
            y = HEAD_HEIGHT + fact * ROW_HEIGHT + 0.5
            painter.drawLine(QPointF(_LEFT, y), QPointF(self.width(), y))
        if self.hasFocus() and self.fact >= 0 and self._selected >= 0:
            painter.setPen(QPen(colors.accent, 1))
            painter.drawRect(self.cell(self.fact, self._selected).adjusted(0.5, 0.5, -0.5, -0.5))

    def _paint_heads(self, painter: QPainter, colors: Theme) -> None:
        step = label_step(len(self._requests), self._slot * len(self._requests))
        for position in range(0, len(self._requests), step):
            place = self.cell(0, position)
            area = QRectF(place.center().x() - 20, 0, 40, HEAD_HEIGHT)
            painter.setPen(colors.accent if position == self._selected else colors.faint)
            painter.drawText(area, int(Qt.AlignmentFlag.AlignCenter), self._requests[position].label)

    def _paint_name(self, painter: QPainter, fact: int, name: str, colors: Theme) -> None:
        area = QRectF(_LEFT, HEAD_HEIGHT + fact * ROW_HEIGHT, self._name_width - 8, ROW_HEIGHT)
        room = int(area.width())
        text = painter.fontMetrics().elidedText(name.replace("\n", " "), Qt.TextElideMode.ElideRight, room)
        painter.setPen(colors.text)
        painter.drawText(area, int(Qt.AlignmentFlag.AlignVCenter), text)

    # -- events

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            return
        fact, position = self.at(event.position())
        if fact >= 0:
            self._choose_fact(fact)
        if position >= 0:
            self._choose(position)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        keys = Qt.Key
        if event.key() in (keys.Key_Left, keys.Key_Right):
            self._choose(self._selected + (1 if event.key() == keys.Key_Right else -1))
        elif event.key() in (keys.Key_Up, keys.Key_Down):
            self._choose_fact(self.fact + (1 if event.key() == keys.Key_Down else -1))
        else:
            super().keyPressEvent(event)

    @guarded
    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            fact, position = self.at(QPointF(event.pos()))
            QToolTip.showText(event.globalPos(), plain_tip(self.text_of(fact, position)), self)
            return True
        return super().event(event)

    def text_of(self, fact: int, position: int) -> str:
        """What a cell says; a name alone beside the grid."""
        if fact < 0:
            return ""
        state = self.state_at(fact, position) if position >= 0 else None
        if state is None:
            return self._names[fact]
        return words.probe_cell(self._names[fact], self._requests[position].label, state)

    # -- inside

    def _choose(self, position: int) -> None:
        if not self._requests:
            return
        chosen = min(max(position, 0), len(self._requests) - 1)
        if chosen != self._selected:
            self.select(chosen)
            self.request_chosen.emit(chosen)

    def _choose_fact(self, fact: int) -> None:
        if self._names:
            self.fact = min(max(fact, 0), len(self._names) - 1)
            self._describe()
            self.update()
            self.fact_chosen.emit(self.fact)

    def _describe(self) -> None:
        inside = 0 <= self._selected < len(self._requests)
        text = self.text_of(self.fact, self._selected) if inside else ""
        self.setAccessibleDescription(text)

    def _repaint(self, _theme: object) -> None:
        self.update()
