"""From the records of a request's stages to the plain data of a result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from inspector.model.compaction import SUMMARY_OPENING
from inspector.pipeline.compaction.record import FoldRecord, NoFold
from inspector.replay.probes import texts_of, told_apart
from inspector.replay.result import FoldOutcome, RequestOutcome, SummarySource
from inspector.replay.session import CapturedRequest
from inspector.replay.shaping import Shaped
from inspector.tokens import rough
from inspector.wire import JsonValue


def fold_outcome(
    record: FoldRecord, source: SummarySource | None, *, boundary_id: str | None = None, summary: str = ""
) -> FoldOutcome | None:
    """The fold a record tells of; None when nothing was folded."""
    if not record.folded or record.summary is None:
        return None
    return FoldOutcome(
        phase=str(record.phase),
        folded_messages=record.folded_count,
        summarizer_input_tokens=record.summary.input_tokens,
        summary_tokens=record.summary.summary_tokens or 0,
        source=source or SummarySource.STAND_IN,
        boundary_id=boundary_id,
        pre_tokens=record.estimate,
        post_tokens=record.post_tokens,
        summary=summary,
    )


def recorded_fold_outcome(captured: CapturedRequest) -> FoldOutcome | None:
    """A fold as a capture shows it; the summariser's input is the measured one, 0 where no call was recorded."""
    fold = captured.fold
    if fold is None:
        return None
    return FoldOutcome(
        phase=str(fold.phase),
        folded_messages=fold.folded_messages,
        summarizer_input_tokens=fold.summarizer_input_tokens or 0,
        summary_tokens=rough(fold.summary),
        source=SummarySource.RECORDED,
        summary=fold.summary,
    )


def no_fold_reason(*records: FoldRecord | None) -> str:
    """Why nothing was folded, by the last chance there was; "" when a fold was made.

    A lane that is off is no chance where another one was on.
    """
    known = [record for record in records if record is not None]
    if any(record.folded for record in known):
        return ""
    reasons = [record.no_fold for record in known if record.no_fold is not None]
    chances = [reason for reason in reasons if reason is not NoFold.IN_LOOP_OFF] or reasons
    return str(chances[-1]) if chances else ""


def summary_of(prompt: Sequence[JsonValue]) -> str:
    """The text of the summary a prompt opens with; "" when it has none."""
    for message in prompt:
        for text in texts_of(message):
            if text.startswith(SUMMARY_OPENING):
                return text
    return ""


def net_tokens_saved(previous: RequestOutcome | None, shaped: Shaped) -> int:
    """Tokens the trims save in a prompt, less what its prefix lost against the request before it."""
    if previous is None or not shaped.trimmed:
        return shaped.tokens_trimmed
    kept = min(previous.after.chars, shaped.size.chars)
    lost = max(0, kept - shaped.reusable)
    per_char = shaped.size.tokens / shaped.size.chars if shaped.size.chars else 0.0
    return shaped.tokens_trimmed - int(lost * per_char)


def with_probes_told_apart(requests: Sequence[RequestOutcome]) -> tuple[RequestOutcome, ...]:
    """The requests of a whole replay, with facts that are not there told apart by what came before and after."""
    if not any(request.probes for request in requests):
        return tuple(requests)
    states = told_apart([request.probes for request in requests])
    return tuple(replace(one, probes=found) for one, found in zip(requests, states, strict=True))
