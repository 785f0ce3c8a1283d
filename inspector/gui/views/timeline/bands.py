"""Painters of folds: the band across the timeline and the summary behind its disclosure."""

from __future__ import annotations

from typing import Final, NamedTuple

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QFont, QPen, QTextLayout, QTextOption

from inspector.app.i18n import translate
from inspector.app.timeline.rows import BandRow, SummaryRow
from inspector.app.wording import timeline as words
from inspector.app.wording import units
from inspector.gui.theme import RADIUS, Space
from inspector.gui.views.timeline.canvas import CONTENT_LEFT, RIGHT_MARGIN, Line, Pens, draw_arrow
from inspector.gui.views.timeline.context import Paint
from inspector.wire import utf16

BAND_HEIGHT: Final = 46
INNER_BAND_HEIGHT: Final = 34
SUMMARY_LINES: Final = 16
"""Lines of a summary shown in place; the rest is one click away in the inspector."""

_GAP: Final = 5
_SUMMARY_CHARS: Final = 4000
_MORE_HEIGHT: Final = 20


def paint_band(p: Paint, row: BandRow) -> None:
    """`Folded here   6 messages → summary   13 498 → 906 tok −93 %   ▸ Summary`."""
    inner = row.anchor is not None
    left = CONTENT_LEFT if inner else 0
    area = p.rect.adjusted(left, _GAP, -RIGHT_MARGIN if inner else 0, -_GAP)
    p.painter.fillRect(area, p.theme.accent_tint if p.selected else p.theme.folded_tint)
    pen = QPen(p.theme.folded, 1, Qt.PenStyle.DashLine)
    p.painter.setPen(pen)
    p.painter.drawLine(area.topLeft(), area.topRight())
    p.painter.drawLine(area.bottomLeft(), area.bottomRight())
    line = Line(p.painter, p.pens, area.adjusted(Space.L, 0, -Space.L, 0))
    line.put(words.fold_title(row.boundary), p.pens.bold, p.theme.folded, gap=Space.L)
    line.put(words.fold_count(row.boundary), p.pens.body, p.theme.text, gap=Space.L)
    figures, change = words.fold_tokens(row.boundary)
    line.put(figures, p.pens.body, p.theme.text, gap=Space.S)
    line.put(change, p.pens.bold, p.theme.folded, gap=Space.L)
    if row.boundary.summary:
        _paint_disclosure(p, row, line, area)


def _paint_disclosure(p: Paint, row: BandRow, line: Line, area: QRect) -> None:
    center = QPointF(line.left + 4, area.center().y() + 1)
    draw_arrow(p.painter, center, is_open=p.is_open, color=p.theme.text)
    line.left += 14
    line.put(translate("Timeline", "Summary"), p.pens.body, p.theme.text)
    size = units.chars(utf16.length(row.boundary.summary or ""))
    line.put_right(size, p.pens.small, p.theme.muted)


def summary_height(row: SummaryRow, width: int, pens: Pens) -> int:
    """Height of the wrapped text, cut after some lines."""
    shown = _lay_out(row.text, pens.body, width - CONTENT_LEFT - RIGHT_MARGIN - Space.L * 2)
    return shown.height + Space.M * 2 + (_MORE_HEIGHT if shown.cut else 0)


def paint_summary(p: Paint, row: SummaryRow) -> None:
    """The summary's text on the fold's tint."""
    area = p.rect.adjusted(CONTENT_LEFT, 0, -RIGHT_MARGIN, -Space.S)
    p.painter.setPen(Qt.PenStyle.NoPen)
    p.painter.setBrush(p.theme.accent_tint if p.selected else p.theme.folded_tint)
    p.painter.drawRoundedRect(QRectF(area), RADIUS, RADIUS)
    shown = _lay_out(row.text, p.pens.body, area.width() - Space.L * 2)
    p.painter.setPen(p.theme.text)
    shown.layout.draw(p.painter, QPointF(area.left() + Space.L, area.top() + Space.S))
    if shown.cut:
        more = QRect(
            area.left() + Space.L, area.bottom() - Space.S - _MORE_HEIGHT, area.width(), _MORE_HEIGHT
        )
        text = translate("Timeline", "… the rest is in the inspector")
        Line(p.painter, p.pens, more).put(text, p.pens.small, p.theme.muted)


class _Wrapped(NamedTuple):
    """A text in lines; `cut` when there was more than fits."""

    layout: QTextLayout
    height: int
    cut: bool


def _lay_out(text: str, font: QFont, width: int) -> _Wrapped:
    """Wrap the beginning of a text into at most `SUMMARY_LINES` lines."""
    shown = text.strip()[:_SUMMARY_CHARS]
    layout = QTextLayout(shown.replace("\n", "\u2028"), font)
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    layout.beginLayout()
    top, end = 0.0, 0
    for _ in range(SUMMARY_LINES):
        line = layout.createLine()
        if not line.isValid():
            break
        line.setLineWidth(max(width, 40))
        line.setPosition(QPointF(0, top))
        top += line.height() + 1
        end = line.textStart() + line.textLength()
    layout.endLayout()
    return _Wrapped(layout, int(top), end < utf16.length(text.strip()))
