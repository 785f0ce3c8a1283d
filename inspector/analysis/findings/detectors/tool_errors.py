"""tool-errors: calls that failed, again and again or of tools that never work, and calls that could not be right."""

from __future__ import annotations

import difflib
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

import xxhash

from inspector.analysis.findings.detector import Detector
from inspector.analysis.findings.evidence_text import evidence, shortened
from inspector.analysis.findings.model import Finding, Severity, Where, Wording
from inspector.analysis.findings.replies import Call
from inspector.analysis.findings.request_facts import RequestFacts
from inspector.analysis.findings.schema_checks import Mismatch, example_mismatch
from inspector.analysis.findings.subject import ConversationSubject
from inspector.analysis.findings.tool_outcomes import Cut, cut_of, failure_of
from inspector.model.part import ToolPart
from inspector.wire import dumps, encode_utf8

REPEATS: Final = 3
"""So many failures of the same call are a loop; two may be a retry."""
_SHOWN: Final = 160


@dataclass(slots=True)
class _Tool:
    """What became of the calls of one tool."""

    calls: int = 0
    failures: list[tuple[Where, str, int]] = field(default_factory=list)
    made: Counter[int] = field(default_factory=Counter)
    cuts: list[tuple[Where, Cut]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Wrong:
    """A call that could not be right."""

    where: Where
    detail: str
    excerpt: str


def find(subject: ConversationSubject) -> Iterator[Finding]:
    """One finding per tool and kind of trouble."""
    wrong = _wrong_calls(subject)
    for (kind, tool), calls in wrong.items():
        yield _wrong_finding(kind, tool, calls)
    told = {tool for kind, tool in wrong if kind in ("not-offered", "misspelt")}
    for name, outcomes in _tools(subject).items():
        if name not in told and outcomes.failures:
            yield _failed(name, outcomes)
        if outcomes.cuts:
            yield _cut(name, outcomes)


def _tools(subject: ConversationSubject) -> dict[str, _Tool]:
    tools: defaultdict[str, _Tool] = defaultdict(_Tool)
    for message in subject.conversation.messages.values():
        for index, part in enumerate(message.parts):
            if isinstance(part, ToolPart):
                _count(tools[part.tool_name or ""], part, subject.part_place(message, index))
    return dict(tools)


def _count(tool: _Tool, part: ToolPart, where: Where) -> None:
    tool.calls += 1
    same = xxhash.xxh3_64_intdigest(encode_utf8(dumps(part.input)))
    tool.made[same] += 1
    error = failure_of(part)
    if error is not None:
        tool.failures.append((where, error, same))
    elif (cut := cut_of(part)) is not None:
        tool.cuts.append((where, cut))


def _failed(name: str, tool: _Tool) -> Finding:
    same, repeats = Counter(call for _, _, call in tool.failures).most_common(1)[0]
    failed = len(tool.failures)
    if repeats >= REPEATS:
        kind, first = "repeated", next(failure for failure in tool.failures if failure[2] == same)
    else:
        kind, first = ("always" if failed == tool.calls and failed > 1 else ""), tool.failures[0]
    where, error, _ = first
    return DETECTOR.finding(
        kind,
        where=where,
        severity=Severity.WARNING if kind else Severity.INFO,
        excerpt=evidence(error, end=1000),
        data={
            "tool": name,
            "calls": tool.calls,
            "failed": failed,
            "same_call": tool.made[same] if kind == "repeated" else repeats,
            "same_call_failed": repeats,
            "error": evidence(error, end=1000),
            "places": [place.to_dict() for place, _, _ in tool.failures],
        },
        tool=name or "(no name)",
        failed=failed,
        calls=tool.calls,
        same=tool.made[same],
        repeats=repeats,
        error=shortened(error, _SHOWN),
    )


def _cut(name: str, tool: _Tool) -> Finding:
    where, cut = tool.cuts[0]
    return DETECTOR.finding(
        "cut" if cut.total is None else "fewer",
        where=where,
        severity=Severity.INFO,
        excerpt=cut.note,
        data={
            "tool": name,
            "outputs": len(tool.cuts),
            "shown": cut.shown,
            "total": cut.total,
            "places": [place.to_dict() for place, _ in tool.cuts],
        },
        tool=name or "(no name)",
        count=len(tool.cuts),
        note=shortened(cut.note, _SHOWN),
        shown=cut.shown or 0,
        total=cut.total or 0,
    )


def _wrong_calls(subject: ConversationSubject) -> dict[tuple[str, str], list[_Wrong]]:
    found: defaultdict[tuple[str, str], list[_Wrong]] = defaultdict(list)
    for facts in subject.facts:
        for call in facts.reply.calls:
            if call.by_provider or call.unfinished or facts.finish == "length":
                continue
            wrong = _judged(facts, call)
            if wrong is not None:
                kind, detail = wrong
                where = subject.request(facts.record)
                found[kind, call.tool].append(_Wrong(where, detail, call.text or dumps(call.arguments)))
    return dict(found)


def _judged(facts: RequestFacts, call: Call) -> tuple[str, str] | None:
    """What is wrong with a call and the words for it; None when it may be right."""
    offered = {tool.name: tool for tool in facts.tools}
    if not offered:
        return None
    if call.tool not in offered:
        near = difflib.get_close_matches(call.tool, [*offered], n=1, cutoff=0.5)
        return ("misspelt", near[0]) if near else ("not-offered", "")
    if call.text:
        return "arguments", ""
    mismatch = _mismatch(facts, call)
    return None if mismatch is None else ("schema", f"{mismatch.path or 'the input'}: {mismatch.reason}")


def _mismatch(facts: RequestFacts, call: Call) -> Mismatch | None:
    tool = next((t for t in (*(facts.declared or ()), *facts.tools) if t.name == call.tool), None)
    return None if tool is None else example_mismatch(tool.schema, call.arguments)


def _wrong_finding(kind: str, tool: str, calls: list[_Wrong]) -> Finding:
    first = calls[0]
    return DETECTOR.finding(
        kind,
        where=first.where,
        path="output",
        excerpt=evidence(first.excerpt, end=1000),
        data={
            "tool": tool,
            "calls": len(calls),
            "detail": first.detail,
            "requests": [call.where.request for call in calls],
        },
        tool=tool or "(no name)",
        count=len(calls),
        detail=shortened(first.detail, _SHOWN),
        arguments=shortened(first.excerpt, _SHOWN),
    )


_NOT_OFFERED: Final = "The request declared no tool of this name: it was made up, or the history knows it."
_ARGUMENTS: Final = "A provider that enforces schemas prevents this; else describe the arguments better."

DETECTOR = Detector(
    id="tool-errors",
    title="Failing tools",
    severity=Severity.WARNING,
    meaning="Tool calls failed, were made wrongly, or brought back only part of what there was.",
    remedy="Look at what the tool says; a loop of failing calls ends only at its limit.",
    wordings={
        "": Wording(
            message="{tool}: calls that failed: {failed} of {calls}: {error}",
            explanation="The model read the error instead of a result.",
            remedy="Look at what the tool says.",
        ),
        "always": Wording(
            message="{tool}: every call failed ({failed} of {calls}): {error}",
            explanation="The tool never worked here: its server, its rights or its arguments are wrong.",
            remedy="Mend the tool or take it out of the list; every round of it is paid for.",
        ),
        "repeated": Wording(
            message="{tool}: the same call was made {same} times and failed {repeats} times: {error}",
            explanation="Nothing in the error tells the model what to change, or what it changes in between does not "
            "help. Calls of this tool that failed: {failed} of {calls}.",
            remedy="Let the tool say what would work; stop a loop that repeats a failing call.",
        ),
        "not-offered": Wording(
            message="{tool}: called although it was not offered: {count}",
            explanation=_NOT_OFFERED,
            remedy="Keep the tools of a conversation together, or take the old calls out of its history.",
        ),
        "misspelt": Wording(
            message="{tool}: called although it was not offered: {count}; perhaps {detail} was meant",
            explanation=_NOT_OFFERED,
            remedy="Give tools names that differ clearly, and keep the tools of a conversation together.",
        ),
        "arguments": Wording(
            message="{tool}: arguments that are no JSON: {count} ({arguments})",
            explanation="The call cannot run; the application sees a text where it expects an object.",
            remedy=_ARGUMENTS,
        ),
        "schema": Wording(
            message="{tool}: arguments that do not fit the schema: {count} ({detail})",
            explanation="The tool refuses such a call, or runs with arguments it does not know.",
            remedy=_ARGUMENTS,
        ),
        "cut": Wording(
            message="{tool}: outputs that were cut before they got here: {count} ({note})",
            explanation="The tool itself or its server shortened them; nothing here has the rest, and the model counts "
            "and concludes from what it sees.",
            remedy="Ask the tool for less at once, page by page, or raise its own limit.",
        ),
        "fewer": Wording(
            message="{tool}: a list of {shown} of {total} (such outputs: {count})",
            explanation="The output names a total that is larger than its list and no way to the rest.",
            remedy="Ask the tool page by page, or raise its own limit.",
        ),
    },
    conversation=find,
)
