"""What all charts of bars over requests have in common: hover values, selection by mouse and keyboard, zoom, pan.

A chart says how many bars there are, paints them and words each; this class does the rest.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QEnterEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QToolTip, QWidget

from inspector.gui import theme
from inspector.gui.charts.bar_layout import BarLayout, View, plot_of
from inspector.gui.guard import guarded
from inspector.gui.plain import plain_tip

_DRAG_FROM: Final = 5
_ZOOM: Final = 0.8
_PAGE: Final = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class ChartState:
    """What a chart shows just now.

    Attributes:
        view: bars in view.
        selected, hovered: positions, −1 = none.
        focused: the keyboard acts on the chart.
    """

    view: View
    selected: int = -1
    hovered: int = -1
    focused: bool = False


class BarChart(QWidget):
    """Bars of requests.

    Attributes:
        bar_chosen: emitted with a position when the person selects a bar.
        bar_activated: emitted with a position on Return or a double click.
    """

    bar_chosen = Signal(int)
    bar_activated = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setMinimumSize(160, 90)
        self._view = View(0, 1)
        self._selected = self._hovered = -1
        self._pressed: QPointF | None = None
        self._pressed_view = self._view
        self._zoomed = False
        theme.manager().changed.connect(self._repaint)

    # -- content

    @property
    def count(self) -> int:
        """How many bars there are."""
        raise NotImplementedError

    def layout_now(self) -> BarLayout:
        """Places of the bars just now."""
        raise NotImplementedError

    def paint_bars(self, painter: QPainter, area: QRectF, state: ChartState) -> None:
        """Paint everything."""
        raise NotImplementedError

    def text_of(self, position: int) -> str:
        """What is said of a bar by the pointer and to a screen reader."""
        raise NotImplementedError

    @property
    def view(self) -> View:
        """The bars in view."""
        return self._view

    @property
    def selected(self) -> int:
        """Position of the selected bar, −1 = none."""
        return self._selected

    def refresh(self, *, keep_view: bool) -> None:
        """Show what has changed; `keep_view`: zoom and place stay."""
        if not keep_view:
            self.show_all()
        self._describe()
        self.update()

    def show_all(self) -> None:
        """End zooming."""
        self._zoomed = False
        self._view = View.whole(self.count, plot_of(self.area()).width()).clamped(self.count)
        self.update()

    def select(self, position: int) -> None:
        """Show a bar as selected without telling of it."""
        self._selected = position
        self._view = self._view.holding(position, self.count)
        self._describe()
        self.update()

    def area(self) -> QRectF:
        """The whole chart."""
        return QRectF(self.rect())

    def _describe(self) -> None:
        """What a screen reader says."""
        inside = 0 <= self._selected < self.count
        self.setAccessibleDescription(self.text_of(self._selected) if inside else "")

    def _choose(self, position: int) -> None:
        if self.count:
            chosen = min(max(position, 0), self.count - 1)
            if chosen != self._selected:
                self.select(chosen)
                self.bar_chosen.emit(chosen)

    def _repaint(self, _theme: object) -> None:
        self.update()

    # -- events

    def sizeHint(self) -> QSize:
        return QSize(640, 200)

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        state = ChartState(
            view=self._view, selected=self._selected, hovered=self._hovered, focused=self.hasFocus()
        )
        self.paint_bars(painter, self.area(), state)
        painter.end()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        widest = View.whole(self.count, plot_of(self.area()).width()).count
        if not self._zoomed or self._view.count > widest:
            self.show_all()
            self._view = self._view.holding(self._selected, self.count)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._pressed, self._pressed_view = event.position(), self._view

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._pressed is not None and event.buttons() & Qt.MouseButton.LeftButton:
            self._pan(event.position().x() - self._pressed.x())
            return
        self._hover(self.layout_now().position(event.position().x(), self.count))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        pressed, self._pressed = self._pressed, None
        if pressed is None or event.button() != Qt.MouseButton.LeftButton:
            return
        if abs(event.position().x() - pressed.x()) < _DRAG_FROM:
            position = self.layout_now().position(event.position().x(), self.count)
            if position >= 0:
                self._choose(position)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        position = self.layout_now().position(event.position().x(), self.count)
        if position >= 0:
            self.bar_activated.emit(position)
        else:
            self.show_all()

    def leaveEvent(self, event: QEvent) -> None:
        self._hover(-1)
        super().leaveEvent(event)

    def enterEvent(self, event: QEnterEvent) -> None:
        self._hover(self.layout_now().position(event.position().x(), self.count))
        super().enterEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        steps = event.angleDelta()
        if steps.x() or event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            moved = -1 if (steps.x() or steps.y()) > 0 else 1
            self._move_view(View(self._view.first + moved * max(1, self._view.count // 10), self._view.count))
        elif steps.y() and self.count:
            at = self.layout_now().position(event.position().x(), self.count)
            middle = self._view.first + self._view.count // 2
            width = plot_of(self.area()).width()
            factor = _ZOOM if steps.y() > 0 else 1 / _ZOOM
            self._move_view(self._view.zoomed(factor, at if at >= 0 else middle, self.count, width))
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        keys = Qt.Key
        moves = {keys.Key_Left: -1, keys.Key_Right: 1, keys.Key_PageUp: -_PAGE, keys.Key_PageDown: _PAGE}
        if event.key() in moves:
            self._choose(self._selected + moves[keys(event.key())])
        elif event.key() == keys.Key_Home:
            self._choose(0)
        elif event.key() == keys.Key_End:
            self._choose(self.count - 1)
        elif event.key() in (keys.Key_Return, keys.Key_Enter) and self._selected >= 0:
            self.bar_activated.emit(self._selected)
        elif event.key() == keys.Key_0:
            self.show_all()
        else:
            super().keyPressEvent(event)

    @guarded
    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            position = self.layout_now().position(event.pos().x(), self.count)
            text = self.text_of(position) if position >= 0 else ""
            QToolTip.showText(event.globalPos(), plain_tip(text), self)
            return True
        return super().event(event)

    # -- inside

    def _hover(self, position: int) -> None:
        if position != self._hovered:
            self._hovered = position
            self.update()

    def _pan(self, distance: float) -> None:
        moved = round(-distance / self.layout_now().slot)
        self._move_view(View(self._pressed_view.first + moved, self._pressed_view.count))

    def _move_view(self, view: View) -> None:
        self._zoomed = True
        self._view = view.clamped(self.count)
        self.update()
