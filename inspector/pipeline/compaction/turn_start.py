"""Durable compaction: what a turn serves of its path, and the summary it may write (PIPELINE §11)."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from inspector.model.compaction import AnchorPhase
from inspector.pipeline.compaction.compact import summary_message, without_system
from inspector.pipeline.compaction.compressor import CompressionAbortedError, Compressor, CompressorError
from inspector.pipeline.compaction.policy import REFERENCE, CompactionPolicy
from inspector.pipeline.compaction.record import (
    EstimateBasis,
    FoldAborted,
    FoldBudget,
    FoldRecord,
    NoFold,
)
from inspector.pipeline.compaction.retained import BlobPath, RetainedContext, collect_retained_context
from inspector.pipeline.compaction.rows import (
    Row,
    after_clear,
    estimate_rows,
    find_deepest_marker,
    plan_keep_boundary,
    summary_of,
    summary_row,
)
from inspector.pipeline.compaction.settings import ContextSettings, apply_max_messages
from inspector.pipeline.compaction.summarize import PreparedSummary, SummaryOptions, ask, prepare_summary
from inspector.pipeline.compaction.window import as_number
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
class _Path:
    """The rows that count, and the boundary in them (-1 = none)."""

    rows: Sequence[Row]
    retained: RetainedContext
    boundary: int
    manifest: bool

    @property
    def recent(self) -> Sequence[Row]:
        return self.rows[self.boundary + 1 :]

    @property
    def boundary_id(self) -> str | None:
        return str(self.rows[self.boundary]["id"]) if self.boundary >= 0 else None

    @property
    def old_summary(self) -> str:
        return summary_of(self.rows[self.boundary]) if self.boundary >= 0 else ""

    def served(self, boundary: int, summary: str) -> Sequence[Row]:
        if boundary < 0:
            return self.rows
        behind = self.retained.up_to(boundary) if self.manifest else RetainedContext()
        row_id = str(self.rows[boundary]["id"])
        return [summary_row(row_id, summary, behind.handles, behind.paths), *self.rows[boundary + 1 :]]


def serve_turn_start(
    path: Sequence[Row], scope: TurnStartScope, *, convert: RowConverter, blob_path: BlobPath
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
    counted = _Path(rows, retained, find_deepest_marker(rows), scope.manifest)
    return _fold(counted, scope, convert)


def _fold(path: _Path, scope: TurnStartScope, convert: RowConverter) -> TurnStart:
    record = FoldRecord(phase=AnchorPhase.TURN_START)
    if (closed := _closed_gate(scope)) is not None:
        return _unfolded(path, replace(record, no_fold=closed))
    if scope.window is None:
        return _unfolded(path, replace(record, no_fold=NoFold.NO_WINDOW))
    budget = FoldBudget.of(scope.policy, scope.window, scope.reservation)
    estimate, basis = context_size(path.served(path.boundary, path.old_summary), scope.dialect)
    record = replace(record, budget=budget, estimate=estimate, basis=basis)
    if not record.triggered:
        return _unfolded(path, replace(record, no_fold=NoFold.BELOW_TRIGGER))
    keep_from = plan_keep_boundary(path.recent, budget.keep.value, scope.dialect)
    if keep_from is None:
        return _unfolded(path, replace(record, no_fold=NoFold.BOUNDARY_INDEX_0))
    return _summarised(path, scope, record, path.boundary + keep_from, convert)


def _closed_gate(scope: TurnStartScope) -> NoFold | None:
    if not scope.settings.enabled:
        return NoFold.PIPELINE_OFF
    if not scope.settings.compress:
        return NoFold.COMPACTION_OFF
    return NoFold.NO_COMPRESSOR if scope.compressor is None else None


def _unfolded(path: _Path, record: FoldRecord) -> TurnStart:
    rows = path.served(path.boundary, path.old_summary)
    return TurnStart(rows, path.retained, record, boundary_id=path.boundary_id)


def context_size(served: Sequence[Row], dialect: Dialect) -> tuple[float, EstimateBasis]:
    """Size of the served rows: what the newest assistant row that recorded it reports, and what follows it.

    A figure from before the boundary measured what is folded now, so only served rows are asked.
    """
    for index in range(len(served) - 1, -1, -1):
        reported = _reported_context(served[index])
        if reported is not None:
            later = estimate_rows(served[index + 1 :], dialect)
            return reported + later, EstimateBasis.REPORTED_CONTEXT
    return estimate_rows(served, dialect), EstimateBasis.ROWS


def _reported_context(row: Row) -> float | None:
    reported = as_number(row.get("contextTokens")) if row.get("role") == "assistant" else None
    return reported if reported is not None and 0 < reported < math.inf else None


def _summarised(
    path: _Path, scope: TurnStartScope, record: FoldRecord, boundary: int, convert: RowConverter
) -> TurnStart:
    assert scope.compressor is not None
    prepared = _prepared(path, scope, boundary, convert)
    record = replace(record, summary=prepared.record).begun(scope.anchor_id)
    try:
        summary = ask(prepared, scope.compressor)
    except CompressionAbortedError as abort:
        raise FoldAborted(replace(record, failure=str(abort))) from abort
    except CompressorError as error:
        return _unfolded(path, record.skipped(NoFold.COMPRESSOR_FAILED, str(error)))
    record = replace(record, summary=summary.record)
    if not summary.text:
        return _unfolded(path, record.skipped(NoFold.EMPTY_SUMMARY))
    rows = path.served(boundary, summary.text)
    post_tokens = estimate_rows(rows, scope.dialect)
    record = record.done(folded_count=boundary - path.boundary, post_tokens=post_tokens)
    row_id = str(path.rows[boundary]["id"])
    return TurnStart(rows, path.retained, record, StoredSummary(row_id, summary.text), row_id)


def _prepared(path: _Path, scope: TurnStartScope, boundary: int, convert: RowConverter) -> PreparedSummary:
    old = [summary_message(path.old_summary)] if path.boundary >= 0 else []
    folded = [*old, *convert(path.rows[path.boundary + 1 : boundary + 1])]
    return prepare_summary(
        without_system(from_model_messages(folded).messages),
        SummaryOptions.for_window(
            scope.compressor_window, fallback=scope.window, custom_instructions=scope.custom_instructions
        ),
        phase=AnchorPhase.TURN_START,
        boundary_id=str(path.rows[boundary]["id"]),
    )
