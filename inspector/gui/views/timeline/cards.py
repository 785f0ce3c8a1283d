"""Painters of turns, of the model calls inside them and of model calls that no message shows."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPointF, QRect, Qt
from PySide6.QtGui import QColor

from inspector.analysis.prefix.verdict import VerdictState
from inspector.app.i18n import translate
from inspector.app.replay.predictions import RequestForecast
from inspector.app.timeline.rows import PathRow, RequestRow, StepRow, TurnRow
from inspector.app.wording import numbers, units
from inspector.app.wording import replay as replay_words
from inspector.app.wording import timeline as words
from inspector.gui.theme import Space, Theme
from inspector.gui.views.common.severity import draw_severity, severity_color
from inspector.gui.views.timeline.canvas import (
    ARROW_X,
    COLUMN_GAP,
    CONTENT_LEFT,
    NUMBER_RIGHT,
    Line,
    draw_arrow,
    draw_chip,
    draw_in,
    draw_share,
)
from inspector.gui.views.timeline.context import Paint
from inspector.model import RequestState, Role, Usage

SINGLE_HEIGHT: Final = 34
DOUBLE_HEIGHT: Final = 52
STEP_HEIGHT: Final = 28

_MARK_ROOM: Final = 80
"""A badge is left out when the line has less room than this."""
_FIRST_LINE: Final = 30
"""Height of the line that carries the figures."""
_CHIP_PADDING: Final = 18
_CAUSE_SHARE: Final = 0.45
"""How far into the line of a model call a chip with its cause may reach."""


def turn_height(row: TurnRow) -> int:
    """One line, or two when there is something to say of the model call."""
    return DOUBLE_HEIGHT if words.turn_meta(row) or words.turn_status(row) else SINGLE_HEIGHT


def paint_turn(p: Paint, row: TurnRow) -> None:
    """Number, role, preview; figures at the right; model and state below."""
    two_lines = p.rect.height() > SINGLE_HEIGHT
    first = QRect(p.rect.left(), p.rect.top() + 2, p.rect.width(), _FIRST_LINE)
    if row.expandable:
        draw_arrow(
            p.painter, QPointF(ARROW_X, first.center().y() + 1), is_open=p.is_open, color=p.theme.faint
        )
    _paint_number(p, first, row.number)
    _paint_figures(p, first, row)
    line = Line(
        p.painter, p.pens, QRect(CONTENT_LEFT, first.top(), p.columns.content_right - CONTENT_LEFT, 30)
    )
    line.put(words.role(row.message.role), p.pens.bold, p.theme.text)
    _put_findings(p, line)
    if len(row.alternatives) > 1:
        line.put_right(branch_mark(row), p.pens.small, p.theme.accent)
    color = p.theme.text if row.message.role is not Role.SYSTEM else p.theme.muted
    line.put(
        row.preview or translate("Timeline", "(empty)"), p.pens.body, color if row.preview else p.theme.faint
    )
    if two_lines:
        _paint_second_line(p, first, row)


def _put_findings(p: Paint, line: Line) -> None:
    """The badge of what was found here, at the right end of a line: a shape and a number."""
    if p.mark is None or line.right - line.left < _MARK_ROOM:
        return
    right = line.right
    line.put_right(
        numbers.group(p.mark.count), p.pens.small_bold, severity_color(p.mark.severity, p.theme), gap=0
    )
    draw_severity(p.painter, QPointF(line.right - 9, line.rect.center().y() + 1), p.mark.severity, p.theme)
    line.right -= 16
    p.mark_area = QRect(line.right, line.rect.top(), right - line.right, line.rect.height())
    line.right -= Space.M


def _paint_number(p: Paint, first: QRect, number: int) -> None:
    draw_in(p.painter, (0, NUMBER_RIGHT), first, numbers.group(number), p.pens.small, p.theme.faint)


def _paint_figures(p: Paint, first: QRect, row: TurnRow) -> None:
    columns = p.columns
    if columns.time is not None and row.message.created_at is not None:
        text = numbers.clock(row.message.created_at)
        draw_in(p.painter, columns.time, first, text, p.pens.small, p.theme.faint)
    if columns.chip is not None and row.message.role is Role.ASSISTANT:
        _cache_chip(p, first, row.usage)
    elif columns.chip is not None and row.folded:
        text = translate("Timeline", "folded")
        align = Qt.AlignmentFlag.AlignHCenter
        draw_in(p.painter, columns.chip, first, text, p.pens.small, p.theme.faint, align=align)
    if row.prompt_tokens is not None:
        draw_in(
            p.painter, columns.tokens, first, units.tokens(row.prompt_tokens), p.pens.body, p.figures.text
        )
    elif row.estimated_tokens is not None:
        text = units.estimated_tokens(row.estimated_tokens)
        draw_in(p.painter, columns.tokens, first, text, p.pens.body, p.theme.faint)
    if row.share is not None:
        draw_share(p.painter, columns.tokens, first.bottom() + 3, row.share, p.figures)


def _paint_second_line(p: Paint, first: QRect, row: TurnRow) -> None:
    right = p.columns.tokens[0] - COLUMN_GAP
    area = QRect(CONTENT_LEFT, first.bottom() - 2, right - CONTENT_LEFT, 18)
    line = Line(p.painter, p.pens, area)
    line.put(words.turn_meta(row), p.pens.small, p.theme.muted)
    status = words.turn_status(row)
    is_error = bool(row.error) or row.message.status == "error" or row.message.raw_data is not None
    line.put(f"● {status}" if status else "", p.pens.small, p.theme.error if is_error else p.theme.warning)
    _put_forecast(p, line, p.predictions.of_turn(row.message))


def _put_forecast(p: Paint, line: Line, forecast: RequestForecast | None) -> None:
    """What a replay does differently with a model call."""
    if forecast is not None:
        line.put(replay_words.request_forecast(forecast), p.pens.small_bold, p.figures.folded)


def branch_mark(row: TurnRow) -> str:
    """`‹ 2/3 ›`: which of the alternatives this turn is."""
    position = row.alternatives.index(row.message.id) + 1 if row.message.id in row.alternatives else 0
    return f"‹ {position}/{len(row.alternatives)} ›"


def _cache_chip(p: Paint, first: QRect, usage: Usage, *, wide: int = 0) -> int:
    """What the cache did, by the verdict; the bare measured ratio while there is none. Returns the chip's left edge.

    `wide`: the left edge that a chip with its cause may reach; 0 = the cause is left to the tooltip.
    """
    edges = p.columns.chip
    if edges is None:
        return p.columns.content_right
    chip = p.chip
    if chip is None:
        text = words.cache_chip(usage)
        align = Qt.AlignmentFlag.AlignHCenter
        draw_in(p.painter, edges, first, text, p.pens.small, p.theme.faint, align=align)
        return edges[0]
    text = f"{chip.text} · {chip.cause}" if wide and chip.cause else chip.text
    needed = p.pens.metrics(p.pens.small).horizontalAdvance(text) + _CHIP_PADDING
    left = max(wide, edges[1] - needed) if wide else edges[0]
    left = min(left, edges[0])
    shown = p.pens.metrics(p.pens.small).elidedText(
        text, Qt.TextElideMode.ElideRight, edges[1] - left - _CHIP_PADDING // 2
    )
    draw_chip(p.painter, (left, edges[1]), first, shown, p.pens.small, chip_colors(chip.state, p.figures))
    return left


def chip_colors(state: VerdictState, theme: Theme) -> tuple[QColor, QColor]:
    """Text and background of a chip; the words in it say the same."""
    return {
        VerdictState.GREEN: (theme.cache_read_text, theme.cache_read_tint),
        VerdictState.RED: (theme.error, theme.error_tint),
        VerdictState.GREY: (theme.muted, theme.panel),
    }[state]


def paint_step(p: Paint, row: StepRow) -> None:
    """A slim line: which call of the turn, its figures."""
    chip_left = _paint_call_figures(p, row.usage)
    line = Line(
        p.painter, p.pens, p.inner(CONTENT_LEFT, min(p.columns.content_right, chip_left - COLUMN_GAP))
    )
    line.put(words.step_label(row), p.pens.small_bold, p.theme.muted)
    _put_findings(p, line)
    if row.step.timing.duration_ms is not None:
        line.put(numbers.duration(row.step.timing.duration_ms), p.pens.small, p.theme.faint)
    request = row.request
    index = row.step.request_index
    _put_forecast(p, line, p.predictions.of_step(row.message.id, row.step.number, index))
    if request is not None and request.state is not RequestState.OK:
        line.put(
            f"● {words.request_state(request.state)}", p.pens.small, _state_color(request.state, p.theme)
        )
        line.put(request.error or "", p.pens.small, p.theme.muted)


def paint_request(p: Paint, row: RequestRow) -> None:
    """A model call outside the messages: what it was for, its figures, how it ended."""
    request = row.request
    chip_left = _paint_call_figures(p, request.usage)
    line = Line(
        p.painter, p.pens, p.inner(CONTENT_LEFT, min(p.columns.content_right, chip_left - COLUMN_GAP))
    )
    line.put(words.request_label(row), p.pens.small_bold, p.theme.muted)
    _put_findings(p, line)
    line.put(words.model_name(request.model), p.pens.small, p.theme.faint)
    if request.state is not RequestState.OK:
        line.put(
            f"● {words.request_state(request.state)}", p.pens.small, _state_color(request.state, p.theme)
        )
        line.put(request.error or "", p.pens.small, p.theme.muted)
    draw_in(
        p.painter,
        (0, NUMBER_RIGHT),
        p.rect,
        "↳",
        p.pens.small,
        p.theme.faint,
        align=Qt.AlignmentFlag.AlignRight,
    )


def _state_color(state: RequestState, theme: Theme) -> QColor:
    return theme.error if state is RequestState.ERROR else theme.warning


def _paint_call_figures(p: Paint, usage: Usage) -> int:
    """Chip and tokens of a model call; returns the left edge of what was painted."""
    left = p.columns.content_right + COLUMN_GAP
    if p.columns.chip is not None and (usage.is_known or p.chip is not None):
        left = _cache_chip(p, p.rect, usage, wide=int(p.columns.content_right * _CAUSE_SHARE))
    if usage.input is not None:
        draw_in(p.painter, p.columns.tokens, p.rect, units.tokens(usage.input), p.pens.small, p.figures.muted)
    return left


def paint_path(p: Paint, row: PathRow) -> None:
    """A warning line at the point where the branch breaks off."""
    line = Line(p.painter, p.pens, p.inner(CONTENT_LEFT, p.rect.width() - COLUMN_GAP))
    line.put(f"● {words.path_note(row.note)}", p.pens.body, p.theme.warning)
