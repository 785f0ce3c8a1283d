"""premature-fold: folds whose estimate counted outputs that the in-flight trim was about to cut (PIPELINE §5, §12).

The application estimates a prompt before it trims it. A long output of the step before then reaches the trigger,
history is folded, and the prompt that leaves is far below it, before and after.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from inspector.analysis.findings.detector import Detector
from inspector.analysis.findings.folds import boundary_place, roomier_window
from inspector.analysis.findings.model import Finding, FindingCost, Severity, Wording
from inspector.analysis.findings.subject import ConversationSubject
from inspector.analysis.prefix.causes import CauseId
from inspector.model.compaction import AnchorPhase, AnchorStatus, CompactionBoundary
from inspector.model.message import Message, Step
from inspector.model.part import Part, TextPart, ToolPart
from inspector.pipeline.compaction.policy import REFERENCE
from inspector.pipeline.tool_registry import load_registry
from inspector.sources.base import Trait
from inspector.tokens import tokenx
from inspector.wire import dumps, length

_ALIKE: Final = 0.1
"""An estimate of ours may differ so much from the recorded one and still be that of the same step."""
_SHARE: Final = 0.2
"""A smaller share of the estimate is within what estimates are off by."""
_MARKER_TOKENS: Final = 60
_SAMPLE: Final = 20_000
"""Characters of an output that are counted; the rest is taken to be alike."""


@dataclass(frozen=True, slots=True)
class _Prompt:
    """The prompt after a step: estimated with whole outputs, as it would have gone out, and what followed."""

    estimated: int
    sent: int
    before: int
    next_step: Step

    @property
    def counted_too_much(self) -> bool:
        """Whether what was cut makes a good part of the estimate."""
        return self.estimated - self.sent >= _SHARE * self.estimated


@dataclass(frozen=True, slots=True)
class _Premature:
    """A fold that was not needed."""

    fold: CompactionBoundary
    prompt: _Prompt


def find(subject: ConversationSubject) -> Iterator[Finding]:
    """All such folds of a conversation are one finding: they have one cause."""
    if subject.window is None:
        return
    trigger = int(REFERENCE.trigger(subject.window, subject.settings.max_output_tokens).value)
    found = list(_premature(subject, trigger))
    if found:
        yield _finding(subject, found, trigger)


def _premature(subject: ConversationSubject, trigger: int) -> Iterator[_Premature]:
    for fold in subject.conversation.boundaries:
        message = subject.conversation.messages.get(fold.message_id or "")
        if message is None or not _is_loop_fold(fold) or (fold.pre_tokens or 0) <= trigger:
            continue
        prompts = list(_prompts(subject, message))
        chosen = _prompt_of(fold, prompts, trigger)
        if chosen is not None and chosen.sent <= trigger and chosen.counted_too_much:
            yield _Premature(fold, chosen)


def _is_loop_fold(fold: CompactionBoundary) -> bool:
    done = fold.status is AnchorStatus.DONE and bool(fold.folded_count)
    return done and fold.phase is AnchorPhase.IN_LOOP


def _prompt_of(fold: CompactionBoundary, prompts: list[_Prompt], trigger: int) -> _Prompt | None:
    """The step a fold came after, by its estimate.

    Once a turn has folded, its estimates start from the fold and match no step's; such a fold was not needed either
    when no prompt of the turn needed one.
    """
    wanted = fold.pre_tokens or 0
    nearest = min(prompts, key=lambda prompt: abs(prompt.estimated - wanted), default=None)
    if nearest is None or abs(nearest.estimated - wanted) <= _ALIKE * wanted:
        return nearest
    needed = any(prompt.sent > trigger for prompt in prompts)
    return None if needed else max(prompts, key=lambda prompt: prompt.estimated)


def _prompts(subject: ConversationSubject, message: Message) -> Iterator[_Prompt]:
    for step, following in zip(message.steps, message.steps[1:], strict=False):
        if step.usage.input is None or following.usage.input is None:
            continue
        parts = message.parts[step.first_part : step.end_part]
        outputs = [part for part in parts if isinstance(part, ToolPart)]
        whole = sum(_whole_tokens(part) for part in outputs)
        cut = sum(_sent_tokens(part, subject.in_flight_threshold) for part in outputs)
        # What was generated counts in the estimate; what goes out again of it stands in the parts.
        said = sum(map(_said_tokens, parts))
        estimated = step.usage.input + (step.usage.output or said) + whole
        yield _Prompt(estimated, step.usage.input + said + cut, step.usage.input, following)


def _said_tokens(part: Part) -> int:
    """Tokens of what the model itself wrote in a part."""
    if isinstance(part, TextPart):
        return tokenx(part.text)
    return tokenx(dumps(part.input)) if isinstance(part, ToolPart) else 0


def _whole_tokens(part: ToolPart) -> int:
    """Tokens of an output as the tool returned it; of an envelope by its length, counted like its excerpts."""
    if part.envelope is None:
        return _counted(_text(part), None)
    excerpts = "".join(ref.head + ref.tail for ref in part.envelope.refs)
    return _counted(excerpts, part.envelope.total_chars)


def _sent_tokens(part: ToolPart, threshold: float) -> int:
    """Tokens of what the in-flight trim leaves of it."""
    whole = _whole_tokens(part)
    chars = part.envelope.total_chars if part.envelope is not None else length(_text(part))
    if chars <= threshold or not load_registry().rule(part.tool_name or "").in_flight:
        return whole
    return int(whole * threshold / chars) + _MARKER_TOKENS


def _text(part: ToolPart) -> str:
    if not part.has_output:
        return ""
    return part.output if isinstance(part.output, str) else dumps(part.output)


def _counted(text: str, chars: int | None) -> int:
    whole = length(text) if chars is None else chars
    sample = text[:_SAMPLE]
    return int(tokenx(sample) * whole / max(1, length(sample))) if sample else 0


def _finding(subject: ConversationSubject, found: list[_Premature], trigger: int) -> Finding:
    worst = max(found, key=lambda item: item.fold.pre_tokens or 0)
    after = worst.prompt.next_step.usage
    lost = None if after.cache_read is None else max(0, worst.prompt.before - after.cache_read)
    return DETECTOR.finding(
        where=boundary_place(subject, worst.fold),
        cost=None if lost is None else FindingCost(lost),
        data={
            "folds": len(found),
            "estimated": worst.fold.pre_tokens,
            "would_have_sent": worst.prompt.sent,
            "trigger": trigger,
            "sent_before": worst.prompt.before,
            "sent_after": after.input,
            "folded_count": worst.fold.folded_count,
            "tokens_lost": lost,
            "places": [boundary_place(subject, item.fold).to_dict() for item in found],
        },
        try_settings=(roomier_window(item.fold for item in found),),
        cause=CauseId.COMPACTED.value,
        count=len(found),
        estimated=worst.fold.pre_tokens or 0,
        sent=worst.prompt.sent,
        trigger=trigger,
        before=worst.prompt.before,
        after="?" if after.input is None else after.input,
        folded=worst.fold.folded_count or 0,
        lost="?" if lost is None else lost,
    )


DETECTOR = Detector(
    id="premature-fold",
    title="Fold before its time",
    severity=Severity.WARNING,
    meaning="History was folded because of outputs that were about to be trimmed anyway.",
    remedy="Trim before estimating, or use a window in which such estimates fit.",
    needs=frozenset({Trait.ROWS}),
    wordings={
        "": Wording(
            message="folds before their time: {count}; estimated {estimated} tokens, about {sent} would have gone out "
            "(trigger {trigger})",
            explanation="The estimate counted outputs in full that the in-flight trim was about to cut. {before} "
            "tokens were sent before the fold and {after} after it; {folded} messages were given up for a summary, and "
            "{lost} cached tokens were sent anew.",
            remedy="Estimate after trimming. Until then a larger window keeps such folds away.",
        )
    },
    conversation=find,
)
