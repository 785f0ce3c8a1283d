"""One summary: input within its budget, the reply, and the record of both (PIPELINE §10)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from inspector.model.compaction import AnchorPhase
from inspector.pipeline.compaction.budgeting import Renderings, fit
from inspector.pipeline.compaction.compressor import CompressionRequest, Compressor
from inspector.pipeline.compaction.flatten import flatten
from inspector.pipeline.compaction.window import (
    MIN_SUMMARY_TOKENS,
    resolve_context_window,
    resolve_summary_input,
    resolve_summary_output,
)
from inspector.pipeline.compaction.wording import format_summary, instruction
from inspector.pipeline.history.message import IrMessage
from inspector.tokens import rough, rough_value
from inspector.wire import JsonValue, dumps_length, utf16


@dataclass(frozen=True, slots=True, kw_only=True)
class SummaryOptions:
    """Limits of a summariser call.

    Attributes:
        max_output: max_tokens of the reply.
        max_input: rough tokens it may read; None = no limit.
        stub_threshold: characters above which tool results are stubbed from the start; None = none.
        custom_instructions: a user's own, added to the instruction.
    """

    max_output: float = MIN_SUMMARY_TOKENS
    max_input: float | None = None
    stub_threshold: float | None = None
    custom_instructions: str | None = None

    @classmethod
    def for_window(
        cls, window: object, *, fallback: object = None, custom_instructions: str | None = None
    ) -> SummaryOptions:
        """The limits a compressor's context window gives, or `fallback` when that is unknown.

        With neither known the input is unlimited.
        """
        known = resolve_context_window(window) or resolve_context_window(fallback)
        max_output = resolve_summary_output(known)
        max_input = None if known is None else resolve_summary_input(known, max_output)
        return cls(max_output=max_output, max_input=max_input, custom_instructions=custom_instructions)


@dataclass(frozen=True, slots=True, kw_only=True)
class SummaryRecord:
    """What a summariser call cost.

    Attributes:
        source_messages, sent_messages: messages of the slice, and those sent, the instruction among them.
        input_tokens: rough size of the messages the budget was measured on.
        prompt_chars, prompt_tokens: JSON length and rough size of the prompt as sent.
        max_input, max_output: the limits in force; max_input None = none.
        stub_threshold: characters above which tool results were stubbed; None = none were.
        omitted_messages: messages left out of the middle.
        reply_chars, summary_tokens: the answer (UTF-16 units) and the summary in it (rough); None = no reply.
    """

    source_messages: int
    sent_messages: int
    input_tokens: int
    prompt_chars: int
    prompt_tokens: int
    max_input: float | None
    max_output: float
    stub_threshold: float | None
    omitted_messages: int
    reply_chars: int | None = None
    summary_tokens: int | None = None


@dataclass(frozen=True, slots=True)
class PreparedSummary:
    """A request ready for a compressor and what it costs, known whether or not the compressor answers."""

    request: CompressionRequest
    record: SummaryRecord


@dataclass(frozen=True, slots=True)
class Summary:
    """A summary ("" = there is none, do not fold) and its record (None = nothing was asked)."""

    text: str
    record: SummaryRecord | None = None


def prepare_summary(
    source: Sequence[IrMessage],
    options: SummaryOptions,
    *,
    phase: AnchorPhase = AnchorPhase.TURN_START,
    boundary_id: str | None = None,
    renderings: Renderings | None = None,
) -> PreparedSummary:
    """Fit a slice of history into a summariser's budget and flatten it."""
    fitted = fit(
        source,
        instruction(options.custom_instructions),
        max_input=options.max_input,
        stub_threshold=options.stub_threshold,
        renderings=renderings,
    )
    request = CompressionRequest(
        phase=phase,
        source=tuple(source),
        messages=fitted.messages,
        prompt=tuple(flatten(fitted.messages)),
        max_output_tokens=options.max_output,
        boundary_id=boundary_id,
    )
    sent: list[JsonValue] = [*request.prompt]
    record = SummaryRecord(
        source_messages=len(source),
        sent_messages=len(fitted.messages),
        input_tokens=fitted.tokens,
        prompt_chars=dumps_length(sent),
        prompt_tokens=rough_value(sent),
        max_input=options.max_input,
        max_output=options.max_output,
        stub_threshold=fitted.stub_threshold,
        omitted_messages=fitted.omitted,
    )
    return PreparedSummary(request, record)


def ask(prepared: PreparedSummary, compressor: Compressor) -> Summary:
    """Have the compressor answer; its errors pass through."""
    reply = compressor.compress(prepared.request)
    text = format_summary(reply)
    record = replace(prepared.record, reply_chars=utf16.length(reply), summary_tokens=rough(text))
    return Summary(text, record)


def summarize(
    source: Sequence[IrMessage], compressor: Compressor, options: SummaryOptions | None = None
) -> Summary:
    """Summarise an IR; an empty one is not asked about."""
    if not source:
        return Summary("")
    return ask(prepare_summary(source, options or SummaryOptions()), compressor)
