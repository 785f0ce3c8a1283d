"""What happened in a session: one line per cause, worst first, with its count, its cost and its place."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from inspector.analysis.findings.model import Finding, Severity
from inspector.analysis.findings.order import rank_of, sum_costs

_PLACES: Final = ("places", "requests", "rows")
"""Figures of a finding that list the places it is about."""
_COSTS: Final = ("tokens_lost", "new_tokens", "saved_estimate", "output_tokens", "tokens_total")
"""Figures of a finding that say what it cost, in tokens; the first that it has."""


@dataclass(frozen=True, slots=True)
class Cause:
    """All findings of one kind and cause.

    Attributes:
        findings: in the order they were given; the first stands for all.
        places: how many places they are about.
        tokens: what they cost, where that is known of each; None = unknown, or they cost no tokens.
    """

    findings: tuple[Finding, ...]
    places: int
    tokens: int | None

    @property
    def finding(self) -> Finding:
        """The one whose sentence is shown."""
        return self.findings[0]


@dataclass(frozen=True, slots=True)
class SessionSummary:
    """A session in a few lines.

    Attributes:
        causes: every kind of finding: errors first, then the dearer, then the worse, then those with more places.
        counts: findings by severity, zeros included.
    """

    causes: tuple[Cause, ...]
    counts: dict[Severity, int]

    def worst(self, most: int) -> tuple[Cause, ...]:
        """The first of them; notes only where nothing is worse."""
        bad = [cause for cause in self.causes if cause.finding.severity is not Severity.INFO]
        return tuple((bad or list(self.causes))[:most])


def session_summary(findings: Iterable[Finding]) -> SessionSummary:
    """Sum up findings by kind."""
    kinds: dict[tuple[Severity, str, str], list[Finding]] = {}
    counts = dict.fromkeys(Severity, 0)
    for finding in findings:
        counts[finding.severity] += 1
        kinds.setdefault((finding.severity, finding.template_id, finding.cause), []).append(finding)
    causes = [_cause(alike) for alike in kinds.values()]
    causes.sort(key=_rank)
    return SessionSummary(tuple(causes), counts)


def _rank(cause: Cause) -> tuple[bool | float, ...]:
    severity = cause.finding.severity
    cost = sum_costs(finding.cost for finding in cause.findings)
    return *rank_of(severity, cost), severity.rank, -(cause.tokens or 0), -cause.places


def _cause(findings: list[Finding]) -> Cause:
    costs = [cost_of(finding) for finding in findings]
    known = [cost for cost in costs if cost is not None]
    tokens = sum(known) if len(known) == len(costs) else None
    return Cause(tuple(findings), sum(map(places_of, findings)), tokens)


def places_of(finding: Finding) -> int:
    """How many places a finding is about, at least 1."""
    lists = (finding.data.get(name) for name in _PLACES)
    return max(1, *(len(places) for places in lists if isinstance(places, list)), 1)


def cost_of(finding: Finding) -> int | None:
    """Tokens that a finding says were spent or lost; None = it does not say."""
    if finding.cost is not None:
        return finding.cost.tokens
    figures = (finding.data.get(name) for name in _COSTS)
    return next((figure for figure in figures if isinstance(figure, int)), None)
