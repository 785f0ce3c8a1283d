"""Findings made by hand."""

from __future__ import annotations

from typing import Any

from inspector.analysis.findings import Finding, Severity, Where, Wording


def make(
    message: str = "something",
    *,
    id: str = "flood",
    severity: Severity = Severity.WARNING,
    where: Where | None = None,
    **fields: Any,
) -> Finding:
    """A finding with one sentence."""
    wording = Wording(message=message, explanation="why", remedy="what to do")
    return Finding(id=id, severity=severity, wording=wording, where=where or Where(), **fields)
