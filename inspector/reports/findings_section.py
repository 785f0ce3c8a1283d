"""Findings of the detectors in a report, worst first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from inspector.analysis.findings.model import Finding, Severity
from inspector.reports.model import Figure, Rests, Section, Topic
from inspector.reports.tables import Column, Table, Value


def findings_section(findings: Sequence[Finding], *, whole: bool = False) -> Section:
    """What is wrong with a conversation, or with the source as a whole."""
    counted = Counter(finding.severity for finding in findings)
    columns = (
        Column("severity", "severity"),
        Column("id", "finding"),
        Column("request", "request"),
        Column("message", "what was found"),
        Column("explanation", "why it matters"),
        Column("remedy", "what to do"),
        Column("try", "settings to try"),
    )
    rows = tuple(map(_cells, findings))
    return Section(
        id=Topic.FINDINGS,
        title="Findings about the source as a whole" if whole else "Findings",
        rests=(Rests.COMPUTED,),
        text="" if findings else "No detector found anything wrong with this conversation.",
        figures=tuple(
            Figure(name=f"{severity}s", value=counted[severity], rests=Rests.COMPUTED)
            for severity in (Severity.ERROR, Severity.WARNING)
        ),
        tables=(Table("Findings", columns, rows),) if rows else (),
        data=[finding.to_dict() for finding in findings],
    )


def _cells(finding: Finding) -> tuple[Value, ...]:
    return (
        finding.severity.value,
        finding.template_id,
        finding.where.number,
        finding.message,
        finding.explanation,
        finding.remedy,
        ", ".join(finding.try_settings or ()),
    )
