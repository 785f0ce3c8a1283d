"""Findings of the detectors in a report, by cause and cost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from inspector.analysis.findings.model import Finding, FindingCost, Severity
from inspector.analysis.findings.replayed import Fate, FindingFate
from inspector.reports.model import Figure, Rests, Section, Topic
from inspector.reports.tables import Column, Table, Value


def findings_section(
    findings: Sequence[Finding], fates: Sequence[FindingFate] = (), *, whole: bool = False
) -> Section:
    """What is wrong with a conversation, or with the source as a whole.

    `fates`: what the report's settings make of the findings, in their order, then what is new; empty = as recorded.
    """
    counted = Counter(finding.severity for finding in findings)
    listed = [one.finding for one in fates] or list(findings)
    columns = (
        Column("severity", "severity"),
        Column("id", "finding"),
        Column("request", "request"),
        *((Column("fate", "in the replay"),) if fates else ()),
        Column("message", "what was found"),
        Column("tokens", "tokens it costs"),
        Column("money", "money"),
        Column("explanation", "why it matters"),
        Column("remedy", "what to do"),
        Column("try", "settings to try"),
    )
    told: Sequence[FindingFate | None] = fates or (None,) * len(listed)
    rows = tuple(_cells(finding, fate) for finding, fate in zip(listed, told, strict=True))
    return Section(
        id=Topic.FINDINGS,
        title="Findings about the source as a whole" if whole else "Findings",
        rests=(Rests.COMPUTED,),
        text="" if findings else "No detector found anything wrong with this conversation.",
        figures=tuple(
            Figure(name=f"{severity}s", value=counted[severity], rests=Rests.COMPUTED)
            for severity in (Severity.ERROR, Severity.WARNING)
        )
        + _fate_figures(findings, fates),
        tables=(Table("Findings", columns, rows),) if rows else (),
        data=[one.to_dict() for one in fates] or [finding.to_dict() for finding in findings],
    )


def _fate_figures(findings: Sequence[Finding], fates: Sequence[FindingFate]) -> tuple[Figure, ...]:
    """What is left of the findings under the report's settings."""
    if not fates:
        return ()
    counted = Counter(one.fate for one in fates)
    left = len(findings) + counted[Fate.NEW] - counted[Fate.GONE]
    figures = {"findings as recorded": len(findings), "findings left in the replay": left}
    figures |= {fate.value: counted[fate] for fate in Fate if counted[fate]}
    return tuple(Figure(name=name, value=value, rests=Rests.COMPUTED) for name, value in figures.items())


def _money(cost: FindingCost | None) -> str | None:
    return None if cost is None or cost.money is None else f"{cost.money:.4f} {cost.currency}"


def _cells(finding: Finding, fate: FindingFate | None) -> tuple[Value, ...]:
    return (
        finding.severity.value,
        finding.template_id,
        finding.where.number,
        *(() if fate is None else (fate.fate.value,)),
        finding.message,
        None if finding.cost is None else finding.cost.tokens,
        _money(finding.cost),
        finding.explanation,
        finding.remedy,
        ", ".join(finding.try_settings or ()),
    )
