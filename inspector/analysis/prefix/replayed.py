"""Prefix predictions for prompts that a replay made: databases record none, and other settings send others.

Figures of replayed prompts are counted from their bytes (`BodyKind.REPLAYED`) and never mixed with measured ones. What
a database does not record, the tools above all, stands as one block whose size is what the first measured request
holds beyond its prompt.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from inspector.analysis.prefix import render_prompt
from inspector.analysis.prefix.blocks import BlockKind, Body, BodyKind, Level, PrefixRequest, RenderedBlock
from inspector.analysis.prefix.causes import Cause, CauseId
from inspector.analysis.prefix.load import build_request
from inspector.analysis.prefix.report import PrefixReport, RequestVerdict, analyse, judge, summed
from inspector.analysis.prefix.rules import CacheRule
from inspector.analysis.prefix.simulate import CHARS_PER_TOKEN
from inspector.model.request import RequestRecord
from inspector.model.usage import UNKNOWN_USAGE, Usage
from inspector.replay.engine import Replayer, conversation_ids
from inspector.replay.result import ReplayResult, RequestOutcome
from inspector.sources.base import Progress, Source, SourceKind
from inspector.wire import JsonValue

NOT_RECORDED: Final = "tools (not recorded)"
"""Path of the block that stands for what a database does not record."""
_MESSAGES_API: Final = "anthropic.messages"


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
    rules: tuple[CacheRule, ...] | None = None,
    progress: Progress | None = None,
) -> PrefixReport:
    """Judge a capture by its recorded prompts, a database by the prompts a replay makes under its own settings.

    `conversation_id`: only this conversation's requests are told of. Raises `Cancelled`.
    """
    if source.kind is SourceKind.DEVTOOLS:
        report = analyse(source, rules=rules, progress=progress)
        return report if conversation_id is None else report.only(conversation_id)
    records = [r for r in source.requests() if conversation_id in (None, r.conversation_id)]
    with_requests = {record.conversation_id for record in records}
    wanted = [one for one in conversation_ids(source) if one in with_requests]
    found = {}
    for done, one in enumerate(wanted):
        if progress is not None:
            progress.step(done, len(wanted), "replays")
        found.update(judge_conversation(source, one, rules=rules, progress=progress).report.by_index)
    plain = judge(records, [], rules=rules)
    return summed(tuple(found.get(verdict.record.index, verdict) for verdict in plain.verdicts))


def judge_conversation(
    source: Source,
    conversation_id: str,
    *,
    rules: tuple[CacheRule, ...] | None = None,
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
    rules: tuple[CacheRule, ...] | None = None,
) -> ReplayedPrefix:
    """Judge the prompts of a replay.

    `measured`: the replay stands for what was sent, so the recorded accounts are shown beside the prediction; without
    it the figures are predictions alone.
    """
    recorded = {record.index: record for record in source.requests()}
    records = [_record(outcome, recorded, result.conversation_id) for outcome in result.requests]
    head = _head_tokens(result.requests, records) if source.kind is SourceKind.CONVERSATION_DB else 0
    tools = _Tools(source)
    marked = any(outcome.breakpoints for outcome in result.requests)
    requests = [
        _request(outcome, _as_sent(record, marked), tools.of(outcome), head)
        for outcome, record in zip(result.requests, records, strict=True)
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
        return replace(verdict, cause=Cause(CauseId.EXTENDS))
    if broken and not cause.info.breaks and cause.id is not CauseId.SIDE_CALL:
        return replace(verdict, cause=Cause(CauseId.UNKNOWN, variant="replay"))
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


class _Tools:
    """The tools of recorded requests, parsed once per request; none for databases."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._last: list[JsonValue] = []

    def of(self, outcome: RequestOutcome) -> list[JsonValue]:
        """Tools of the recorded request; of the one before it where there is none."""
        if self._source.kind is SourceKind.DEVTOOLS and outcome.request_index is not None:
            self._last = self._source.payload(outcome.request_index).tools or []
        return self._last


def _as_sent(record: RequestRecord, marked: bool) -> RequestRecord:
    """An application that marks breakpoints speaks the Messages API, whatever its provider is called."""
    return replace(record, provider=f"{record.provider}/{_MESSAGES_API}") if marked else record


def _request(
    outcome: RequestOutcome, record: RequestRecord, tools: list[JsonValue], head: int
) -> PrefixRequest:
    render = _renderer(outcome, record, tools, head)
    usage = Usage(input=head + outcome.after.rough) if head else UNKNOWN_USAGE
    sent = replace(record, usage=usage)
    request = build_request(
        sent, render(), BodyKind.REPLAYED, texts=lambda: [block.text for block in render().blocks]
    )
    if not head:
        return request
    shift = head * CHARS_PER_TOKEN
    return replace(request, ends=tuple(end + shift for end in request.ends))


def _renderer(
    outcome: RequestOutcome, record: RequestRecord, tools: list[JsonValue], head: int
) -> Callable[[], Body]:
    marks = {place.split("[")[1].rstrip("]") for place in outcome.breakpoints}

    def render() -> Body:
        body = render_prompt.render(list(outcome.prompt), tools, None, None)
        blocks = _marked(list(body.blocks), marks)
        if head:
            blocks = _with_head(blocks, marked=record.provider.endswith(_MESSAGES_API))
        return replace(body, blocks=blocks)

    return render


def _marked(blocks: list[RenderedBlock], messages: set[str]) -> list[RenderedBlock]:
    """Marks on the last block of each message named by its index in the prompt."""
    last = {
        block.path.partition("]")[0].partition("[")[2]: at
        for at, block in enumerate(blocks)
        if block.level is not Level.TOOLS
    }
    for message, at in last.items():
        if message in messages:
            blocks[at] = replace(blocks[at], mark="5m")
    return blocks


def _with_head(blocks: list[RenderedBlock], *, marked: bool) -> list[RenderedBlock]:
    """A block in front for what a database does not record; counted in, it brings the newest message a mark too."""
    mark = "5m" if marked else ""
    hidden = RenderedBlock(Level.TOOLS, BlockKind.OTHER, NOT_RECORDED, "", NOT_RECORDED, "", mark)
    if marked and blocks and not any(block.mark for block in blocks):
        blocks = [*blocks[:-1], replace(blocks[-1], mark=mark)]
    return [hidden, *blocks]
