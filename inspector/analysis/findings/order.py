"""In which order findings are shown: those of one cause together, errors first, then by what they cost."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from inspector.analysis.findings.broken import BROKEN_ID
from inspector.analysis.findings.model import Finding, FindingCost, Severity


@dataclass(frozen=True, slots=True)
class CauseGroup:
    """Findings that come from one thing.

    Attributes:
        key: `CauseId` of the cache engine, else the detector's id.
        findings: in order: the dearest, then the worst, then as they lie in the session.
    """

    key: str
    findings: tuple[Finding, ...]

    @property
    def severity(self) -> Severity:
        """Of its worst finding."""
        return min((finding.severity for finding in self.findings), key=lambda one: one.rank)

    @property
    def cost(self) -> FindingCost | None:
        """What all of them cost; None = nothing, or it cannot be told."""
        return sum_costs(finding.cost for finding in self.findings)


def sum_costs(costs: Iterable[FindingCost | None]) -> FindingCost | None:
    """A sum: of what was measured, if anything was, else of the rest; money only where all have it in one currency."""
    known = [cost for cost in costs if cost is not None]
    known = [cost for cost in known if cost.measured] or known
    if not known:
        return None
    first = known[0]
    tokens = sum(cost.tokens for cost in known)
    if any(cost.money is None or cost.currency != first.currency for cost in known):
        return FindingCost(tokens, measured=first.measured)
    money = sum(cost.money or 0.0 for cost in known)
    basis = next((cost.basis for cost in known if cost.basis), "")
    return FindingCost(tokens, money, first.currency, basis, first.measured)


def cause_key(finding: Finding) -> str:
    """What a finding is grouped by."""
    return finding.cause or finding.id


def grouped(
    findings: Iterable[Finding],
    place: Callable[[Finding], tuple[int, ...]] = lambda finding: (finding.where.request or 0,),
) -> list[CauseGroup]:
    """Groups in order: those with an error first, then by what they cost, then the worst; failed detectors last.

    `place`: where in its session a finding lies.
    """
    by_cause: dict[str, list[Finding]] = {}
    for finding in findings:
        by_cause.setdefault(cause_key(finding), []).append(finding)

    def within(finding: Finding) -> tuple[bool | float, ...]:
        return *rank_of(finding.severity, finding.cost), finding.severity.rank, *place(finding)

    def among(group: CauseGroup) -> tuple[bool | float, ...]:
        count = len(group.findings)
        return group.key == BROKEN_ID, *rank_of(group.severity, group.cost), group.severity.rank, -count

    return sorted(
        (CauseGroup(key, tuple(sorted(found, key=within))) for key, found in by_cause.items()), key=among
    )


def sorted_findings(findings: Iterable[Finding]) -> list[Finding]:
    """Findings in the order of their groups."""
    return [finding for group in grouped(findings) for finding in group.findings]


def rank_of(severity: Severity, cost: FindingCost | None) -> tuple[bool, float, int]:
    """Errors, then what costs most: money decides, tokens where there is none."""
    money, tokens = (0.0, 0) if cost is None else (cost.money or 0.0, cost.tokens)
    return severity is not Severity.ERROR, -money, -tokens
