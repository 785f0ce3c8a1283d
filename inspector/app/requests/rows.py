"""One row per request of a conversation, in order of sending, side calls included."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from inspector.analysis.cost.cost import RequestCost
from inspector.analysis.prefix.load import started_at
from inspector.analysis.prefix.report import RequestVerdict
from inspector.app.requests.details import RequestDetails
from inspector.model.request import RequestPurpose, RequestRecord, RequestState
from inspector.model.usage import Usage


class RequestKind(StrEnum):
    """Why a request was sent."""

    MAIN = "main"
    SIDE = "side"
    SUMMARY = "summary"
    TITLE = "title"


_KINDS = {
    RequestPurpose.MAIN: RequestKind.MAIN,
    RequestPurpose.SUMMARIZE: RequestKind.SUMMARY,
    RequestPurpose.TITLE: RequestKind.TITLE,
    RequestPurpose.OTHER: RequestKind.SIDE,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestRow:
    """What a list knows of one request.

    Attributes:
        record: as listed by the source.
        at: ms since epoch of sending; None = unknown.
        verdict: of the prefix analysis; None while it has not run.
        cost: in money; None while nothing is known.
        details: what the payload tells; None while it has not been read, or there is none.
        findings: how many point here.
        folds: a fold happened before it.
        has, text: what `has:` and plain words find, worked out by `with_marks`; the text is case-folded.
    """

    record: RequestRecord
    at: int | None = None
    verdict: RequestVerdict | None = None
    cost: RequestCost | None = None
    details: RequestDetails | None = None
    findings: int = 0
    folds: bool = False
    has: tuple[str, ...] = ()
    text: str = ""

    @property
    def number(self) -> int:
        """The request's number in its conversation."""
        return self.record.number

    @property
    def kind(self) -> RequestKind:
        """Main chain or side call."""
        return _KINDS[self.record.purpose]

    @property
    def usage(self) -> Usage:
        """Measured."""
        return self.record.usage

    @property
    def causes(self) -> tuple[str, ...]:
        """Ids of all causes of its verdict."""
        if self.verdict is None:
            return ()
        return self.verdict.cause.id.value, *(other.value for other in self.verdict.cause.also)

    def with_marks(self) -> RequestRow:
        """The same with what filters ask of it worked out."""
        found = {
            "fold": self.folds,
            "error": self.record.state is RequestState.ERROR,
            "aborted": self.record.state is RequestState.ABORTED,
            "in-flight": self.record.state is RequestState.IN_FLIGHT,
            "miss": self.verdict is not None and self.verdict.is_break,
            "finding": bool(self.findings),
            "tool": bool(self.details and self.details.tools),
        }
        record, details = self.record, self.details
        words = () if details is None else (details.words, *details.tools, details.finish)
        text = "\n".join((record.model, record.provider, record.error or "", record.id, *words)).casefold()
        return replace(self, has=tuple(name for name, there in found.items() if there), text=text)


@dataclass(frozen=True, slots=True)
class Span:
    """Start and end of a session on the clock, for duration bars; ms since epoch."""

    start: int
    end: int

    def place(self, row: RequestRow) -> tuple[float, float] | None:
        """Where a request begins and ends, as shares of the whole; None when its time is unknown."""
        if row.at is None or self.end <= self.start:
            return None
        length = self.end - self.start
        begin = (row.at - self.start) / length
        return begin, min(1.0, begin + (row.record.timing.duration_ms or 0) / length)


def request_rows(
    records: Sequence[RequestRecord],
    *,
    verdicts: Mapping[int, RequestVerdict] | None = None,
    costs: Mapping[int, RequestCost] | None = None,
    details: Mapping[int, RequestDetails] | None = None,
    findings: Mapping[int, int] | None = None,
    folds: Iterable[int] = (),
) -> list[RequestRow]:
    """Rows in order of sending; what is not known yet is left out.

    Args:
        records: of one conversation.
        verdicts, costs, details, findings: by index.
        folds: indexes of requests that were first sent with a summary.
    """
    folded = set(folds)
    rows = [
        RequestRow(
            record=record,
            at=started_at(record.timing),
            verdict=(verdicts or {}).get(record.index),
            cost=(costs or {}).get(record.index),
            details=(details or {}).get(record.index),
            findings=(findings or {}).get(record.index, 0),
            folds=record.index in folded,
        ).with_marks()
        for record in records
    ]
    return sorted(rows, key=lambda row: row.number)


def span_of(rows: Sequence[RequestRow]) -> Span | None:
    """From the first request's start to the last one's end; None when no time is known."""
    starts = [row.at for row in rows if row.at is not None]
    if not starts:
        return None
    ends = [row.at + (row.record.timing.duration_ms or 0) for row in rows if row.at is not None]
    return Span(min(starts), max(ends))
