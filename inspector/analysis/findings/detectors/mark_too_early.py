"""mark-too-early: the last cache mark leaves a tail behind it that is sent at full price every time (PIPELINE §15)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from inspector.analysis.findings.detector import Detector
from inspector.analysis.findings.model import Finding, FindingCost, Severity, Wording
from inspector.analysis.findings.request_facts import RequestFacts
from inspector.analysis.findings.subject import ConversationSubject
from inspector.sources.base import Trait

TAIL: Final = 1_000
"""New tokens a request from which on a tail is worth a mark: about the least a provider caches."""
FEWEST: Final = 2
"""So many requests in a row; one may be an upload."""
BEHIND: Final = 1
"""Messages behind the last mark that are too many: the newest one should carry it."""


def find(subject: ConversationSubject) -> Iterator[Finding]:
    """One finding a conversation, for requests that read from the cache and still sent a long tail anew."""
    late = [facts for facts in subject.main_facts if _is_early(facts)]
    if len(late) < FEWEST:
        return
    tokens = [facts.record.usage.new or 0 for facts in late]
    first = late[0]
    yield DETECTOR.finding(
        where=subject.request(first.record),
        path=first.marks[-1],
        cost=FindingCost(sum(tokens)),
        data={
            "requests": [facts.record.index for facts in late],
            "behind": [facts.behind_mark for facts in late],
            "new_tokens": sum(tokens),
            "marks": list(first.marks),
        },
        count=len(late),
        behind=max(facts.behind_mark or 0 for facts in late),
        place=first.marks[-1],
        tokens=sum(tokens),
        each=sum(tokens) // len(tokens),
    )


def _is_early(facts: RequestFacts) -> bool:
    usage = facts.record.usage
    return (
        facts.behind_mark is not None
        and facts.behind_mark >= BEHIND
        and (usage.new or 0) >= TAIL
        and bool(usage.cached)
    )


DETECTOR = Detector(
    id="mark-too-early",
    title="Cache mark too early",
    severity=Severity.WARNING,
    meaning="The last cache mark sits before the newest messages, so they are sent at full price again and again.",
    remedy="Move the last mark to the newest message.",
    needs=frozenset({Trait.PROMPTS}),
    wordings={
        "": Wording(
            message="the last cache mark ({place}) leaves up to {behind} messages behind it: about {each} tokens at "
            "full price in each of {count} requests, {tokens} in all",
            explanation="What stands behind the last mark is never written to the cache, and the next request sends it "
            "again: it costs ten times what reading it would.",
            remedy="Mark the newest message; the marks of tools and system prompt may stay.",
        )
    },
    conversation=find,
)
