"""A bar of a prompt's tokens by what the provider's cache did with them, with its legend."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from inspector.app.wording.numbers import group, percent
from inspector.gui import theme
from inspector.gui.guard import guarded
from inspector.model import Usage

_BAR_HEIGHT = 10
_DOT = 8


class Share(NamedTuple):
    """One piece of the bar."""

    name: str
    tokens: int
    colour: QColor


class HitBar(QWidget):
    """Measured shares of the prompt; hidden when the provider did not tell them."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._usage = Usage()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_usage(self, usage: Usage) -> None:
        """Show the shares of one prompt, or of a sum of prompts."""
        self._usage = usage
        self.setVisible(bool(self.shares()))
        self.setAccessibleName(", ".join(f"{name} {tokens}" for name, tokens, _ in self.shares()))
        self.update()

    def shares(self) -> list[Share]:
        """The pieces whose size is known; empty when what was read from the cache is not."""
        usage, colours = self._usage, theme.current()
        if usage.cache_read is None or not usage.input:
            return []
        named = (
            (self.tr("read from cache"), usage.cache_read, colours.cache_read),
            (self.tr("written"), usage.cache_write, colours.cache_write),
            (self.tr("new"), usage.new, colours.cache_new),
        )
        return [Share(name, tokens, colour) for name, tokens, colour in named if tokens is not None]

    def sizeHint(self) -> QSize:
        return QSize(240, _BAR_HEIGHT + self.fontMetrics().height() + 3 * theme.Space.S)

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self._paint_bar(painter)
            self._paint_legend(painter)

    def _paint_bar(self, painter: QPainter) -> None:
        room = QRectF(theme.Space.M, theme.Space.XS, self.width() - 2 * theme.Space.M, _BAR_HEIGHT)
        outline = QPainterPath()
        outline.addRoundedRect(room, _BAR_HEIGHT / 2, _BAR_HEIGHT / 2)
        painter.setClipPath(outline)
        painter.fillRect(room, theme.current().faint_line)
        total, left = max(1, self._usage.input or 0), room.left()
        for share in self.shares():
            width = room.width() * share.tokens / total
            painter.fillRect(QRectF(left, room.top(), width, room.height()), share.colour)
            left += width
        painter.setClipping(False)

    def _paint_legend(self, painter: QPainter) -> None:
        painter.setFont(theme.body_font(pixels=theme.SMALL_PX))
        metrics, total = painter.fontMetrics(), max(1, self._usage.input or 0)
        x, y = float(theme.Space.M), _BAR_HEIGHT + 2 * theme.Space.S
        for share in self.shares():
            text = f"{share.name} {group(share.tokens)} ({percent(share.tokens / total)})"
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(share.colour)
            painter.drawRoundedRect(QRectF(x, y + (metrics.height() - _DOT) / 2, _DOT, _DOT), 2, 2)
            painter.setPen(theme.current().muted)
            painter.drawText(QPointF(x + _DOT + theme.Space.XS, y + metrics.ascent()), text)
            x += _DOT + theme.Space.XS + metrics.horizontalAdvance(text) + theme.Space.M
