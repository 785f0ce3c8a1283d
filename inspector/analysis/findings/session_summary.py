"""What happened in a session: one line per cause, worst first, with its count, its cost and its place."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from inspector.analysis.findings.model import Finding, FindingCost, Severity
from inspector.analysis.findings.order import CauseGroup, grouped

_PLACES: Final = ("places", "requests", "rows")
"""Figures of a finding that list the places it is about."""


@dataclass(frozen=True, slots=True)
class Cause:
    """All findings that come from one thing.

    Attributes:
        group: them, the worst first.
        places: how many places they are about.
    """

    group: CauseGroup
    places: int

    @property
    def finding(self) -> Finding:
        """The one whose sentence is shown."""
        return self.group.findings[0]

    @property
    def cost(self) -> FindingCost | None:
        """What they cost together; None = nothing, or it cannot be told."""
        return self.group.cost


@dataclass(frozen=True, slots=True)
class SessionSummary:
    """A session in a few lines.

    Attributes:
        causes: in the order in which findings are shown.
        counts: findings by severity, zeros included.
    """

    causes: tuple[Cause, ...]
    counts: dict[Severity, int]

    def worst(self, most: int) -> tuple[Cause, ...]:
        """The first of them; notes only where nothing is worse."""
        bad = [cause for cause in self.causes if cause.group.severity is not Severity.INFO]
        return tuple((bad or list(self.causes))[:most])


def session_summary(findings: Iterable[Finding]) -> SessionSummary:
    """Sum up findings by what they come from."""
    found = list(findings)
    counts = {severity: sum(one.severity is severity for one in found) for severity in Severity}
    causes = tuple(Cause(group, sum(map(places_of, group.findings))) for group in grouped(found))
    return SessionSummary(causes, counts)


def places_of(finding: Finding) -> int:
    """How many places a finding is about, at least 1."""
    lists = (finding.data.get(name) for name in _PLACES)
    return max(1, *(len(places) for places in lists if isinstance(places, list)), 1)
