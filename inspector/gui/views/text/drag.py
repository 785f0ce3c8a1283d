"""Keeps a text scrolling while the mouse is held outside of it during a selection."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QObject, QPoint, QTimer

from inspector.gui.views.text.viewport import Viewport

_INTERVAL_MS: Final = 40


class DragScroll(QObject):
    """Extends the selection again and again towards a point outside the viewport."""

    def __init__(self, view: Viewport, parent: QObject) -> None:
        super().__init__(parent)
        self._view = view
        self._point = QPoint()
        self._timer = QTimer(self)
        self._timer.setInterval(_INTERVAL_MS)
        self._timer.timeout.connect(self._go_on)

    def drag_to(self, point: QPoint) -> None:
        """The mouse is at a point; scrolling begins outside and ends inside."""
        self._point = point
        outside = not self._view.viewport().rect().contains(point)
        if not outside:
            self._timer.stop()
        elif not self._timer.isActive():
            self._timer.start()
        self._view.extend_to(point)

    def stop(self) -> None:
        """The mouse was released."""
        self._timer.stop()

    def _go_on(self) -> None:
        bar, rect = self._view.verticalScrollBar(), self._view.viewport().rect()
        height = self._view.grid.row_height
        beyond = self._point.y() - (rect.bottom() if self._point.y() > rect.bottom() else rect.top())
        if not rect.top() <= self._point.y() <= rect.bottom():
            bar.setValue(bar.value() + (beyond // height or (1 if beyond > 0 else -1)))
        self._view.extend_to(self._point)
