"""A session's findings in a few sentences, for its summary card."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from inspector.analysis.findings.model import Finding, Severity

MOST: Final = 3


@dataclass(frozen=True, slots=True)
class Headline:
    """The findings of one kind.

    Attributes:
        finding: the first of them, whose sentence stands for all.
        count: how many there are.
    """

    finding: Finding
    count: int


@dataclass(frozen=True, slots=True)
class SessionCard:
    """What a card shows.

    Attributes:
        headlines: the worst kinds, worst first.
        counts: findings by severity, zeros included.
        others: findings that no headline stands for.
    """

    headlines: tuple[Headline, ...]
    counts: dict[Severity, int]
    others: int


def session_card(findings: Iterable[Finding], *, most: int = MOST) -> SessionCard:
    """Group findings by kind; within a severity the order in which they were found stays."""
    kinds: dict[tuple[Severity, str], Headline] = {}
    counts = dict.fromkeys(Severity, 0)
    for finding in findings:
        counts[finding.severity] += 1
        key = (finding.severity, finding.template_id)
        known = kinds.get(key)
        kinds[key] = Headline(known.finding if known else finding, known.count + 1 if known else 1)
    ranked = sorted(kinds.values(), key=lambda headline: headline.finding.severity.rank)
    shown = tuple(ranked[:most])
    return SessionCard(shown, counts, sum(counts.values()) - sum(headline.count for headline in shown))
