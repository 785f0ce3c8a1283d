"""Painters of what lies under a turn: tool calls in their frames, their texts, excerpts, and plain lines."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from PySide6.QtCore import QPointF, QRect
from PySide6.QtGui import QColor

from inspector.app.timeline.blobs import BlobStates, blob_key
from inspector.app.timeline.rows import ExcerptRow, ItemRow, NoteKind, NoteRow, ToolRow
from inspector.app.wording import replay as replay_words
from inspector.app.wording import timeline as words
from inspector.app.wording import units
from inspector.gui.theme import Space, Theme
from inspector.gui.views.timeline.canvas import (
    CONTENT_LEFT,
    RIGHT_MARGIN,
    Line,
    draw_arrow,
    draw_frame,
    draw_rule,
)
from inspector.gui.views.timeline.context import Paint
from inspector.model import BlobRef, BlobState, ToolState

TOOL_HEIGHT: Final = 30
ITEM_HEIGHT: Final = 28
NOTE_HEIGHT: Final = 26
EXCERPT_LINES: Final = 3
"""Lines shown of a head and of a tail."""
LINE_HEIGHT: Final = 17

_NAME_SHARE: Final = 0.6
"""Most of the line a tool's name may take: generated names are long."""
_GAP: Final = 2
"""Empty pixels above a frame."""
_BAD: Final = frozenset(
    {
        BlobState.MISSING_ENTRY,
        BlobState.REFUSED,
        BlobState.MISSING_FILE,
        BlobState.SIZE_DIFFERS,
        BlobState.HASH_DIFFERS,
    }
)


def frame_area(p: Paint) -> QRect:
    """The slice of the tool frame that a row covers."""
    return QRect(CONTENT_LEFT, p.rect.top(), p.rect.width() - CONTENT_LEFT - RIGHT_MARGIN, p.rect.height())


def paint_tool(p: Paint, row: ToolRow) -> None:
    """A call on one line: arrow, name, what came back, what was kept; its state at the right."""
    area = frame_area(p).adjusted(0, _GAP, 0, 0)
    fill = p.theme.accent_tint if p.selected else p.theme.panel if p.is_open or p.hovered else p.theme.surface
    draw_frame(p.painter, area, p.theme, top=True, bottom=not p.is_open, fill=fill)
    if p.is_open:
        draw_rule(p.painter, area.left(), area.right(), area.bottom(), p.theme.line)
    draw_arrow(
        p.painter, QPointF(area.left() + 14, area.center().y() + 1), is_open=p.is_open, color=p.theme.muted
    )
    line = Line(p.painter, p.pens, area.adjusted(26, 0, -Space.M, 0))
    right, tone = _verdict(row, p.blobs)
    line.put_right(right, p.pens.small, _tone(p.theme, tone))
    line.put(
        row.part.tool_name or "?", p.pens.bold, p.theme.text, most=(line.right - line.left) * _NAME_SHARE
    )
    things, sizes = words.tool_sizes(row)
    line.put(things, p.pens.body, p.theme.text)
    shortened = row.facts is not None and row.facts.shortened
    line.put(sizes, p.pens.body, p.theme.trimmed if shortened else p.theme.muted)
    if (forecast := p.predictions.of_call(row.part.tool_call_id)) is not None:
        line.put(replay_words.call_forecast(forecast), p.pens.small_bold, p.theme.accent)
    if row.part.state is ToolState.OUTPUT_ERROR:
        line.put(row.part.error_text or "", p.pens.small, p.theme.muted)


def _verdict(row: ToolRow, blobs: BlobStates) -> tuple[str, str]:
    """The text at the right of a tool line, and its tone."""
    if state := words.tool_state(row):
        return state, "error" if row.part.state is ToolState.OUTPUT_ERROR else "warning"
    refs = row.facts.refs if row.facts is not None else ()
    if refs:
        return blob_verdict(refs, blobs)
    if row.part.deferred:
        return words.deferred(), "muted"
    if row.facts is not None and row.facts.shortened:
        return words.trimmed_in_flight(), "muted"
    return (words.sent_whole(), "faint") if row.in_prompt else ("", "faint")


def blob_verdict(refs: Iterable[BlobRef], blobs: BlobStates) -> tuple[str, str]:
    """`2 blobs · verified`, or the worst that was found; the tone goes with it."""
    listed = list(refs)
    states = [blobs.get(blob_key(ref)) for ref in listed]
    count = units.blobs(len(listed))
    bad = next((state for state in states if state in _BAD), None)
    if bad is not None:
        return f"{count}{words.DOT}{words.blob_state(bad)}", "error"
    if None in states:
        return count, "muted"
    found = next((state for state in states if state is not BlobState.OK), BlobState.OK)
    return f"{count}{words.DOT}{words.blob_state(found or BlobState.OK)}", "muted"


def _tone(theme: Theme, tone: str) -> QColor:
    return {
        "error": theme.error,
        "warning": theme.warning,
        "muted": theme.muted,
        "faint": theme.faint,
    }[tone]


def _open_slice(p: Paint) -> QRect:
    """Paint this row's slice of the frame; returns its inside."""
    area = frame_area(p)
    fill = p.theme.accent_tint if p.selected else p.theme.hover if p.hovered else p.theme.surface
    draw_frame(p.painter, area, p.theme, top=False, bottom=p.ends_frame, fill=fill)
    return area


def paint_item(p: Paint, row: ItemRow) -> None:
    """A source or page: id, title, address; its length at the right."""
    area = _open_slice(p)
    if not p.ends_frame:
        draw_rule(p.painter, area.left() + Space.M, area.right() - Space.M, area.bottom(), p.theme.faint_line)
    line = Line(p.painter, p.pens, area.adjusted(Space.M, 0, -Space.M, 0))
    if row.expandable:
        center = QPointF(area.right() - Space.M - 2, area.center().y() + 1)
        draw_arrow(p.painter, center, is_open=p.is_open, color=p.theme.muted)
    line.right -= Space.L
    size_color = p.theme.trimmed if row.item.shortened else p.theme.muted
    line.put_right(units.chars(row.item.chars), p.pens.small, size_color)
    if row.item.ref is not None:
        state = p.blobs.get(blob_key(row.item.ref))
        if state in _BAD and state is not None:
            line.put_right(words.blob_state(state), p.pens.small, p.theme.error)
    line.put(row.item.id, p.pens.code, p.theme.accent, gap=Space.M)
    line.put(row.item.title, p.pens.body, p.theme.text)
    line.put(row.item.url, p.pens.small, p.theme.muted)


def excerpt_height(row: ExcerptRow) -> int:
    """Head lines, the gap, tail lines."""
    count = len(head_lines(row.item.head)) + 1 + len(tail_lines(row.item.tail))
    return count * LINE_HEIGHT + Space.S * 2


def head_lines(text: str) -> list[str]:
    """The first lines that are not empty."""
    return [line for line in text.splitlines() if line.strip()][:EXCERPT_LINES]


def tail_lines(text: str) -> list[str]:
    """The last lines that are not empty."""
    return [line for line in text.splitlines() if line.strip()][-EXCERPT_LINES:]


def paint_excerpt(p: Paint, row: ExcerptRow) -> None:
    """Head and tail in the fixed font with the gap named between them."""
    area = _open_slice(p)
    inside = area.adjusted(Space.M, Space.XS, -Space.M, -Space.XS)
    p.painter.fillRect(inside, p.theme.panel)
    top = inside.top() + Space.XS
    gap = f"⋯ {words.gap(row)} ⋯"
    shown = [
        *((text, p.pens.code, p.theme.text) for text in head_lines(row.item.head)),
        (gap, p.pens.small, p.theme.trimmed),
        *((text, p.pens.code, p.theme.text) for text in tail_lines(row.item.tail)),
    ]
    for text, font, color in shown:
        slot = QRect(inside.left() + Space.S, top, inside.width() - Space.L, LINE_HEIGHT)
        Line(p.painter, p.pens, slot).put(text.expandtabs(4), font, color)
        top += LINE_HEIGHT


def paint_note(p: Paint, row: NoteRow) -> None:
    """A label and one line of text, inside a frame or directly under the turn."""
    if p.in_frame:
        area = _open_slice(p).adjusted(Space.M, 0, -Space.M, 0)
    else:
        area = p.inner(CONTENT_LEFT, p.rect.width() - RIGHT_MARGIN)
    line = Line(p.painter, p.pens, area)
    if row.chars is not None:
        line.put_right(units.chars(row.chars), p.pens.small, p.theme.faint)
    failed = row.kind in (NoteKind.ERROR, NoteKind.DAMAGED)
    label_color = p.theme.error if failed else p.theme.muted
    line.put(words.note_label(row), p.pens.small_bold, label_color)
    line.put(row.label, p.pens.small, p.theme.muted)
    is_code = row.kind in (NoteKind.INPUT, NoteKind.OUTPUT, NoteKind.DATA, NoteKind.UNKNOWN, NoteKind.DAMAGED)
    text_color = p.theme.error if row.kind is NoteKind.ERROR else p.theme.text
    line.put(row.preview, p.pens.code if is_code else p.pens.body, text_color)
