"""The columns of the request list, declared once: what a cell shows, what it sorts by, how it is drawn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from inspector.app.cells import Cell
from inspector.app.i18n import QT_TRANSLATE_NOOP, translate
from inspector.app.requests.rows import RequestKind, RequestRow
from inspector.app.wording import causes as cause_words
from inspector.app.wording import numbers
from inspector.app.wording.composition import shares
from inspector.model.request import RequestState


class Look(StrEnum):
    """How a cell is drawn."""

    FIGURE = "figure"
    TEXT = "text"
    DURATION = "duration"
    COMPOSITION = "composition"
    CAUSE = "cause"


@dataclass(frozen=True, slots=True)
class Column:
    """One column.

    Attributes:
        id: stable name, for what is hidden and in which order.
        title: its head; a context of the catalogue is "Requests".
        cell: what a row shows in it.
        look: how it is drawn.
        chars: width in digits of the body font.
        hidden: not shown until somebody asks for it.
        early: one of those that stay when there is little room.
    """

    id: str
    title: str
    cell: Callable[[RequestRow], Cell]
    look: Look = Look.FIGURE
    chars: int = 8
    hidden: bool = False
    early: bool = False


def kind_word(kind: RequestKind) -> str:
    """Why a request was sent, in a word."""
    return {
        RequestKind.MAIN: translate("Requests", "main"),
        RequestKind.SIDE: translate("Requests", "side call"),
        RequestKind.SUMMARY: translate("Requests", "summary"),
        RequestKind.TITLE: translate("Requests", "title"),
    }[kind]


def _figure(value: int | None) -> Cell:
    return Cell("–" if value is None else numbers.group(value), value)


def _number(row: RequestRow) -> Cell:
    return Cell(numbers.group(row.number), row.number)


def _time(row: RequestRow) -> Cell:
    if row.at is None:
        return Cell("–", None)
    return Cell(numbers.clock(row.at), row.at, numbers.date_and_clock(row.at))


def _duration(row: RequestRow) -> Cell:
    duration = row.record.timing.duration_ms
    return Cell("–" if duration is None else numbers.duration(duration), duration)


def _words(row: RequestRow) -> Cell:
    text = row.record.error if row.record.state is RequestState.ERROR else None
    if text:
        line = " ".join(text.split())
        return Cell(line[:160], line[:160], line[:1000], "error")
    words = "" if row.details is None else row.details.words
    return Cell(words, words or None)


def _model(row: RequestRow) -> Cell:
    return Cell(row.record.model, row.record.model, row.record.provider)


def _kind(row: RequestRow) -> Cell:
    word = kind_word(row.kind)
    return Cell(word, word, tone="" if row.kind is RequestKind.MAIN else "muted")


def _composition(row: RequestRow) -> Cell:
    weights = () if row.details is None else row.details.weights
    return Cell("", sum(weight for _, weight in weights) or None, shares(weights))


def _cause(row: RequestRow) -> Cell:
    verdict = row.verdict
    if verdict is None:
        return Cell("", None)
    title, detail = cause_words.title(verdict.cause), cause_words.detail(verdict.cause)
    if verdict.is_break and verdict.lost:
        basis = "" if verdict.loss_is_measured else "*"
        text = f"−{numbers.group(verdict.lost)}{basis} · {title}"
        return Cell(text, float(verdict.lost), detail, "error")
    return Cell(title, 0.0, detail, "muted")


def _hit(row: RequestRow) -> Cell:
    ratio = row.usage.hit_ratio
    return Cell("–" if ratio is None else numbers.percent(ratio), ratio)


def _cost(row: RequestRow) -> Cell:
    if row.cost is None or row.cost.cost is None:
        return Cell("–", None)
    return Cell(numbers.money(row.cost.cost, row.cost.currency), row.cost.cost, row.cost.basis)


def _finish(row: RequestRow) -> Cell:
    word = "" if row.details is None else row.details.finish
    ended = row.record.state
    if ended is not RequestState.OK:
        return Cell(ended.value, ended.value, tone="error" if ended is RequestState.ERROR else "warning")
    return Cell(word, word or None, tone="warning" if word in _CUT else "")


_CUT: Final = frozenset({"length", "content-filter", "error"})


def _findings(row: RequestRow) -> Cell:
    return Cell(numbers.group(row.findings) if row.findings else "", row.findings or None, tone="warning")


def _tools(row: RequestRow) -> Cell:
    text = "" if row.details is None else ", ".join(row.details.tools)
    return Cell(text, text or None)


COLUMNS: Final[tuple[Column, ...]] = (
    Column("number", QT_TRANSLATE_NOOP("Requests", "#"), _number, chars=5, early=True),
    Column("time", QT_TRANSLATE_NOOP("Requests", "time"), _time, chars=9),
    Column("duration", QT_TRANSLATE_NOOP("Requests", "duration"), _duration, Look.DURATION, chars=14),
    Column("kind", QT_TRANSLATE_NOOP("Requests", "kind"), _kind, Look.TEXT, chars=9),
    Column("words", QT_TRANSLATE_NOOP("Requests", "asked"), _words, Look.TEXT, chars=26),
    Column("model", QT_TRANSLATE_NOOP("Requests", "model"), _model, Look.TEXT, chars=16),
    Column(
        "composition",
        QT_TRANSLATE_NOOP("Requests", "made of"),
        _composition,
        Look.COMPOSITION,
        chars=16,
        early=True,
    ),
    Column(
        "prompt",
        QT_TRANSLATE_NOOP("Requests", "prompt"),
        lambda row: _figure(row.usage.input),
        chars=8,
        early=True,
    ),
    Column("read", QT_TRANSLATE_NOOP("Requests", "read"), lambda row: _figure(row.usage.cache_read)),
    Column("written", QT_TRANSLATE_NOOP("Requests", "written"), lambda row: _figure(row.usage.cache_write)),
    Column("new", QT_TRANSLATE_NOOP("Requests", "new"), lambda row: _figure(row.usage.new), chars=7),
    Column("cause", QT_TRANSLATE_NOOP("Requests", "cache"), _cause, Look.CAUSE, chars=26, early=True),
    Column("cost", QT_TRANSLATE_NOOP("Requests", "cost"), _cost, chars=12),
    Column("finish", QT_TRANSLATE_NOOP("Requests", "finish"), _finish, Look.TEXT, chars=10),
    Column("findings", QT_TRANSLATE_NOOP("Requests", "findings"), _findings, chars=8),
    Column("tools", QT_TRANSLATE_NOOP("Requests", "calls"), _tools, Look.TEXT, chars=16, hidden=True),
    Column("hit", QT_TRANSLATE_NOOP("Requests", "hits"), _hit, chars=7, hidden=True),
    Column(
        "output",
        QT_TRANSLATE_NOOP("Requests", "output"),
        lambda row: _figure(row.usage.output),
        chars=8,
        hidden=True,
    ),
)
"""In the order they are first shown."""


def sorted_rows(rows: Sequence[RequestRow], column: Column, *, descending: bool) -> list[int]:
    """Positions of rows in the order of a column; what is unknown comes last either way."""
    keys = [column.cell(row).value for row in rows]
    known = [place for place, key in enumerate(keys) if key is not None]
    unknown = [place for place, key in enumerate(keys) if key is None]

    def key_of(place: int) -> tuple[bool, float, str]:
        value = keys[place]
        return (True, 0.0, value.casefold()) if isinstance(value, str) else (False, value or 0.0, "")

    return sorted(known, key=key_of, reverse=descending) + unknown
