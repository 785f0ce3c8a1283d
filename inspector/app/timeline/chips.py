"""The chip of a request or a turn: what its cache did, in a few words and with the colour of its verdict."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from inspector.analysis.prefix.causes import CauseId
from inspector.analysis.prefix.verdict import RequestVerdict, VerdictState
from inspector.app.i18n import translate
from inspector.app.timeline.rows import RequestRow, Row, StepRow, TurnRow
from inspector.app.wording import causes as cause_words
from inspector.app.wording import numbers
from inspector.app.wording.timeline import DOT
from inspector.model.request import RequestState

Verdicts = Mapping[int, RequestVerdict]
"""By request index; empty while requests have not been compared."""


@dataclass(frozen=True, slots=True)
class Chip:
    """What a chip shows.

    Attributes:
        text: short enough for the column.
        cause: what a wide one adds; "" for nothing.
        state: its colour.
        tip: the whole story, one fact a line.
    """

    text: str
    cause: str
    state: VerdictState
    tip: str


def chip_of(row: Row, verdicts: Verdicts) -> Chip | None:
    """The chip of a timeline row; None where there is no verdict on it."""
    if isinstance(row, TurnRow):
        indexes = [step.request_index for step in row.message.steps]
    elif isinstance(row, StepRow):
        indexes = [row.step.request_index]
    elif isinstance(row, RequestRow):
        indexes = [row.request.index]
    else:
        return None
    known = [verdicts[index] for index in indexes if index is not None and index in verdicts]
    return _chip(known) if known else None


def _chip(verdicts: Sequence[RequestVerdict]) -> Chip:
    breaks = [verdict for verdict in verdicts if verdict.is_break]
    if breaks:
        return _red(breaks)
    green = [verdict for verdict in verdicts if verdict.state is VerdictState.GREEN]
    last = green[-1] if green else verdicts[-1]
    text = translate("Timeline", "all read") if green else grey_word(last)
    return Chip(text, "", last.state, _tip([last]))


def _red(breaks: Sequence[RequestVerdict]) -> Chip:
    """What was lost in all, under the name of the cause that lost most; a star where a prediction says so."""
    worst = max(breaks, key=lambda verdict: verdict.lost or 0)
    lost = sum(verdict.lost or 0 for verdict in breaks)
    star = "" if all(verdict.loss_is_measured for verdict in breaks) else "*"
    text = f"−{numbers.group(lost)}{star}"
    return Chip(text, cause_words.title(worst.cause), VerdictState.RED, _tip(breaks))


def grey_word(verdict: RequestVerdict) -> str:
    """Why nothing can be said for or against a request."""
    words = {
        CauseId.FIRST: translate("Timeline", "first"),
        CauseId.SIDE_CALL: translate("Timeline", "side call"),
        CauseId.BELOW_MINIMUM: translate("Timeline", "too small"),
        CauseId.NO_BREAKPOINT: translate("Timeline", "no mark"),
    }
    if verdict.record.state is RequestState.IN_FLIGHT:
        return translate("Timeline", "in flight")
    if verdict.cause.id in words:
        return words[verdict.cause.id]
    return "–" if verdict.hit_ratio is None else translate("Timeline", "none read")


def _tip(verdicts: Sequence[RequestVerdict]) -> str:
    lines = []
    for verdict in verdicts:
        ratio = verdict.hit_ratio
        hits = "" if ratio is None else translate("Timeline", "hits {0}").format(numbers.percent(ratio))
        name = translate("Timeline", "request {0}").format(numbers.group(verdict.record.number))
        pieces = (name, cause_words.title(verdict.cause), hits)
        lines += [DOT.join(piece for piece in pieces if piece), cause_words.detail(verdict.cause)]
    return "\n".join(line for line in lines if line)
