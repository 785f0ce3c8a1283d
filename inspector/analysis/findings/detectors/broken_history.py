"""broken-history: prompts that a provider refuses for their form, with the places (FORMATS B)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from inspector.analysis.findings.detector import Detector
from inspector.analysis.findings.history import Flaw, HistoryFlaw
from inspector.analysis.findings.model import Finding, Severity, Wording
from inspector.analysis.findings.provider_families import Family, family_of
from inspector.analysis.findings.provider_limits import AS_OF, LIMITS
from inspector.analysis.findings.request_facts import RequestFacts
from inspector.analysis.findings.subject import ConversationSubject
from inspector.model.request import RequestState
from inspector.sources.base import Trait

_STRICT: Final = frozenset({Family.ANTHROPIC, Family.BEDROCK})
"""Families that refuse empty texts and ids used twice anywhere; others look at the last answer alone."""
_ABOUT_IDS: Final = re.compile(r"\bids?\b.{0,40}(?:unique|duplicate)|duplicate.{0,40}\bids?\b", re.IGNORECASE)
_ABOUT_EMPTY: Final = re.compile(r"non-?empty|empty|whitespace|must have (?:content|text)", re.IGNORECASE)


@dataclass(slots=True)
class _Seen:
    """A fault, the requests that had it, and what became of them."""

    kind: str
    first: RequestFacts
    flaw: Flaw | None = None
    count: int = 0
    limit: int = 0
    places: tuple[str, ...] = ()
    requests: list[int] = field(default_factory=list)
    failed: list[int] = field(default_factory=list)


def find(subject: ConversationSubject) -> Iterator[Finding]:
    """Each fault once a conversation."""
    seen: dict[object, _Seen] = {}
    for facts in subject.facts:
        for key, fault in _faults(facts):
            known = seen.setdefault(key, fault)
            known.requests.append(facts.record.index)
            if facts.record.state is RequestState.ERROR:
                known.failed.append(facts.record.index)
    for fault in seen.values():
        yield _finding(subject, fault)


def _faults(facts: RequestFacts) -> Iterator[tuple[object, _Seen]]:
    family, error = family_of(facts.record.provider, facts.record.model), facts.record.error or ""
    for flaw in facts.flaws:
        if _counts(flaw, family, error):
            yield (flaw.kind, flaw.call_id or flaw.path), _Seen(flaw.kind.value, facts, flaw)
    limits = LIMITS.get(family)
    if limits is not None and limits.tools is not None and len(facts.tools) > limits.tools:
        yield "tools", _Seen("tools", facts, count=len(facts.tools), limit=limits.tools)
    if limits is not None and limits.marks is not None and len(facts.marks) > limits.marks:
        yield "marks", _Seen("marks", facts, count=len(facts.marks), limit=limits.marks, places=facts.marks)


def _counts(flaw: Flaw, family: Family, error: str) -> bool:
    if flaw.kind is HistoryFlaw.SAME_ID:
        return flaw.near or family in _STRICT or bool(_ABOUT_IDS.search(error))
    if flaw.kind is HistoryFlaw.EMPTY_TEXT:
        return family in _STRICT or bool(_ABOUT_EMPTY.search(error))
    return True


def _finding(subject: ConversationSubject, seen: _Seen) -> Finding:
    flaw, refused = seen.flaw, len(seen.failed) == len(seen.requests)
    stuck = refused and len(seen.failed) > 1
    return DETECTOR.finding(
        seen.kind,
        where=subject.request(seen.first.record),
        severity=Severity.ERROR if refused else Severity.INFO,
        path=flaw.path if flaw else (seen.places[-1] if seen.places else "tools"),
        data={
            "tool": flaw.tool if flaw else "",
            "call_id": flaw.call_id if flaw else "",
            "places": [flaw.path, *([flaw.other] if flaw.other else [])] if flaw else list(seen.places),
            "count": seen.count or None,
            "limit": seen.limit or None,
            "requests": seen.requests,
            "failed_requests": len(seen.failed),
            "stuck": stuck,
        },
        tool=flaw.tool or "(no name)" if flaw else "",
        call_id=flaw.call_id if flaw else "",
        place=flaw.path if flaw else "",
        other=flaw.other if flaw else "",
        role=flaw.role if flaw else "",
        count=seen.count,
        limit=seen.limit,
        places=", ".join(seen.places),
        requests=len(seen.requests),
        failed=len(seen.failed),
        as_of=AS_OF,
    )


_OUTCOME: Final = "(requests: {requests}, failed: {failed})"
_STUCK: Final = (
    "Every later request repeats it: a session that is refused for it stays stuck until it is mended."
)

DETECTOR = Detector(
    id="broken-history",
    title="Broken history",
    severity=Severity.ERROR,
    meaning="A prompt has a form that a provider refuses: calls without results, ids used twice, too many marks.",
    remedy="Mend the history before sending it; trying again changes nothing.",
    needs=frozenset({Trait.PROMPTS}),
    wordings={
        HistoryFlaw.NO_RESULT.value: Wording(
            message="{place}: the call of {tool} ({call_id}) has no result " + _OUTCOME,
            explanation="Each call must be followed by its result. " + _STUCK,
            remedy="Put a result behind the call (that it was interrupted), or take the call out of the history.",
        ),
        HistoryFlaw.NO_CALL.value: Wording(
            message="{place}: the result of {tool} ({call_id}) has no call before it " + _OUTCOME,
            explanation="A result answers a call of the answer right before it; a fold or a window may have taken that "
            "away. " + _STUCK,
            remedy="Take both away together, or neither.",
        ),
        HistoryFlaw.SAME_ID.value: Wording(
            message="{place}: the call id {call_id} of {tool} is that of {other} " + _OUTCOME,
            explanation="Ids of calls must be unique: a result cannot be told to which of them it belongs. "
            + _STUCK,
            remedy="Store each call once; look at retries and at streams that were put together twice.",
        ),
        HistoryFlaw.EMPTY_TEXT.value: Wording(
            message="{place}: an empty text of role {role} " + _OUTCOME,
            explanation="This provider takes no text blocks without text. " + _STUCK,
            remedy="Leave empty texts out; a turn that was stopped before its first word leaves one behind.",
        ),
        "tools": Wording(
            message="tools declared: {count}; the provider takes {limit} " + _OUTCOME,
            explanation="A limit of the provider (as of {as_of}).",
            remedy="Offer fewer tools at once, or look them up through one that searches.",
        ),
        "marks": Wording(
            message="cache marks: {count}; the provider takes {limit}: {places} " + _OUTCOME,
            explanation="A limit of the provider (as of {as_of}); tools, system prompt and messages count together.",
            remedy="Keep the last mark of the tools, of the system prompt and of the messages; leave out the rest.",
        ),
    },
    conversation=find,
)
