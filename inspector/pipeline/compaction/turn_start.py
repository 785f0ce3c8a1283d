"""Durable compaction: what a turn serves of its path, and the summary it may write (PIPELINE §11)."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from inspector.model.compaction import AnchorPhase
from inspector.pipeline.compaction.compact import summary_message, without_system
from inspector.pipeline.compaction.compressor import CompressionAbortedError, Compressor, CompressorError
from inspector.pipeline.compaction.memory import FoldMemory
from inspector.pipeline.compaction.policy import REFERENCE, CompactionPolicy
from inspector.pipeline.compaction.record import (
    EstimateBasis,
    FoldAborted,
    FoldBudget,
    FoldRecord,
    NoFold,
)
from inspector.pipeline.compaction.retained import RetainedContext, collect_retained_context
from inspector.pipeline.compaction.rows import (
    Row,
    RowEstimate,
    after_clear,
    find_deepest_marker,
    plan_keep_boundary,
    summary_of,
    summary_row,
)
from inspector.pipeline.compaction.settings import ContextSettings, apply_max_messages
from inspector.pipeline.compaction.summarize import PreparedSummary, SummaryOptions, ask, prepare_summary
from inspector.pipeline.compaction.window import as_number
from inspector.pipeline.envelope_render import BlobPath
from inspector.pipeline.history.ir import from_model_messages
from inspector.tokens import Dialect
from inspector.wire import JsonValue

RowConverter: TypeAlias = Callable[[Sequence[Row]], Sequence[JsonValue]]
"""Rows to model messages, envelopes rendered (§9)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnStartScope:
    """What the durable path needs to know of a request.

    Attributes:
        settings: context settings in force.
        window: smallest window of the models asked, tokens; None = unknown.
        reservation: largest max_tokens sent to any of them; None = none.
        dialect: token dialect of the first model.
        compressor: who writes summaries; None = nobody is configured.
        compressor_window: its context window; None = the request's.
        policy: formulas of trigger and keep budget.
        manifest: name what is folded but readable behind a summary; False = builds before it existed.
        custom_instructions: a user's own instructions for summaries.
        anchor_id: id of the anchor, if one is sent.
    """

    settings: ContextSettings
    window: float | None
    reservation: float | None = None
    dialect: Dialect = Dialect.OPENAI
    compressor: Compressor | None = None
    compressor_window: float | None = None
    policy: CompactionPolicy = REFERENCE
    manifest: bool = True
    custom_instructions: str | None = None
    anchor_id: str = "anchor-1"


@dataclass(frozen=True, slots=True)
class StoredSummary:
    """A summary to be stored: on the row it covers everything up to."""

    row_id: str
    text: str


@dataclass(frozen=True, slots=True)
class TurnStart:
    """What a turn begins with.

    Attributes:
        rows: served rows, oldest first.
        retained: read-back rights: attachments and archived outputs of all rows that count, folded or not.
        record: the fold, or why there was none.
        stored: the new summary, when one was made.
        boundary_id: the row the served summary covers everything up to; None = none is served.
    """

    rows: Sequence[Row]
    retained: RetainedContext
    record: FoldRecord
    stored: StoredSummary | None = None
    boundary_id: str | None = None


@dataclass(frozen=True, slots=True)
class _Turn:
    """A turn being prepared: the rows that count, the boundary in them (-1 = none), and what it works with."""

    rows: Sequence[Row]
    retained: RetainedContext
    boundary: int
    scope: TurnStartScope
    convert: RowConverter
    memory: FoldMemory

    @property
    def old_summary(self) -> str:
        return summary_of(self.rows[self.boundary]) if self.boundary >= 0 else ""

    def row_id(self, index: int) -> str:
        return str(self.rows[index]["id"])

    def estimate(self, row: Row) -> int:
        return self.memory.rows.of(row, self.scope.dialect)

    def served(self, boundary: int, summary: str) -> Sequence[Row]:
        if boundary < 0:
            return self.rows
        behind = self.retained.up_to(boundary) if self.scope.manifest else RetainedContext()
        summarised = summary_row(self.row_id(boundary), summary, behind.handles, behind.paths)
        return [summarised, *self.rows[boundary + 1 :]]

    def unfolded(self, record: FoldRecord) -> TurnStart:
        rows = self.served(self.boundary, self.old_summary)
        boundary_id = self.row_id(self.boundary) if self.boundary >= 0 else None
        return TurnStart(rows, self.retained, record, boundary_id=boundary_id)


def serve_turn_start(
    path: Sequence[Row],
    scope: TurnStartScope,
    *,
    convert: RowConverter,
    blob_path: BlobPath,
    memory: FoldMemory | None = None,
) -> TurnStart:
    """Serve the rows of a path (root → anchor), folding them first where that is due.

    Raises `FoldAborted` when the user stopped the compressor.
    """
    rows = after_clear(path)
    if scope.settings.max_messages is not None:
        windowed = apply_max_messages(rows, scope.settings.max_messages)
        record = FoldRecord(phase=AnchorPhase.TURN_START, no_fold=NoFold.MAX_MESSAGES)
        return TurnStart(windowed, collect_retained_context(windowed, blob_path), record)
    retained = collect_retained_context(rows, blob_path)
    return _fold(_Turn(rows, retained, find_deepest_marker(rows), scope, convert, memory or FoldMemory()))


def _fold(turn: _Turn) -> TurnStart:
    scope, record = turn.scope, FoldRecord(phase=AnchorPhase.TURN_START)
    if (closed := _closed_gate(scope)) is not None:
        return turn.unfolded(replace(record, no_fold=closed))
    if scope.window is None:
        return turn.unfolded(replace(record, no_fold=NoFold.NO_WINDOW))
    budget = FoldBudget.of(scope.policy, scope.window, scope.reservation)
    size, basis = context_size(turn.served(turn.boundary, turn.old_summary), turn.estimate)
    record = replace(record, budget=budget, estimate=size, basis=basis)
    if not record.triggered:
        return turn.unfolded(replace(record, no_fold=NoFold.BELOW_TRIGGER))
    recent = turn.rows[turn.boundary + 1 :]
    keep_from = plan_keep_boundary(recent, budget.keep.value, turn.estimate)
    if keep_from is None:
        has_user = any(row.get("role") == "user" for row in recent)
        reason = NoFold.BOUNDARY_INDEX_0 if has_user else NoFold.NOTHING_OLD_ENOUGH
        return turn.unfolded(replace(record, no_fold=reason))
    return _summarised(turn, record, turn.boundary + keep_from)


def _closed_gate(scope: TurnStartScope) -> NoFold | None:
    if not scope.settings.enabled:
        return NoFold.PIPELINE_OFF
    if not scope.settings.compress:
        return NoFold.COMPACTION_OFF
    return NoFold.NO_COMPRESSOR if scope.compressor is None else None


def context_size(served: Sequence[Row], estimate: RowEstimate) -> tuple[float, EstimateBasis]:
    """Size of the served rows: what the newest assistant row that recorded it reports, and what follows it.

    A figure from before the boundary measured what is folded now, so only served rows are asked.
    """
    for index in range(len(served) - 1, -1, -1):
        reported = _reported_context(served[index])
        if reported is not None:
            return reported + sum(map(estimate, served[index + 1 :])), EstimateBasis.REPORTED_CONTEXT
    return sum(map(estimate, served)), EstimateBasis.ROWS


def _reported_context(row: Row) -> float | None:
    reported = as_number(row.get("contextTokens")) if row.get("role") == "assistant" else None
    return reported if reported is not None and 0 < reported < math.inf else None


def _summarised(turn: _Turn, record: FoldRecord, boundary: int) -> TurnStart:
    assert turn.scope.compressor is not None
    prepared = _prepared(turn, boundary)
    record = replace(record, summary=prepared.record).begun(turn.scope.anchor_id)
    try:
        summary = ask(prepared, turn.scope.compressor)
    except CompressionAbortedError as abort:
        raise FoldAborted(replace(record, failure=str(abort))) from abort
    except CompressorError as error:
        return turn.unfolded(record.skipped(NoFold.COMPRESSOR_FAILED, str(error)))
    record = replace(record, summary=summary.record)
    if not summary.text:
        return turn.unfolded(record.skipped(NoFold.EMPTY_SUMMARY))
    rows = turn.served(boundary, summary.text)
    # Counted as before the fold: a kept row that measured the unfolded context still says so.
    after, _ = context_size(rows, turn.estimate)
    record = record.done(folded_count=boundary - turn.boundary, post_tokens=round(after))
    row_id = turn.row_id(boundary)
    return TurnStart(rows, turn.retained, record, StoredSummary(row_id, summary.text), row_id)


def _prepared(turn: _Turn, boundary: int) -> PreparedSummary:
    scope = turn.scope
    old = [summary_message(turn.old_summary)] if turn.boundary >= 0 else []
    folded = [*old, *turn.convert(turn.rows[turn.boundary + 1 : boundary + 1])]
    return prepare_summary(
        without_system(from_model_messages(folded, turn.memory.ir).messages),
        SummaryOptions.for_window(
            scope.compressor_window, fallback=scope.window, custom_instructions=scope.custom_instructions
        ),
        phase=AnchorPhase.TURN_START,
        boundary_id=turn.row_id(boundary),
        renderings=turn.memory.renderings,
    )
