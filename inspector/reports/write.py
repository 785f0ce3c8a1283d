"""Writing a report to a file, in the format its name says."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Final

from inspector.model.outputs import write_output
from inspector.model.problems import Problem, register_templates
from inspector.reports import texts
from inspector.reports.html import to_html
from inspector.reports.model import Report

register_templates(
    {
        "report-format": "{path}: no report format; expected a name that ends in {expected}.",
    }
)


class Format(StrEnum):
    """Formats of reports; the values are the endings of their files."""

    HTML = "html"
    MARKDOWN = "md"
    CSV = "csv"
    JSON = "json"


_WRITERS: Final = {
    Format.HTML: to_html,
    Format.MARKDOWN: texts.to_markdown,
    Format.CSV: texts.to_csv,
    Format.JSON: texts.to_json,
}


def format_of(path: Path) -> Format:
    """The format a file's name says; raises `Problem("report-format")`."""
    ending = path.suffix.lower().removeprefix(".")
    ending = {"htm": "html", "markdown": "md"}.get(ending, ending)
    if ending not in set(Format):
        expected = ", ".join(f".{known}" for known in Format)
        raise Problem("report-format", {"path": str(path), "expected": expected})
    return Format(ending)


def render(report: Report, form: Format) -> str:
    """The text of a report in a format."""
    return _WRITERS[form](report)


def write_report(report: Report, path: Path, *, form: Format | None = None) -> None:
    """Write a report as UTF-8; raises `Problem`."""
    write_output(path, render(report, form or format_of(path)))
