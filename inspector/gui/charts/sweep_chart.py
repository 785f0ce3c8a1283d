"""A sweep as a line (one setting) or a heat map (two): hover values, the current settings marked, a click loads."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QToolTip, QWidget

from inspector.app.replay.sweep_grid import SweepGrid
from inspector.app.wording.sweep import spot_text
from inspector.gui import theme
from inspector.gui.charts.sweep_painter import SweepLayout, paint_sweep
from inspector.gui.guard import guarded
from inspector.gui.plain import plain_tip
from inspector.model.settings import ReplaySettings

Place = tuple[int, int]
_NOWHERE: Final[Place] = (-1, -1)


class SweepChart(QWidget):
    """The chart.

    Attributes:
        place_chosen: emitted with (column, row) on a click or Return.
        selected: the place the keyboard is at.
    """

    place_chosen = Signal(int, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setMinimumSize(200, 110)
        self._grid = SweepGrid()
        self._settings = ReplaySettings()
        self._hovered = _NOWHERE
        self.selected = _NOWHERE
        theme.manager().changed.connect(self._repaint)

    @property
    def grid(self) -> SweepGrid:
        """What is shown."""
        return self._grid

    def show_grid(self, grid: SweepGrid, settings: ReplaySettings) -> None:
        """Show a sweep with the current settings marked."""
        self._grid, self._settings = grid, settings
        self.selected = self.selected if self._inside(self.selected) else _NOWHERE
        self._describe()
        self.update()

    def layout_now(self) -> SweepLayout:
        """Places of the chart just now."""
        return SweepLayout.of(QRectF(self.rect()), self._grid)

    def _inside(self, place: Place) -> bool:
        return 0 <= place[0] < self._grid.columns and 0 <= place[1] < self._grid.rows

    def _describe(self) -> None:
        text = spot_text(self._grid, *self.selected) if self._inside(self.selected) else ""
        self.setAccessibleDescription(text)

    def _repaint(self, _theme: object) -> None:
        self.update()

    # -- events

    def sizeHint(self) -> QSize:
        return QSize(640, 200)

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        marked = self.selected if self.hasFocus() else _NOWHERE
        paint_sweep(
            painter,
            self.layout_now(),
            self._grid,
            current=self._grid.current(self._settings),
            hovered=self._hovered,
            selected=marked,
            colors=theme.current(),
        )
        painter.end()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        found = self.layout_now().at(event.position(), self._grid)
        if found != self._hovered:
            self._hovered = found
            inside = self._inside(found)
            self.setCursor(Qt.CursorShape.PointingHandCursor if inside else Qt.CursorShape.ArrowCursor)
            self.update()

    def leaveEvent(self, event: QEvent) -> None:
        self._hovered = _NOWHERE
        self.update()
        super().leaveEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        found = self.layout_now().at(event.position(), self._grid)
        if event.button() == Qt.MouseButton.LeftButton and self._inside(found):
            self._choose(found)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        keys = Qt.Key
        moves = {
            keys.Key_Left: (-1, 0),
            keys.Key_Right: (1, 0),
            keys.Key_Up: (0, 1),
            keys.Key_Down: (0, -1),
        }
        if event.key() in moves:
            self._move(*moves[keys(event.key())])
        elif event.key() in (keys.Key_Return, keys.Key_Enter) and self._inside(self.selected):
            self._choose(self.selected)
        else:
            super().keyPressEvent(event)

    def _move(self, across: int, up: int) -> None:
        if not self._grid.columns:
            return
        column = min(max(self.selected[0] + across, 0), self._grid.columns - 1)
        row = min(max(self.selected[1] + up, 0), self._grid.rows - 1)
        self.selected = (column, row)
        self._describe()
        self.update()

    def _choose(self, place: Place) -> None:
        self.selected = place
        self._describe()
        self.update()
        self.place_chosen.emit(*place)

    @guarded
    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            found = self.layout_now().at(QPointF(event.pos()), self._grid)
            text = spot_text(self._grid, *found) if self._inside(found) else ""
            QToolTip.showText(event.globalPos(), plain_tip(text), self)
            return True
        return super().event(event)
