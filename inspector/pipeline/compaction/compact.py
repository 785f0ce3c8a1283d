"""One fold of a history: older turns into a summary, recent ones kept (PIPELINE §10, §12)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from inspector.model.compaction import AnchorPhase
from inspector.pipeline.compaction.compressor import Compressor
from inspector.pipeline.compaction.memory import FoldMemory
from inspector.pipeline.compaction.summarize import (
    PreparedSummary,
    Summary,
    SummaryOptions,
    ask,
    prepare_summary,
    summarize,
)
from inspector.pipeline.compaction.wording import wrap_summary
from inspector.pipeline.history.ir import from_model_messages, to_model_messages
from inspector.pipeline.history.memo import IrMemo
from inspector.pipeline.history.message import IrMessage
from inspector.pipeline.history.plan import CompactionPlan, plan_compaction
from inspector.wire import JsonValue


@dataclass(frozen=True, slots=True)
class Compacted:
    """A history after a fold.

    Attributes:
        messages: the object given when nothing was folded.
        folded: whether a summary took the place of anything.
        summary: "" when there was nothing old enough, or nothing to say of it.
    """

    messages: Sequence[JsonValue]
    folded: bool
    summary: Summary


@dataclass(frozen=True, slots=True)
class PreparedFold:
    """Model messages split for a fold, before anything is asked.

    Attributes:
        messages: as given.
        plan: their IR, split.
        memo: the way back from the IR.
        summary: the request to make of a compressor; None = nothing is old enough to be folded.
    """

    messages: Sequence[JsonValue]
    plan: CompactionPlan
    memo: IrMemo
    summary: PreparedSummary | None

    def ask(self, compressor: Compressor) -> Compacted:
        """Have the summary written and put in place; the compressor's errors pass through."""
        if self.summary is None:
            return Compacted(self.messages, False, Summary(""))
        summary = ask(self.summary, compressor)
        if not summary.text:
            return Compacted(self.messages, False, summary)
        system = to_model_messages(self.plan.system, self.memo)
        kept = to_model_messages(self.plan.to_keep, self.memo)
        return Compacted([*system, summary_message(summary.text), *kept], True, summary)


def prepare_fold(
    messages: Sequence[JsonValue],
    keep_recent_turns: float,
    options: SummaryOptions,
    *,
    phase: AnchorPhase = AnchorPhase.IN_LOOP,
    memory: FoldMemory | None = None,
) -> PreparedFold:
    """Split model messages before their last `keep_recent_turns` turns."""
    memory = memory or FoldMemory()
    plan = plan_compaction(from_model_messages(messages, memory.ir).messages, keep_recent_turns)
    summary = None
    if plan.to_summarize:
        summary = prepare_summary(plan.to_summarize, options, phase=phase, renderings=memory.renderings)
    return PreparedFold(messages, plan, memory.ir, summary)


def summary_message(summary: str) -> JsonValue:
    """The user message that serves a summary among model messages."""
    return {"role": "user", "content": [{"type": "text", "text": wrap_summary(summary)}]}


def compact_history(
    history: Sequence[IrMessage],
    keep_recent_turns: float,
    compressor: Compressor,
    options: SummaryOptions | None = None,
) -> Compacted:
    """Fold an IR, keeping its last `keep_recent_turns` turns; system messages move to the front."""
    plan = plan_compaction(history, keep_recent_turns)
    summary = summarize(plan.to_summarize, compressor, options)
    if not summary.text:
        return Compacted(history, False, summary)
    folded: IrMessage = {"role": "user", "content": wrap_summary(summary.text)}
    return Compacted([*plan.system, folded, *plan.to_keep], True, summary)


def compact_model_messages(
    messages: Sequence[JsonValue],
    keep_recent_turns: float,
    compressor: Compressor,
    options: SummaryOptions | None = None,
) -> Compacted:
    """Fold model messages, keeping their last `keep_recent_turns` turns; system messages move to the front."""
    return prepare_fold(messages, keep_recent_turns, options or SummaryOptions()).ask(compressor)


def summarize_model_messages(
    messages: Sequence[JsonValue], compressor: Compressor, options: SummaryOptions | None = None
) -> Summary:
    """Summarise model messages whole, without their system messages."""
    history = from_model_messages(messages).messages
    return summarize(without_system(history), compressor, options)


def without_system(history: Sequence[IrMessage]) -> list[IrMessage]:
    """The messages of an IR that can be folded."""
    return [message for message in history if message["role"] != "system"]
