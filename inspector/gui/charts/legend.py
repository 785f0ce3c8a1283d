"""The legend of a chart: a swatch and a word for each thing shown, with what it means in the tooltip."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QEvent, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QHelpEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from inspector.gui import theme
from inspector.gui.guard import guarded
from inspector.gui.plain import plain_tip
from inspector.gui.theme import SMALL_PX, Space, Theme, body_font

_SWATCH: Final = 10
_GAP: Final = 14
_ROW: Final = 20

Swatch = Callable[[QPainter, QRectF, Theme], None]


@dataclass(frozen=True, slots=True)
class LegendItem:
    """One entry.

    Attributes:
        paint: fills a swatch.
        text: beside it.
        tip: what it means.
    """

    paint: Swatch
    text: str
    tip: str = ""


class Legend(QWidget):
    """Entries in as many rows as they need, each ending at the right edge."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._items: Sequence[LegendItem] = ()
        self._font = body_font(pixels=SMALL_PX)
        self._metrics = QFontMetrics(self._font)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.manager().changed.connect(self._repaint)

    @property
    def texts(self) -> list[str]:
        """The words of all entries."""
        return [item.text for item in self._items]

    def show_items(self, items: Sequence[LegendItem]) -> None:
        """Show other entries."""
        self._items = items
        self.setAccessibleName(", ".join(self.texts))
        self._fit()
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(sum(self._width(item) for item in self._items), self.minimumHeight())

    def minimumSizeHint(self) -> QSize:
        return QSize(0, _ROW)

    @guarded
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        height = _ROW * max(1, len(self._rows()))
        if height != self.minimumHeight():
            self.setFixedHeight(height)

    def _rows(self) -> list[list[LegendItem]]:
        """Entries by row."""
        rows: list[list[LegendItem]] = []
        room = 0
        for item in self._items:
            width = self._width(item)
            if not rows or room - width < -_GAP:
                rows.append([])
                room = self.width()
            rows[-1].append(item)
            room -= width
        return rows

    def _width(self, item: LegendItem) -> int:
        return _SWATCH + Space.S - 2 + self._metrics.horizontalAdvance(item.text) + _GAP

    def _places(self) -> list[tuple[LegendItem, QRect]]:
        """Entries with their areas."""
        places = []
        for number, row in enumerate(self._rows()):
            left = max(0, self.width() - sum(self._width(item) for item in row) + _GAP)
            for item in row:
                places.append((item, QRect(left, number * _ROW, self._width(item) - _GAP, _ROW)))
                left += self._width(item)
        return places

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setFont(self._font)
        colors = theme.current()
        for item, area in self._places():
            top = area.top() + (_ROW - _SWATCH) // 2
            item.paint(painter, QRectF(area.left(), top, _SWATCH, _SWATCH), colors)
            painter.setPen(colors.muted)
            words = area.adjusted(_SWATCH + Space.S - 2, 0, _GAP, 0)
            painter.drawText(words, int(Qt.AlignmentFlag.AlignVCenter), item.text)
        painter.end()

    @guarded
    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            found = next((item for item, area in self._places() if area.contains(event.pos())), None)
            QToolTip.showText(event.globalPos(), plain_tip(found.tip) if found is not None else "", self)
            return True
        return super().event(event)

    def _repaint(self, _theme: object) -> None:
        self.update()
