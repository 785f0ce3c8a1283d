"""finish-reason: answers that were cut, withheld, refused or empty; structured ones that do not hold (FORMATS B)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from inspector.analysis.findings.detector import Detector
from inspector.analysis.findings.evidence_text import evidence
from inspector.analysis.findings.model import Finding, FindingCost, Severity, Wording
from inspector.analysis.findings.replies import Reply
from inspector.analysis.findings.request_facts import RequestFacts
from inspector.analysis.findings.schema_checks import example_mismatch
from inspector.analysis.findings.subject import ConversationSubject
from inspector.model.request import RequestPurpose, RequestState
from inspector.sources.base import Trait
from inspector.wire import JsonSyntaxError, loads

_LENGTH: Final = frozenset({"length", "max_tokens", "max_output_tokens", "model_length", "token limit"})
_WINDOW: Final = frozenset({"model_context_window_exceeded", "context_length_exceeded"})
_FILTERED: Final = frozenset(
    {
        "content-filter", "content_filter", "content_filtered", "guardrail_intervened", "sensitive", "safety",
        "image_safety", "image_prohibited_content", "recitation", "image_recitation", "blocklist", "prohibited_content",
        "spii", "language", "error_toxic", "moderation",
    }
)  # fmt: skip
_REFUSED: Final = frozenset({"refusal", "refused"})
_MALFORMED: Final = frozenset(
    {
        "malformed_function_call", "unexpected_tool_call", "too_many_tool_calls", "malformed_tool_use",
        "malformed_model_output", "missing_thought_signature",
    }
)  # fmt: skip
"""Words of providers for how an answer ended, in lower case; the SDK's own word is looked at too."""

_FOR_NOTHING: Final = frozenset({"no-answer", "withheld", "empty", "no-json"})
"""What was generated then was of no use."""
_ENDED: Final = (RequestState.OK, RequestState.DAMAGED)
_SHOWN: Final = 160


@dataclass(frozen=True, slots=True)
class _Fault:
    """What is wrong with an answer; faults that are the same are one finding."""

    kind: str
    tool: str = ""
    detail: str = ""


def find(subject: ConversationSubject) -> Iterator[Finding]:
    """Each fault once a conversation, with all requests that had it."""
    found: defaultdict[_Fault, list[RequestFacts]] = defaultdict(list)
    for facts in subject.facts:
        for fault in _faults(facts):
            # The SDK calls an answer with an unreadable call an error; other errors are told elsewhere.
            if facts.record.state in _ENDED or fault.kind == "malformed-call":
                found[fault].append(facts)
    for fault, places in found.items():
        yield _finding(subject, fault, places)


def _faults(facts: RequestFacts) -> Iterator[_Fault]:
    reply = facts.reply
    words = {reply.finish.lower(), reply.raw_finish.lower()}
    if words & _REFUSED:
        yield _Fault("refused")
    elif words & _MALFORMED:
        yield _Fault("malformed-call", detail=reply.raw_finish or reply.finish)
    elif words & _FILTERED:
        yield _Fault(
            "filtered" if reply.text or reply.calls else "withheld", detail=reply.raw_finish or reply.finish
        )
    elif words & _WINDOW:
        yield _Fault("window")
    elif words & _LENGTH:
        yield from _cut(reply)
    elif facts.record.purpose is not RequestPurpose.SUMMARIZE:
        yield from _wrong(facts)


def _cut(reply: Reply) -> Iterator[_Fault]:
    broken = [call for call in reply.calls if call.text or call.unfinished]
    if broken:
        yield _Fault("arguments", tool=broken[-1].tool)
    elif reply.text or reply.calls or reply.others:
        yield _Fault("length")
    else:
        yield _Fault("no-answer")


def _wrong(facts: RequestFacts) -> Iterator[_Fault]:
    """An answer that ended well: whether there is one, and whether it is what was asked for."""
    reply = facts.reply
    if reply.finish in ("", "error"):
        return
    text = (reply.text or "").strip()
    if not text and not reply.calls and not reply.others:
        yield _Fault("empty")
    elif text and facts.answer_format is not None and not reply.calls:
        try:
            value = loads(text)
        except JsonSyntaxError:
            yield _Fault("no-json")
            return
        mismatch = example_mismatch(facts.answer_format, value)
        if mismatch is not None:
            yield _Fault("schema", detail=f"{mismatch.path or 'the answer'}: {mismatch.reason}")


def _finding(subject: ConversationSubject, fault: _Fault, places: list[RequestFacts]) -> Finding:
    first = places[0]
    usages = [facts.record.usage for facts in places]
    output, reasoning = _sum([usage.output for usage in usages]), _sum([usage.reasoning for usage in usages])
    requests, text = [facts.record.index for facts in places], first.reply.text or ""
    return DETECTOR.finding(
        fault.kind,
        where=subject.request(first.record),
        severity=_SEVERITIES[fault.kind],
        path="output",
        cost=FindingCost(output) if output and fault.kind in _FOR_NOTHING else None,
        excerpt=evidence(text, start=max(0, len(text) - _SHOWN)),
        data={
            "finish": first.reply.finish,
            "raw_finish": first.reply.raw_finish,
            "tool": fault.tool,
            "detail": fault.detail,
            "requests": requests,
            "output_tokens": output,
            "reasoning_tokens": reasoning,
            "limit": first.max_output_tokens,
        },
        tool=fault.tool or "(no name)",
        detail=fault.detail,
        tokens="?" if output is None else output,
        reasoning="?" if reasoning is None else reasoning,
        count=len(requests),
    )


def _sum(figures: list[int | None]) -> int | None:
    """The sum where every figure is known."""
    known = [figure for figure in figures if figure is not None]
    return sum(known) if len(known) == len(figures) else None


_SEVERITIES: Final = {
    "length": Severity.WARNING,
    "no-answer": Severity.ERROR,
    "arguments": Severity.ERROR,
    "window": Severity.ERROR,
    "filtered": Severity.WARNING,
    "withheld": Severity.ERROR,
    "refused": Severity.WARNING,
    "malformed-call": Severity.ERROR,
    "empty": Severity.WARNING,
    "no-json": Severity.ERROR,
    "schema": Severity.WARNING,
}

_TOKENS: Final = "({tokens} output tokens, {reasoning} of them reasoning)"
_RAISE: Final = "Raise the limit of output tokens, lower the reasoning effort, or ask for less at once."

DETECTOR = Detector(
    id="finish-reason",
    title="Answer cut or withheld",
    severity=Severity.WARNING,
    meaning="An answer did not end of its own, is empty, or is not what was asked for.",
    remedy="Look at how it ended; raise the output limit where it was cut.",
    needs=frozenset({Trait.PROMPTS}),
    wordings={
        "length": Wording(
            message="answers cut by the output limit: {count} " + _TOKENS,
            explanation="The model had more to say when its limit of output tokens was reached.",
            remedy=_RAISE,
        ),
        "no-answer": Wording(
            message="output limit reached before an answer began: {count} " + _TOKENS,
            explanation="Reasoning counts as output: it used up the limit, was paid for, and nothing was said.",
            remedy=_RAISE,
        ),
        "arguments": Wording(
            message="arguments of {tool} cut by the output limit: {count} " + _TOKENS,
            explanation="What is left of them is no JSON, so the call cannot run.",
            remedy="Raise the limit of output tokens, or let the tool take long texts in pieces.",
        ),
        "window": Wording(
            message="answers cut because the context window was full: {count}",
            explanation="Prompt and answer share the window; the prompt left too little room.",
            remedy="Fold or trim earlier, so that an answer fits behind the prompt.",
        ),
        "filtered": Wording(
            message="answers cut by the provider's content filter: {count} ({detail})",
            explanation="What had been written until then is shown.",
            remedy="Look at what the filter objected to, or change its settings.",
        ),
        "withheld": Wording(
            message="answers withheld by the provider's content filter: {count} ({detail})",
            explanation="The request was paid for and nothing came back.",
            remedy="Look at what the filter objected to, or change its settings.",
        ),
        "refused": Wording(
            message="answers that are a refusal: {count}",
            explanation="A refusal often holds for the rest of the conversation, because the history repeats it.",
            remedy="Take the refused turn out of the history, or ask another model.",
        ),
        "malformed-call": Wording(
            message="tool calls that the provider could not read: {count} ({detail})",
            explanation="The provider dropped the call; the turn ended without it.",
            remedy="Simplify the schemas of the tools, or try again.",
        ),
        "empty": Wording(
            message="answers that ended well and are empty: {count}",
            explanation="Neither text nor a tool call came back.",
            remedy="Try again; after tool results some models end like this when the prompt leaves nothing to say.",
        ),
        "no-json": Wording(
            message="structured answers that are no JSON: {count}",
            explanation="The request asked for JSON; whoever reads the answer fails on it.",
            remedy="Use the provider's enforced form of structured output, or repair and retry.",
        ),
        "schema": Wording(
            message="structured answers that do not fit their schema: {count} ({detail})",
            explanation="The request named a schema, and the provider did not enforce it.",
            remedy="Use the provider's enforced form of structured output, or correct the schema.",
        ),
    },
    conversation=find,
)
