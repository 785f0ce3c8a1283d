"""tool-drift: the set, order or schemas of tools change within a conversation (PIPELINE §17.6)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from inspector.analysis.findings.detector import Detector
from inspector.analysis.findings.model import Finding, Severity, Wording
from inspector.analysis.findings.request_facts import RequestFacts
from inspector.analysis.findings.subject import ConversationSubject
from inspector.analysis.findings.tool_declarations import Declaration
from inspector.model.figures import group
from inspector.model.request import RequestState
from inspector.sources.base import Trait


def find(subject: ConversationSubject) -> Iterator[Finding]:
    """Every change between a request of the main chain and the one before it."""
    chain = subject.main_facts
    for at, (before, after) in enumerate(pairwise(chain)):
        old, new = _comparable(before, after)
        kind, detail = _change(old, new)
        if kind == "emptied" and any(facts.tools for facts in chain[at + 2 : at + 3]):
            kind = "empty-once"
        came_back = not old and at > 0 and not _change(*_comparable(chain[at - 1], after))[0]
        if kind and not came_back:
            yield _finding(subject, before, after, kind, detail)


def _comparable(
    before: RequestFacts, after: RequestFacts
) -> tuple[tuple[Declaration, ...], tuple[Declaration, ...]]:
    """Both lists of the same layer: a failed request often has no recorded body."""
    if before.declared is not None or after.declared is not None:
        return before.declared or (), after.declared or ()
    return before.sent or (), after.sent or ()


def _change(old: Sequence[Declaration], new: Sequence[Declaration]) -> tuple[str, str]:
    before, after = [tool.name for tool in old], [tool.name for tool in new]
    if old and not new:
        return "emptied", f"{len(old)}"
    added, removed = [n for n in after if n not in before], [n for n in before if n not in after]
    if added or removed:
        return "set", " ".join([*(f"+{name}" for name in added), *(f"-{name}" for name in removed)])
    if before != after:
        return "order", ", ".join(name for name, was in zip(after, before, strict=True) if name != was)
    changed = [tool.name for tool, was in zip(new, old, strict=True) if tool.digest != was.digest]
    return ("schema", ", ".join(changed)) if changed else ("", "")


def _finding(
    subject: ConversationSubject, before: RequestFacts, after: RequestFacts, kind: str, detail: str
) -> Finding:
    verdict = subject.of.verdicts.get(after.record.index)
    answered = before.record.state is not RequestState.ERROR
    lost = verdict.tokens_lost if verdict is not None and answered else None
    return DETECTOR.finding(
        kind,
        where=subject.request(after.record),
        severity=Severity.WARNING if lost or kind == "empty-once" else Severity.INFO,
        path="tools",
        data={"detail": detail, "compared_with": before.record.index, "tokens_lost": lost},
        cause=verdict.cause.id.value if verdict is not None and verdict.cause.info.breaks else "",
        detail=detail,
        effect="nothing was cached before" if not lost else f"{group(lost)} cached tokens sent again",
    )


_WHY = "Tools stand first in every prompt: when they change, everything behind them must be sent and cached anew."
_WHAT = "Send the tools in one fixed order with unchanged schemas for the whole conversation."

DETECTOR = Detector(
    id="tool-drift",
    title="Tool drift",
    severity=Severity.WARNING,
    meaning="The tools of a conversation change between its requests.",
    remedy=_WHAT,
    needs=frozenset({Trait.TOOLS}),
    wordings={
        "set": Wording(
            message="the set of tools changed: {detail} ({effect})", explanation=_WHY, remedy=_WHAT
        ),
        "order": Wording(
            message="the same tools stand in another order: {detail} ({effect})",
            explanation=_WHY,
            remedy=_WHAT,
        ),
        "schema": Wording(
            message="the declaration of {detail} changed ({effect})", explanation=_WHY, remedy=_WHAT
        ),
        "emptied": Wording(
            message="no tools from here on; there were {detail} before ({effect})",
            explanation=_WHY,
            remedy=_WHAT,
        ),
        "empty-once": Wording(
            message="no tools in this one request; there were {detail} before ({effect})",
            explanation=_WHY
            + " A list that is empty once points to a tool cache that was still cold after a start.",
            remedy="Wait for the tool list before the first request, or keep the last known list.",
        ),
    },
    conversation=find,
)
