"""Replays a topic's branch: every turn's requests as the application would have built them (PIPELINE §5–§15)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from inspector.model.settings import ReplaySettings
from inspector.pipeline.compaction.record import FoldRecord
from inspector.pipeline.compaction.rows import Row
from inspector.pipeline.compaction.turn_start import TurnStart, serve_turn_start
from inspector.replay.anchors import anchor_parts, without_anchors
from inspector.replay.baseline import Baseline
from inspector.replay.blob_ledger import BlobLedger
from inspector.replay.compressor_choice import choose_compressor
from inspector.replay.compressors import ChainCompressor, SourcedCompressor
from inspector.replay.loop import LoopReplay
from inspector.replay.memo import SessionMemo
from inspector.replay.outcome import (
    fold_outcome,
    net_tokens_saved,
    no_fold_reason,
    summary_of,
    with_probes_told_apart,
)
from inspector.replay.probes import Probe, ProbeReader
from inspector.replay.readable import readable_of, still_named, texts_behind
from inspector.replay.resolve import Resolved, resolve
from inspector.replay.result import (
    Basis,
    FoldOutcome,
    ReplayResult,
    RequestOutcome,
    SummarySource,
    TurnOutcome,
    sum_totals,
)
from inspector.replay.row_lanes import RowLanes
from inspector.replay.row_readback import Recapped, has_read_backs, recapped
from inspector.replay.row_recording import LoopStandIn, Recording, recorded_fold
from inspector.replay.session import ReplayStep, ReplayTurn, RowSession
from inspector.replay.shaping import Shaper, marks_of
from inspector.replay.unknown import Unknown
from inspector.wire import JsonValue
from inspector.wire.reading import whole


def replay_rows(
    session: RowSession,
    settings: ReplaySettings,
    *,
    memo: SessionMemo,
    probes: Sequence[Probe] = (),
    baseline: Baseline | None = None,
    as_recorded: bool = True,
    live: SourcedCompressor | None = None,
) -> ReplayResult:
    """Replay a branch.

    Args:
        baseline: what the session's own settings send; None = measured figures are taken as they are.
        as_recorded: the settings are the session's own as far as folds go: those it tells of are made, no others.
    """
    compressor = choose_compressor(
        settings, by_boundary=session.summaries, by_tail=session.loop_summaries, live=live
    )
    resolved = resolve(settings, session.defaults, compressor)
    read_back = _read_back(session, settings, memo)
    session = read_back.session
    run = _Run(session, resolved, memo, memo.probe_reader(probes), baseline)
    if as_recorded and resolved.compressor is not None:
        run.recording = Recording(session, settings.stand_in_tokens)
    run.diverged = read_back.first
    for turn in session.turns:
        run.turn(turn)
    requests, turns = with_probes_told_apart(run.requests), tuple(run.turns)
    return ReplayResult(
        settings=settings.to_dict(),
        source_path=session.source_path,
        conversation_id=session.conversation_id,
        requests=requests,
        turns=turns,
        totals=sum_totals(requests, turns),
        notes=(*session.notes, *_refusals(memo)),
    )


def _read_back(session: RowSession, settings: ReplaySettings, memo: SessionMemo) -> Recapped:
    """The session as `fs_read` answers under the settings' threshold, which is its cap."""
    cap = settings.truncate_threshold
    if cap == session.defaults.truncate_threshold or not has_read_backs(session.rows):
        return Recapped(session)
    if cap not in memo.recapped:
        memo.recapped[cap] = recapped(session, cap)
    return memo.recapped[cap]


def _fell(turn: ReplayTurn, number: int) -> bool:
    """Whether the provider measured less of a step than of the one before it."""
    if number < 2:
        return False
    before, now = (step.usage.input for step in turn.steps[number - 2 : number])
    return before is not None and now is not None and now < before


def _deciding(opening: FoldRecord | None, in_loop: FoldRecord) -> FoldRecord:
    """The chance to fold whose estimate a request shows: the one that folded, else the first that measured."""
    chances = [record for record in (opening, in_loop) if record is not None]
    folded = [record for record in chances if record.folded]
    measured = [record for record in chances if record.budget is not None]
    return (folded or measured or chances)[0]


def _refusals(memo: SessionMemo) -> list[str]:
    return [
        f"message {row_id} cannot be converted, the application's request would fail: {error}"
        for row_id, error in memo.refused.items()
    ]


@dataclass(slots=True)
class _Served:
    """What a turn begins with.

    Attributes:
        start: served rows, retained context and the chance to fold.
        messages: model messages of it, without the system prompt.
        fold: the fold made here, by the rules or as recorded; None = none was.
        unknown: what of the messages a recording does not tell.
    """

    start: TurnStart
    messages: list[JsonValue]
    fold: FoldOutcome | None
    unknown: tuple[Unknown, ...]


@dataclass(slots=True)
class _Run:
    session: RowSession
    resolved: Resolved
    memo: SessionMemo
    reader: ProbeReader
    baseline: Baseline | None
    recording: Recording | None = None
    diverged: tuple[int, int] | None = None
    requests: list[RequestOutcome] = field(default_factory=list)
    turns: list[TurnOutcome] = field(default_factory=list)
    ledger: BlobLedger = field(init=False)
    lanes: RowLanes = field(init=False)
    shaper: Shaper = field(init=False)
    _rows: dict[int, Row] = field(default_factory=dict)
    _summary_sources: dict[str, SummarySource | None] = field(default_factory=dict)
    _loop_stand_in: bool = False
    _loop_folds: list[FoldRecord] = field(default_factory=list)
    _answering: ChainCompressor | None = None
    _told: LoopStandIn | None = None

    def __post_init__(self) -> None:
        self.ledger = BlobLedger(
            self.resolved.data_path, self.session.known_blobs, model_id=self.session.model_entry
        )
        self.lanes = RowLanes(self.session, self.resolved, self.memo, self.ledger)
        self.shaper = self.lanes.shaper()

    def turn(self, turn: ReplayTurn) -> None:
        """Serve, loop, and store one assistant row."""
        self.ledger.begin_turn(turn.created_at)
        self._loop_stand_in, self._loop_folds = False, []
        served = self._serve(turn)
        loop = self._loop(turn)
        responses: list[JsonValue] = []
        for number, step in enumerate(turn.steps, 1):
            if number > 1:
                previous = turn.steps[number - 2]
                responses.extend(self.lanes.responses(turn, previous))
            self._step(turn, number, step, served, loop, responses)
        self._store(turn)

    def _loop(self, turn: ReplayTurn) -> LoopReplay:
        loop = LoopReplay(
            self.resolved.loop_scope(), self.memo.sizes, self.memo.folds, self.resolved.loop_off
        )
        if self.recording is not None:
            told = self.recording.loop(turn)
            self._answering = ChainCompressor([told])
            loop.scope = replace(loop.scope, compressor=self._answering)
            loop.judge, self._told = told.verdict, told
        return loop

    def _serve(self, turn: ReplayTurn) -> _Served:
        start = self._start(turn)
        fold = None
        if start.stored is not None:
            source = self._last_source()
            self._keep_summary(start.stored.row_id, start.stored.text, source)
            fold = fold_outcome(
                start.record, source, boundary_id=start.stored.row_id, summary=start.stored.text
            )
        elif (boundary := self._recorded_boundary(turn)) is not None:
            path = self._path(turn.row)
            fold = recorded_fold(self.session, path, boundary, self.resolved, self.lanes.summarised)
            self._keep_summary(str(path[boundary]["id"]), fold.summary, SummarySource.RECORDED)
            start = self._start(turn)
        messages, unknown = self.lanes.opening(start, self._path(turn.row))
        return _Served(start, messages, fold, unknown)

    def _start(self, turn: ReplayTurn) -> TurnStart:
        scope = self.resolved.turn_start_scope(f"anchor-{turn.message_id}")
        if self.recording is not None:
            self._answering = self.recording.durable(turn)
            scope = replace(scope, compressor=self._answering)
        return serve_turn_start(
            self._path(turn.row),
            scope,
            convert=self.lanes.summarised,
            blob_path=self.lanes.blob_path,
            memory=self.memo.folds,
        )

    def _recorded_boundary(self, turn: ReplayTurn) -> int | None:
        """A recorded summary to serve from here on."""
        settings = self.resolved.settings
        if self.recording is None or not settings.pipeline or settings.max_messages is not None:
            return None
        return self.recording.boundary(turn, self._path(turn.row))

    def _keep_summary(self, row_id: str, text: str, source: SummarySource | None) -> None:
        self._amend(self._index_of(row_id), {"compactionSummary": text})
        self._summary_sources[row_id] = source

    def _index_of(self, row_id: str) -> int:
        return next(index for index, row in enumerate(self.session.rows) if row["id"] == row_id)

    def _last_source(self) -> SummarySource | None:
        answering = self.resolved.compressor if self.recording is None else self._answering
        return None if answering is None else answering.last_source

    def _basis(self, served: _Served) -> Basis:
        """Whether a stand-in stands in the prompt: served at the start of the turn, or folded in its loop."""
        durable = self._summary_sources.get(served.start.boundary_id or "")
        stand_in = self._loop_stand_in or durable is SummarySource.STAND_IN
        return Basis.STAND_IN if stand_in else Basis.COMPUTED

    def _path(self, end: int) -> list[Row]:
        """Rows before a turn as they would stand in the database: trimmed, with this replay's summaries."""
        return [self._rows.get(index, self.session.rows[index]) for index in range(end)]

    def _amend(self, index: int, changes: Row) -> None:
        """Change a row; rows that stay the same stay the same objects, so that they are measured once."""
        self._rows[index] = {**self._rows.get(index, self.session.rows[index]), **changes}

    def _step(
        self,
        turn: ReplayTurn,
        number: int,
        step: ReplayStep,
        served: _Served,
        loop: LoopReplay,
        responses: list[JsonValue],
    ) -> None:
        if self._told is not None:
            self._told.fell = _fell(turn, number)
        messages, in_loop = loop.step([*served.messages, *responses], self._usage(turn, number))
        opening = served.start.record if number == 1 else None
        prompt = self.lanes.prompt([*self.lanes.system_of(turn), *messages])
        shaped = self.shaper.shape(prompt, usage_input=self._reported(turn, number))
        fold = served.fold if number == 1 else None
        if in_loop.folded:
            source = self._last_source()
            self._loop_folds.append(in_loop)
            self._loop_stand_in = self._loop_stand_in or source is SummarySource.STAND_IN
            fold = fold_outcome(in_loop, source, summary=summary_of(messages))
        before = self.lanes.untouched(turn, number, responses)
        chance = _deciding(opening, in_loop)
        retained = served.start.retained
        readable = readable_of(retained, shaped.offloaded)
        served_summary = served.start.boundary_id is not None or loop.has_folded
        if served_summary or shaped.dropped:
            readable = still_named(readable, shaped.prompt)
        behind = partial(texts_behind, retained, readable, self.ledger, self.session.read_entry)
        self.requests.append(
            RequestOutcome(
                index=len(self.requests),
                turn=len(self.turns) + 1,
                step=number,
                message_id=turn.message_id,
                request_index=step.request_index,
                number=step.request_number,
                before=before,
                after=shaped.size,
                by_role=shaped.by_role,
                by_part=shaped.by_part,
                trimmed=shaped.trimmed,
                fold=None if fold is None else replace(fold, next_tokens=shaped.size.tokens),
                no_fold_reason="" if fold is not None else no_fold_reason(opening, in_loop),
                budget=chance.budget,
                estimate=chance.estimate,
                served_summary=served_summary,
                dropped_messages=shaped.dropped,
                reusable_prefix_chars=shaped.reusable,
                readable=readable,
                probes=self.reader.states(shaped.prompt, behind),
                mark=partial(marks_of, shaped.prompt, self.resolved, self.memo.sizes, self.session.tools),
                basis=self._basis(served),
                unknown=(*served.unknown, *self._divergence(turn, number)),
                net_tokens_saved=net_tokens_saved(self.requests[-1] if self.requests else None, shaped),
                prompt=shaped.prompt,
            )
        )

    def _divergence(self, turn: ReplayTurn, number: int) -> tuple[Unknown, ...]:
        """Whether the model had been answered otherwise before the request, so that it would have said something else.

        The first request with the other answer is still what would have been sent.
        """
        if self.diverged is None:
            return ()
        row, part = self.diverged
        answered = next((i for i, step in enumerate(turn.steps, 1) if part < step.end_part), len(turn.steps))
        later = turn.row > row or (turn.row == row and number > answered + 1)
        return (Unknown.MODEL_DIVERGED,) if later else ()

    def _usage(self, turn: ReplayTurn, number: int) -> dict[str, JsonValue] | None:
        """What the provider reported for the step before, corrected for what this replay sent instead."""
        if number == 1:
            return None
        usage = turn.steps[number - 2].usage
        if usage.input is None or usage.output is None:
            return None
        sent = self._corrected(usage.input, turn, number - 1)
        return {"inputTokens": sent, "totalTokens": sent + usage.output}

    def _reported(self, turn: ReplayTurn, number: int) -> int | None:
        usage = self._usage(turn, number)
        return None if usage is None else whole(usage["inputTokens"])

    def _corrected(self, measured: int, turn: ReplayTurn, number: int) -> int:
        """A figure measured of a step's prompt, for the prompt that this replay sent in its place."""
        if self.baseline is None:
            return measured
        return self.baseline.corrected((turn.message_id, number), measured, self._request(turn, number))

    def _request(self, turn: ReplayTurn, number: int) -> RequestOutcome:
        return next(
            request
            for request in reversed(self.requests)
            if request.message_id == turn.message_id and request.step == number
        )

    def _anchor(self, turn: ReplayTurn, parts: Sequence[JsonValue]) -> None:
        """The row with anchors of this replay's folds in place of recorded ones."""
        if self.recording is not None or not (turn.anchors or self._loop_folds):
            return
        made = anchor_parts(self._loop_folds, turn.created_at, turn.message_id)
        self._amend(turn.row, {"parts": self.memo.anchored([*without_anchors(parts), *made])})

    def _store(self, turn: ReplayTurn) -> None:
        stored = self.lanes.store(turn)
        self._rows[turn.row] = stored.row
        self._anchor(turn, stored.parts)
        measured = stored.row.get("contextTokens")
        if isinstance(measured, int | float) and self.baseline is not None:
            sent = self._corrected(int(measured), turn, len(turn.steps))
            # An equal row stays the same object, so that it is measured once.
            if sent != measured:
                self._amend(turn.row, {"contextTokens": sent})
        self.turns.append(
            TurnOutcome(
                message_id=turn.message_id,
                stored_bytes_before=turn.base_bytes + stored.bytes_before,
                stored_bytes_after=turn.base_bytes + stored.bytes_after,
                blobs=stored.blobs,
                trimmed=stored.outcomes,
                parts=stored.parts,
            )
        )
