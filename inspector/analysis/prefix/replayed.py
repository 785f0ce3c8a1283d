"""Prefix predictions for prompts that a replay made: databases record none, and other settings send others.

Figures of replayed prompts are counted from their bytes (`BodyKind.REPLAYED`) and never mixed with measured ones. What
a database does not record, the tools above all, stands as one block whose size is what the first measured request
holds beyond its prompt.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from inspector.analysis.prefix.blocks import PrefixRequest
from inspector.analysis.prefix.causes import Cause, CauseId
from inspector.analysis.prefix.replayed_render import ReplayRenderer
from inspector.analysis.prefix.report import PrefixReport, RequestVerdict, analyse, judge, summed
from inspector.analysis.prefix.rules import CacheRules
from inspector.model.problems import Problem
from inspector.model.request import RequestRecord
from inspector.model.usage import UNKNOWN_USAGE
from inspector.replay.engine import Replayer, conversation_ids
from inspector.replay.result import ReplayResult, RequestOutcome
from inspector.sources.base import Progress, Source, Trait


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayedPrefix:
    """A replay's requests judged.

    Attributes:
        report: verdicts in the order of the replay; `record.index` is the recorded request's, negative without one.
        requests: the rendered prompts, by the same index.
    """

    report: PrefixReport
    requests: dict[int, PrefixRequest]


def analyse_source(
    source: Source,
    *,
    conversation_id: str | None = None,
    rules: CacheRules | None = None,
    progress: Progress | None = None,
) -> PrefixReport:
    """Judge a capture by its recorded prompts, a database by the prompts a replay makes under its own settings.

    `conversation_id`: only this conversation's requests are told of. Raises `Cancelled`.
    """
    if Trait.PROMPTS in source.traits:
        report = analyse(source, rules=rules, progress=progress)
        return report if conversation_id is None else report.only(conversation_id)
    records = [r for r in source.requests() if conversation_id in (None, r.conversation_id)]
    with_requests = {record.conversation_id for record in records}
    wanted = [one for one in conversation_ids(source) if one in with_requests]
    found: dict[int, RequestVerdict] = {}
    for done, one in enumerate(wanted):
        if progress is not None:
            progress.step(done, len(wanted), "replays")
        try:
            judged = judge_conversation(source, one, rules=rules, progress=progress)
        except Problem:
            continue  # A topic that cannot be replayed keeps its measured figures.
        found.update(judged.report.by_index)
    plain = judge(records, [], rules=rules)
    return summed(tuple(found.get(verdict.record.index, verdict) for verdict in plain.verdicts))


def judge_conversation(
    source: Source,
    conversation_id: str,
    *,
    rules: CacheRules | None = None,
    progress: Progress | None = None,
) -> ReplayedPrefix:
    """A conversation replayed under its own settings, with its recorded accounts beside the predictions."""
    result = Replayer.open(source, conversation_id, progress=progress).run()
    judged = judge_replay(source, result, measured=True, rules=rules)
    report = summed(tuple(_held_against_measured(verdict) for verdict in judged.report.verdicts))
    return replace(judged, report=report)


def judge_replay(
    source: Source,
    result: ReplayResult,
    *,
    measured: bool = False,
    rules: CacheRules | None = None,
) -> ReplayedPrefix:
    """Judge the prompts of a replay.

    `measured`: the replay stands for what was sent, so the recorded accounts are shown beside the prediction; without
    it the figures are predictions alone.
    """
    recorded = {record.index: record for record in source.requests()}
    records = [_record(outcome, recorded, result.conversation_id) for outcome in result.requests]
    head = _head_tokens(result.requests, records) if Trait.PROMPTS not in source.traits else 0
    renderer = ReplayRenderer.of(source, result, head)
    requests = [
        renderer.request(outcome, record) for outcome, record in zip(result.requests, records, strict=True)
    ]
    shown = records if measured else [replace(record, usage=UNKNOWN_USAGE) for record in records]
    report = judge(shown, requests, rules=rules)
    return ReplayedPrefix(report=report, requests={request.index: request for request in requests})


def _held_against_measured(verdict: RequestVerdict) -> RequestVerdict:
    """A replay is no record: where the provider's accounts contradict its cause, the accounts stand."""
    read, cause = verdict.measured.cache_read, verdict.cause
    if read is None or verdict.compared_with is None or verdict.tokens_lost is None:
        return verdict
    broken = verdict.tokens_lost > 0
    if not broken and read and cause.info.breaks:
        return replace(verdict, cause=Cause(CauseId.EXTENDS, remarks=cause.remarks))
    untold = cause.id is CauseId.UNEXPLAINED or not cause.info.breaks
    if broken and untold and cause.id is not CauseId.SIDE_CALL:
        return replace(verdict, cause=Cause(CauseId.UNKNOWN, variant="replay", remarks=cause.remarks))
    return verdict


def _record(
    outcome: RequestOutcome, recorded: dict[int, RequestRecord], conversation_id: str
) -> RequestRecord:
    found = None if outcome.request_index is None else recorded.get(outcome.request_index)
    if found is not None:
        return found
    model = next((r for r in reversed(recorded.values()) if r.conversation_id == conversation_id), None)
    return RequestRecord(
        index=-1 - outcome.index,
        id="",
        conversation_id=conversation_id,
        message_id=outcome.message_id,
        model="" if model is None else model.model,
        provider="" if model is None else model.provider,
    )


def _head_tokens(outcomes: Sequence[RequestOutcome], records: Sequence[RequestRecord]) -> int:
    """What the first measured request holds beyond its prompt: tools, mostly; 0 when nothing was measured."""
    for outcome, record in zip(outcomes, records, strict=True):
        if record.usage.input is not None and record.calls == 1:
            return max(0, record.usage.input - outcome.after.rough)
    return 0
