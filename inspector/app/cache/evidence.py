"""What the tab needs of a conversation and of one break, loaded in workers (Qt-free)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from inspector.analysis.cost.prices import PriceTable, prices_of
from inspector.analysis.prefix.blocks import BodyKind, PrefixRequest
from inspector.analysis.prefix.evidence import Divergence, divergence
from inspector.analysis.prefix.load import load_pair
from inspector.analysis.prefix.replayed import judge_conversation, judge_replay
from inspector.analysis.prefix.report import PrefixReport, RequestVerdict, analyse, judge, summed
from inspector.app.cache.break_lines import BreakLine, break_lines
from inspector.app.timeline.request_place import RequestPlace, place_of
from inspector.model import RequestRecord
from inspector.replay.result import ReplayResult
from inspector.sources.base import Progress, Source, Trait

Pair = tuple[PrefixRequest, PrefixRequest]


@dataclass(frozen=True, slots=True)
class Analysed:
    """A source judged.

    Attributes:
        source: what was judged.
        report: verdicts of all its requests; in a database only those of `conversation_id` have predictions.
        conversation_id: the conversation on screen.
        prices: for the money.
        replayed: replayed prompts of a database by request index.
    """

    source: Source
    report: PrefixReport
    conversation_id: str
    prices: PriceTable
    replayed: dict[int, PrefixRequest] = field(default_factory=dict)

    def shown(self) -> PrefixReport:
        """The verdicts of the conversation on screen."""
        return self.report.only(self.conversation_id)


@dataclass(frozen=True, slots=True)
class Break:
    """One request compared with the one before it.

    Attributes:
        verdict: what was found.
        previous: the request compared with.
        found: both sides at the point where they part.
        lines: the same as lines of a diff.
        place, previous_place: the numbers of the two in their conversation.
    """

    verdict: RequestVerdict
    previous: RequestRecord
    found: Divergence
    lines: tuple[BreakLine, ...]
    place: RequestPlace
    previous_place: RequestPlace

    @property
    def is_replayed(self) -> bool:
        """Whether the bytes are those of replayed prompts."""
        return self.verdict.body_kind is BodyKind.REPLAYED


def analyse_for(
    source: Source, conversation_id: str, progress: Progress, known: Analysed | None = None
) -> Analysed:
    """Judge a source for a conversation; a capture judged before is not judged again."""
    if Trait.PROMPTS in source.traits:
        report = known.report if known is not None else analyse(source, progress=progress)
        return Analysed(source, report, conversation_id, prices_of(source))
    judged = judge_conversation(source, conversation_id, progress=progress)
    found = judged.report.by_index
    plain = judge(list(source.requests()), [])
    report = summed(tuple(found.get(v.record.index, v) for v in plain.verdicts))
    return Analysed(source, report, conversation_id, prices_of(source), judged.requests)


def load_break(analysed: Analysed, verdict: RequestVerdict) -> Break | None:
    """The evidence of one verdict; None when there is no request before it to compare with."""
    if verdict.compared_with is None:
        return None
    by_index = {one.record.index: one.record for one in analysed.report.verdicts}
    previous = by_index.get(verdict.compared_with)
    if previous is None:
        return None
    left, right = _pair(analysed, previous, verdict.record)
    found = divergence(left, right, verdict.cause)
    lines = tuple(break_lines(found, verdict.cause))
    records = [one.record for one in analysed.report.verdicts]
    return Break(
        verdict, previous, found, lines, place_of(verdict.record, records), place_of(previous, records)
    )


def _pair(analysed: Analysed, previous: RequestRecord, record: RequestRecord) -> Pair:
    replayed = analysed.replayed
    if previous.index in replayed and record.index in replayed:
        return replayed[previous.index], replayed[record.index]
    return load_pair(analysed.source, previous, record)


def predicted_reads(
    source: Source, result: ReplayResult | None
) -> Callable[[Progress], dict[int, int | None]]:
    """Work that tells what a replay's requests would read, by request index."""

    def work(progress: Progress) -> dict[int, int | None]:
        if result is None:
            return {}
        verdicts = judge_replay(source, result).report.verdicts
        return {one.record.index: one.prediction.read for one in verdicts if one.prediction is not None}

    return work
