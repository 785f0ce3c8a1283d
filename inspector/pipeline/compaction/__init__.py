"""Folding of old history into summaries: PIPELINE §10 (summarising), §11 (turn start), §12 (tool loop)."""

from __future__ import annotations

from inspector.pipeline.compaction.compressor import (
    CompressionAbortedError,
    CompressionRequest,
    Compressor,
    CompressorError,
)
from inspector.pipeline.compaction.in_loop import (
    LoopAborted,
    LoopScope,
    LoopState,
    LoopStep,
    in_loop_gate,
    prepare_step,
)
from inspector.pipeline.compaction.memory import FoldMemory
from inspector.pipeline.compaction.policy import POLICIES, REFERENCE, CompactionPolicy, KeepBase, Worked
from inspector.pipeline.compaction.record import (
    AnchorEvent,
    EstimateBasis,
    FoldAborted,
    FoldBudget,
    FoldRecord,
    NoFold,
)
from inspector.pipeline.compaction.retained import (
    RetainedContext,
    RetainedFile,
    RetainedOutput,
    collect_retained_context,
)
from inspector.pipeline.compaction.rows import Row
from inspector.pipeline.compaction.settings import ContextSettings, resolve_context_settings
from inspector.pipeline.compaction.summarize import Summary, SummaryOptions, SummaryRecord
from inspector.pipeline.compaction.turn_start import (
    RowConverter,
    StoredSummary,
    TurnStart,
    TurnStartScope,
    serve_turn_start,
)
from inspector.pipeline.compaction.window import (
    resolve_context_window,
    resolve_in_flight_threshold,
    resolve_input_room,
    resolve_min_context_window,
    resolve_output_reservation,
    resolve_requested_max_output,
)
from inspector.pipeline.compaction.wording import unwrap_summary, wrap_summary

__all__ = [
    "POLICIES",
    "REFERENCE",
    "AnchorEvent",
    "CompactionPolicy",
    "CompressionAbortedError",
    "CompressionRequest",
    "Compressor",
    "CompressorError",
    "ContextSettings",
    "EstimateBasis",
    "FoldAborted",
    "FoldBudget",
    "FoldMemory",
    "FoldRecord",
    "KeepBase",
    "LoopAborted",
    "LoopScope",
    "LoopState",
    "LoopStep",
    "NoFold",
    "RetainedContext",
    "RetainedFile",
    "RetainedOutput",
    "Row",
    "RowConverter",
    "StoredSummary",
    "Summary",
    "SummaryOptions",
    "SummaryRecord",
    "TurnStart",
    "TurnStartScope",
    "Worked",
    "collect_retained_context",
    "in_loop_gate",
    "prepare_step",
    "resolve_context_settings",
    "resolve_context_window",
    "resolve_in_flight_threshold",
    "resolve_input_room",
    "resolve_min_context_window",
    "resolve_output_reservation",
    "resolve_requested_max_output",
    "serve_turn_start",
    "unwrap_summary",
    "wrap_summary",
]
