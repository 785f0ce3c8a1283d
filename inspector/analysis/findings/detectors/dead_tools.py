"""dead-tools: tools whose schemas go out with every request and that are never called."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from inspector.analysis.findings.detector import Detector
from inspector.analysis.findings.model import Finding, FindingCost, Severity, Wording
from inspector.analysis.findings.subject import ConversationSubject
from inspector.sources.base import Trait

FEWEST: Final = 8
"""So many requests without a call say something about a tool."""
SMALLEST: Final = 300
"""Tokens per request below which nobody cares."""
CHARS_PER_TOKEN: Final = 4


def find(subject: ConversationSubject) -> Iterator[Finding]:
    """One finding per conversation, with the price of all its dead tools."""
    chain = [facts for facts in subject.main_facts if facts.tools]
    if len(chain) < FEWEST:
        return
    called = frozenset().union(*(facts.called for facts in subject.main_facts))
    always = set.intersection(*({tool.name for tool in facts.tools} for facts in chain))
    dead = [tool for tool in chain[-1].tools if tool.name in always - called]
    tokens = sum(tool.chars for tool in dead) // CHARS_PER_TOKEN
    if tokens < SMALLEST:
        return
    yield DETECTOR.finding(
        where=subject.request(chain[0].record),
        path="tools",
        data={
            "tools": [{"name": t.name, "tokens": t.chars // CHARS_PER_TOKEN} for t in dead],
            "tokens_per_request": tokens,
            "requests": len(chain),
            "tokens_total": tokens * len(chain),
        },
        cost=FindingCost(tokens * len(chain), measured=False),
        count=len(dead),
        names=", ".join(tool.name for tool in dead[:4]) + ("…" if len(dead) > 4 else ""),
        tokens=tokens,
        requests=len(chain),
        total=tokens * len(chain),
    )


DETECTOR = Detector(
    id="dead-tools",
    title="Dead tools",
    severity=Severity.INFO,
    meaning="Tool schemas are sent with every request and never used.",
    remedy="Switch the tools off for this assistant, or offer them through a tool search.",
    needs=frozenset({Trait.TOOLS}),
    wordings={
        "": Wording(
            message="tools that {requests} requests sent and none called: {count} ({names}), "
            "about {tokens} tokens a request, {total} in all",
            explanation="Cached or not, they take room in the window, and the model chooses among them every time.",
            remedy="Switch them off for this assistant, or offer them through a tool search.",
        )
    },
    conversation=find,
)
