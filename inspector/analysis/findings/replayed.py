"""Findings of a replay: what is gone, still there or new under other settings.

The detectors look at a replay as they look at a recording: its prompts are the requests' facts, its folds the
boundaries, its predictions the usage. A replay is no recording, though, so a recorded finding is judged only where the
replay *as recorded* shows it too; where it does not, a replay under other settings can say nothing of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from typing import Any, TypeAlias

from inspector.analysis.findings.detector import Detector
from inspector.analysis.findings.model import Finding
from inspector.analysis.findings.registry import all_detectors
from inspector.analysis.findings.request_facts import FactsReader, RequestFacts
from inspector.analysis.findings.run import findings_of_conversation
from inspector.analysis.findings.subject import Circumstances, ConversationSubject, SourceSubject
from inspector.analysis.prefix.replayed import ReplayedPrefix, judge_replay
from inspector.analysis.prefix.report import PrefixReport, RequestVerdict
from inspector.model.compaction import AnchorPhase, AnchorStatus, BoundaryOrigin, CompactionBoundary
from inspector.model.conversation import Conversation
from inspector.model.message import Message
from inspector.model.part import parse_part
from inspector.model.request import RequestPayload, RequestPurpose, RequestRecord
from inspector.model.settings import ReplaySettings
from inspector.model.usage import Usage
from inspector.replay.result import FoldOutcome, ReplayResult, RequestOutcome
from inspector.sources.base import Progress, Source

Replay: TypeAlias = tuple[ReplayResult, ReplaySettings]
"""A replay and the settings it ran under."""


class Fate(StrEnum):
    """What other settings make of a finding."""

    GONE = "gone"
    STAYS = "still there"
    NEW = "new"
    NOT_REPLAYABLE = "not replayable"


@dataclass(frozen=True, slots=True)
class FindingFate:
    """One finding and what became of it.

    Attributes:
        finding: as recorded; of a new one, as the replay shows it.
        fate: see there.
        now: the replay's finding that is its like; None where there is none.
    """

    finding: Finding
    fate: Fate
    now: Finding | None = None

    def to_dict(self) -> dict[str, Any]:
        """The finding as `Finding.to_dict`, with its fate and what the replay says instead."""
        changed = self.now is not None and self.now.message != self.finding.message
        now = self.now.to_dict() if changed and self.now is not None else None
        return {**self.finding.to_dict(), "fate": self.fate.value, "now": now}


def compare_findings(
    recorded: Iterable[Finding], as_recorded: Sequence[Finding], now: Sequence[Finding]
) -> list[FindingFate]:
    """The fate of every recorded finding, then what is new.

    Args:
        recorded: of the recording itself.
        as_recorded: of its replay under its own settings.
        now: of its replay under other settings.
    """
    recorded = list(recorded)
    shown = _matched(recorded, as_recorded)
    stays = _matched(recorded, now)
    fates = [_fate(one, stays.get(at), is_shown=at in shown) for at, one in enumerate(recorded)]
    known = _matched(now, as_recorded) | _matched(now, recorded)
    return fates + [FindingFate(one, Fate.NEW, one) for at, one in enumerate(now) if at not in known]


def fates_of(
    source: Source,
    recorded: Iterable[Finding],
    own: Replay,
    other: Replay,
    *,
    detectors: Iterable[Detector] | None = None,
    circumstances: Circumstances | None = None,
    progress: Progress | None = None,
) -> list[FindingFate]:
    """What becomes of the recorded findings of one conversation: `own` is its replay as recorded, `other` another.

    Raises `Cancelled` when `progress` said so.
    """
    chosen = None if detectors is None else list(detectors)
    as_recorded, now = (
        findings_of_replay(source, *replay, detectors=chosen, circumstances=circumstances, progress=progress)
        for replay in (own, other)
    )
    return compare_findings(recorded, as_recorded, now)


def remaining(fates: Iterable[FindingFate]) -> list[Finding]:
    """The findings there would be under the other settings; what a replay cannot tell stays."""
    return [one.now or one.finding for one in fates if one.fate is not Fate.GONE]


def replayable_detectors(source: Source, detectors: Iterable[Detector] | None = None) -> list[Detector]:
    """The detectors whose findings can be told of a replay of this source."""
    chosen = all_detectors() if detectors is None else detectors
    return [
        one for one in chosen if one.replays and one.conversation is not None and one.needs <= source.traits
    ]


def findings_of_replay(
    source: Source,
    result: ReplayResult,
    settings: ReplaySettings,
    *,
    detectors: Iterable[Detector] | None = None,
    circumstances: Circumstances | None = None,
    progress: Progress | None = None,
) -> list[Finding]:
    """What the detectors (default: all there are) find in a replay; raises `Cancelled` when `progress` said so."""
    progress = progress or Progress()
    subject = ReplayedSubject(
        SourceSubject(source, circumstances or Circumstances(), progress), result, settings
    )
    found: list[Finding] = []
    chosen = replayable_detectors(source, detectors)
    for done, detector in enumerate(chosen):
        progress.step(done, len(chosen), "findings")
        found.extend(findings_of_conversation(subject, detector))
    return found


class ReplayedSubject(ConversationSubject):
    """A replayed conversation as detectors see it.

    Attributes:
        result: the replay.
    """

    def __init__(self, of: SourceSubject, result: ReplayResult, settings: ReplaySettings) -> None:
        recorded = of.source.load(result.conversation_id, of.progress)
        view = _ReplayedSource(of, result)
        super().__init__(view, _replayed_conversation(recorded, result, view.predicted))
        self.result = result
        self._settings = settings
        view.replayed = self.conversation.requests

    @cached_property
    def settings(self) -> ReplaySettings:
        """The settings of the replay."""
        return self._settings


class _ReplayedSource(SourceSubject):
    """A source as it would stand after the replay: facts and verdicts are the replay's."""

    def __init__(self, of: SourceSubject, result: ReplayResult) -> None:
        super().__init__(of.source, of.circumstances, of.progress)
        self._result = result
        self.replayed: tuple[RequestRecord, ...] = ()

    @cached_property
    def predicted(self) -> ReplayedPrefix:
        """What the cache should make of the replayed prompts."""
        return judge_replay(self.source, self._result)

    @cached_property
    def prefix(self) -> PrefixReport:
        """The same as a report."""
        return self.predicted.report

    def chain(self, conversation_id: str) -> tuple[RequestVerdict, ...]:
        """The replay's verdicts; it is of one conversation."""
        return self.prefix.verdicts

    def _read_facts(self, conversation_id: str) -> Iterator[RequestFacts]:
        reader = FactsReader()
        records = [one for one in self.replayed if one.purpose is RequestPurpose.MAIN]
        for outcome, record in zip(self._result.requests, records, strict=True):
            if record.has_payload:
                yield reader.read(record, self._payload(outcome, record))

    def _payload(self, outcome: RequestOutcome, record: RequestRecord) -> RequestPayload:
        """The replayed prompt among the tools, settings and answer that were recorded."""
        known = self.source.payload(record.index)
        return replace(known, prompt=list(outcome.prompt), raw_request=None)


def _fate(finding: Finding, now: Finding | None, *, is_shown: bool) -> FindingFate:
    if now is not None:
        return FindingFate(finding, Fate.STAYS, now)
    return FindingFate(finding, Fate.GONE if is_shown else Fate.NOT_REPLAYABLE)


def _matched(findings: Sequence[Finding], others: Sequence[Finding]) -> dict[int, Finding]:
    """The like of each finding among others, by position: at the same place, else the next of the same kind.

    A changed threshold moves a finding by some requests; it is the same trouble all the same.
    """
    left = list(others)
    matched: dict[int, Finding] = {}
    for alike in (_same_place, _same_detector):
        for at, finding in enumerate(findings):
            if at in matched:
                continue
            found = next((one for one in left if alike(finding, one)), None)
            if found is not None:
                left.remove(found)
                matched[at] = found
    return matched


def _same_place(one: Finding, other: Finding) -> bool:
    return (one.template_id, one.where, one.path) == (other.template_id, other.where, other.path)


def _same_detector(one: Finding, other: Finding) -> bool:
    return (one.id, one.cause, one.where.topic) == (other.id, other.cause, other.where.topic)


def _replayed_conversation(
    recorded: Conversation, result: ReplayResult, predicted: ReplayedPrefix
) -> Conversation:
    """The conversation with the replay's requests, folds and stored rows in place of the recorded ones."""
    known = {record.index: record for record in recorded.requests}
    verdicts = predicted.report.verdicts
    requests: list[RequestRecord] = []
    boundaries: list[CompactionBoundary] = []
    for outcome, verdict in zip(result.requests, verdicts, strict=True):
        record = known.get(verdict.record.index, verdict.record)
        if outcome.fold is not None:
            requests.append(_summary_call(record, outcome.fold))
            boundaries.append(_boundary(outcome, outcome.fold, is_database=outcome.run_id is None))
        prediction = verdict.prediction
        usage = Usage() if prediction is None else _predicted_usage(prediction.total, prediction.read)
        requests.append(replace(record, usage=usage))
    return replace(
        recorded,
        messages=_stored(recorded, result, boundaries),
        requests=tuple(requests),
        boundaries=tuple(boundaries),
    )


def _predicted_usage(total: int | None, read: int | None) -> Usage:
    return Usage(input=total, cache_read=read)


def _summary_call(record: RequestRecord, fold: FoldOutcome) -> RequestRecord:
    """The summariser's call of a fold; it stands under the number of the request it was made for."""
    usage = Usage(input=fold.summarizer_input_tokens, output=fold.summary_tokens)
    return replace(record, purpose=RequestPurpose.SUMMARIZE, usage=usage, has_payload=False)


def _boundary(outcome: RequestOutcome, fold: FoldOutcome, *, is_database: bool) -> CompactionBoundary:
    durable = fold.boundary_id is not None
    stored = BoundaryOrigin.SUMMARY_ROW if durable else BoundaryOrigin.ANCHOR
    return CompactionBoundary(
        origin=stored if is_database else BoundaryOrigin.CAPTURED_PROMPT,
        after_message_id=fold.boundary_id,
        request_index=outcome.request_index,
        folded_count=fold.folded_messages,
        pre_tokens=None if fold.pre_tokens is None else round(fold.pre_tokens),
        post_tokens=None if fold.post_tokens is None else round(fold.post_tokens),
        summary=fold.summary or None,
        status=AnchorStatus.DONE,
        phase=AnchorPhase(fold.phase),
        message_id=fold.boundary_id or outcome.message_id,
    )


def _stored(
    recorded: Conversation, result: ReplayResult, boundaries: Sequence[CompactionBoundary]
) -> dict[str, Message]:
    """Messages as the replay would have stored them: trimmed anew, summaries where its durable folds put them."""
    parts = {turn.message_id: turn.parts for turn in result.turns if turn.parts}
    summaries = {
        fold.after_message_id: fold.summary
        for fold in boundaries
        if fold.origin is BoundaryOrigin.SUMMARY_ROW
    }
    return {
        name: replace(
            message,
            parts=tuple(map(parse_part, parts[name])) if name in parts else message.parts,
            compaction_summary=summaries.get(name),
        )
        for name, message in recorded.messages.items()
    }
