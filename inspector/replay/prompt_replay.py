"""Replays a captured conversation: its prompts, unfolded and restored, under other settings (PIPELINE §5, §12)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from inspector.model.compaction import AnchorPhase
from inspector.model.settings import ReplaySettings
from inspector.pipeline.compaction.record import FoldRecord, NoFold
from inspector.replay.baseline import Baseline, corrected
from inspector.replay.blob_ledger import BlobLedger
from inspector.replay.cache_marks import without_marks
from inspector.replay.captured_unknown import CapturedUnknowns
from inspector.replay.compressor_choice import choose_compressor
from inspector.replay.compressors import SourcedCompressor
from inspector.replay.in_flight import InFlightLane
from inspector.replay.loop import LoopReplay
from inspector.replay.memo import SessionMemo
from inspector.replay.outcome import (
    fold_outcome,
    net_tokens_saved,
    no_fold_reason,
    recorded_fold_outcome,
    summary_of,
    with_probes_told_apart,
)
from inspector.replay.probes import Probe, ProbeReader
from inspector.replay.resolve import Resolved, resolve
from inspector.replay.result import (
    Basis,
    FoldOutcome,
    Readable,
    ReplayResult,
    RequestOutcome,
    SummarySource,
    sum_totals,
)
from inspector.replay.row_replay import replay_rows
from inspector.replay.session import CapturedRequest, KnownBlob, PromptSession
from inspector.replay.shaping import Shaped, Shaper, marks_of
from inspector.replay.sizes import RunningSize, total
from inspector.wire import JsonValue
from inspector.wire.reading import whole


def replay_prompts(
    session: PromptSession,
    settings: ReplaySettings,
    *,
    memo: SessionMemo,
    probes: Sequence[Probe] = (),
    as_recorded: bool = False,
    live: SourcedCompressor | None = None,
) -> ReplayResult:
    """Replay a captured conversation; measured figures are corrected by what this replay sends instead.

    `as_recorded`: the settings are the capture's own, so that what left is what was recorded.
    """
    compressor = choose_compressor(settings, by_boundary={}, by_tail=session.summaries, live=live)
    resolved = resolve(settings, session.defaults, compressor)
    run = _Run(session, resolved, memo, memo.probe_reader(probes))
    run.as_recorded = as_recorded and not session.before_middleware
    for request in session.requests:
        run.request(request)
    requests = with_probes_told_apart(run.requests)
    return ReplayResult(
        settings=settings.to_dict(),
        source_path=session.source_path,
        conversation_id=session.conversation_id,
        requests=requests,
        turns=(),
        totals=sum_totals(requests, ()),
        notes=session.notes,
    )


def replay_captured_rows(
    session: PromptSession,
    settings: ReplaySettings,
    *,
    memo: SessionMemo,
    probes: Sequence[Probe] = (),
    baseline: Baseline | None = None,
    live: SourcedCompressor | None = None,
) -> ReplayResult:
    """Replay a captured conversation as rows and turns: storage, folds at a turn's start and message windows too."""
    assert session.rows is not None
    found = replay_rows(
        session.rows, settings, memo=memo, probes=probes, baseline=baseline, as_recorded=False, live=live
    )
    by_index = {request.request_index: request for request in session.requests}
    sizes = RunningSize(memo.sizes)
    unknowns = CapturedUnknowns(session.cut, resolve(settings, session.defaults, None))
    requests = tuple(_as_captured(o, by_index[o.request_index or 0], sizes, unknowns) for o in found.requests)
    return replace(
        found,
        requests=requests,
        turns=(),
        totals=sum_totals(requests, ()),
        notes=(*session.notes, *found.notes),
    )


def _as_captured(
    outcome: RequestOutcome, captured: CapturedRequest, sizes: RunningSize, unknowns: CapturedUnknowns
) -> RequestOutcome:
    return replace(
        outcome,
        message_id=None,
        run_id=captured.run_id,
        tools=captured.tools,
        recorded=total(sizes.measure(captured.recorded), len(captured.recorded)),
        unknown=(*outcome.unknown, *unknowns.of(outcome.prompt, offloaded=bool(outcome.trimmed))),
    )


@dataclass(slots=True)
class _Run:
    session: PromptSession
    resolved: Resolved
    memo: SessionMemo
    reader: ProbeReader
    requests: list[RequestOutcome] = field(default_factory=list)
    ledger: BlobLedger = field(init=False)
    shaper: Shaper = field(init=False)
    loop: LoopReplay = field(init=False)
    before: RunningSize = field(init=False)
    recorded: RunningSize = field(init=False)
    unknowns: CapturedUnknowns = field(init=False)
    as_recorded: bool = False
    _seen: list[JsonValue] = field(default_factory=list)
    _plain: dict[int, JsonValue] = field(default_factory=dict)
    _stand_in: bool = False

    def __post_init__(self) -> None:
        self.ledger = BlobLedger(self.resolved.data_path, self._known_blobs(), names_by_content=True)
        lane = InFlightLane(self.resolved, self.ledger, self.memo.trims)
        self.shaper = Shaper(self.resolved, lane, self.memo.sizes, self.memo.request)
        self.unknowns = CapturedUnknowns(self.session.cut, self.resolved)
        self.loop = self._fresh_loop()
        self.before = RunningSize(self.memo.sizes)
        self.recorded = RunningSize(self.memo.sizes)

    def _known_blobs(self) -> Mapping[tuple[str, int], KnownBlob]:
        return {} if self.session.rows is None else self.session.rows.known_blobs

    def _fresh_loop(self) -> LoopReplay:
        return LoopReplay(
            self.resolved.loop_scope(), self.memo.sizes, self.memo.folds, self.resolved.loop_off
        )

    def request(self, captured: CapturedRequest) -> None:
        """One recorded request under the settings; a history that was rewritten starts its loop anew."""
        full = list(captured.full)
        if not self._goes_on(full):
            self.loop = self._fresh_loop()
        self._seen = full
        if self._folds_as_recorded():
            record = FoldRecord(phase=AnchorPhase.IN_LOOP, no_fold=NoFold.NO_WINDOW)
            sent = [self._without_marks(m) for m in captured.recorded] if self.as_recorded else None
            shaped = self.shaper.shape(captured.served, usage_input=self._reported(), sent=sent)
            fold = recorded_fold_outcome(captured)
        else:
            messages, record = self.loop.step(full, self._usage())
            source = self._source(record)
            shaped = self.shaper.shape(messages, usage_input=self._reported())
            summary = summary_of(shaped.prompt) if record.folded else ""
            fold = fold_outcome(record, source, summary=summary)
        self.requests.append(self._outcome(captured, full, record, fold, shaped))

    def _without_marks(self, message: JsonValue) -> JsonValue:
        """Marks are placed anew; the same message stays the same object."""
        return self._plain.setdefault(id(message), without_marks(message))

    def _folds_as_recorded(self) -> bool:
        """Without a window nothing tells when to fold, so the folds that were recorded stand."""
        settings = self.resolved.settings
        return self.as_recorded or (
            self.resolved.window is None and settings.pipeline and settings.compaction
        )

    def _goes_on(self, full: list[JsonValue]) -> bool:
        return self._seen == full[: len(self._seen)]

    def _source(self, record: FoldRecord) -> SummarySource | None:
        compressor = self.resolved.compressor
        if not record.folded or compressor is None:
            return None
        self._stand_in = self._stand_in or compressor.last_source is SummarySource.STAND_IN
        return compressor.last_source

    def _usage(self) -> dict[str, JsonValue] | None:
        """What the provider reported for the request before, for what this replay sent instead."""
        if not self.requests:
            return None
        usage = self.session.requests[len(self.requests) - 1].usage
        if usage.input is None or usage.output is None:
            return None
        last = self.requests[-1]
        recorded = last.after if last.recorded is None else last.recorded
        sent = corrected(usage.input, recorded.tokens, last.after.tokens)
        return {"inputTokens": sent, "totalTokens": sent + usage.output}

    def _reported(self) -> int | None:
        usage = self._usage()
        return None if usage is None else whole(usage["inputTokens"])

    def _outcome(
        self,
        captured: CapturedRequest,
        full: list[JsonValue],
        record: FoldRecord,
        fold: FoldOutcome | None,
        shaped: Shaped,
    ) -> RequestOutcome:
        roles, recorded = self.before.measure(full), self.recorded.measure(captured.recorded)
        return RequestOutcome(
            index=len(self.requests),
            turn=captured.turn,
            step=captured.step,
            run_id=captured.run_id,
            request_index=captured.request_index,
            number=captured.request_number,
            before=total(roles, len(full)),
            after=shaped.size,
            recorded=total(recorded, len(captured.recorded)),
            by_role=shaped.by_role,
            by_part=shaped.by_part,
            trimmed=shaped.trimmed,
            fold=None if fold is None else replace(fold, next_tokens=shaped.size.tokens),
            no_fold_reason="" if fold is not None else no_fold_reason(record),
            budget=record.budget,
            estimate=record.estimate,
            served_summary=bool(summary_of(shaped.prompt)),
            dropped_messages=shaped.dropped,
            reusable_prefix_chars=shaped.reusable,
            readable=Readable(outputs=shaped.offloaded),
            probes=self.reader.states(shaped.prompt, partial(self._behind, shaped.offloaded)),
            mark=partial(marks_of, shaped.prompt, self.resolved, self.memo.sizes, ()),
            tools=captured.tools,
            basis=Basis.STAND_IN if self._stand_in else Basis.COMPUTED,
            net_tokens_saved=net_tokens_saved(self.requests[-1] if self.requests else None, shaped),
            by_rule=shaped.by_rule if self.as_recorded else None,
            unknown=()
            if self.as_recorded
            else self.unknowns.of(shaped.prompt, offloaded=bool(shaped.trimmed)),
            prompt=shaped.prompt,
        )

    def _behind(self, outputs: Sequence[str]) -> dict[str, Callable[[], str | None]]:
        return {path: partial(self.ledger.text_at, path) for path in outputs}
