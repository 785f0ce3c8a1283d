"""A finding as text to be sent to whoever has to mend it; secrets and home folders are left out (Qt-free)."""

from __future__ import annotations

import json

from inspector.analysis.findings import Finding
from inspector.analysis.redaction import Redactor
from inspector.sources.base import Source


def bug_report(finding: Finding, source: Source) -> str:
    """The report in Markdown; English whatever the window's language, since it leaves the house."""
    redactor = Redactor()
    text = redactor.text
    where = {name: value for name, value in finding.where.to_dict().items() if value is not None}
    if finding.path:
        where["path"] = finding.path
    lines = [
        f"## {text(finding.message)}",
        "",
        f"- Finding: `{finding.template_id}` ({finding.severity})",
        f"- Source: {source.format}, `{text(source.path.name)}`",
        *(f"- {name}: `{text(str(value))}`" for name, value in where.items()),
        "",
        text(finding.explanation),
    ]
    if finding.excerpt:
        lines += ["", "### Evidence", "", _fenced(text(finding.excerpt))]
    if finding.data:
        data = json.dumps(redactor.value(finding.data), ensure_ascii=False, indent=2)
        lines += ["", "### Figures", "", _fenced(data, "json")]
    lines += ["", "### What to do", "", text(finding.remedy)]
    if finding.try_settings:
        lines += ["", f"Settings to try in a replay: `{' '.join(finding.try_settings)}`"]
    if taken := sum(redactor.counts().values()):
        lines += ["", f"({taken} secrets or private names were left out.)"]
    return "\n".join(lines) + "\n"


def _fenced(text: str, language: str = "") -> str:
    """A code block whose fence is longer than any inside it."""
    fence = "```"
    while fence in text:
        fence += "`"
    return f"{fence}{language}\n{text}\n{fence}"
