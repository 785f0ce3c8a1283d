"""Writing a report to a file, in the format its name says."""

from __future__ import annotations

import os
from enum import StrEnum
from pathlib import Path
from typing import Final

from inspector.model.problems import Problem, register_templates
from inspector.reports import texts
from inspector.reports.html import to_html
from inspector.reports.model import Report
from inspector.wire import encode_utf8

register_templates(
    {
        "report-format": "{path}: no report format; expected a name that ends in {expected}.",
        "report-into-source": (
            "{path}: lies in the folder of the source, which is only ever read. Choose another place."
        ),
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


def check_place(path: Path, source: Path) -> None:
    """Raise `Problem` when a report would land beside its source or has no folder to go to."""
    folder = Path(os.path.realpath(source)).parent
    if Path(os.path.realpath(path)).is_relative_to(folder):
        raise Problem("report-into-source", {"path": str(path)})
    if not path.absolute().parent.is_dir():
        raise Problem("path-missing", {"path": str(path.absolute().parent)})


def write_report(report: Report, path: Path, *, form: Format | None = None) -> None:
    """Write a report as UTF-8; raises `Problem`."""
    text = render(report, form or format_of(path))
    try:
        path.write_bytes(encode_utf8(text))
    except OSError as error:
        raise Problem("write-failed", {"path": str(path), "found": error.strerror or str(error)}) from error
