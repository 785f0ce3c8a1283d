"""What the export dialog has made in the background: the text of a report, and what was taken out of it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Final

from inspector.analysis.redaction import Secret, SecretKind
from inspector.reports.build import ReportOrder, build_with_account
from inspector.reports.model import Report
from inspector.reports.texts import to_markdown
from inspector.reports.write import Format, render
from inspector.sources.base import Progress, Source

_PREVIEW_CHARS: Final = 9_000


@dataclass(frozen=True, slots=True)
class Made:
    """A report, ready to be written.

    Attributes:
        report: it.
        text: in the format asked for.
        preview: the beginning of it as Markdown.
        taken: (kind, what tells it apart, how often) of everything that was taken out, most first.
    """

    report: Report
    text: str
    preview: str
    taken: tuple[tuple[SecretKind, str, int], ...]


def make(source: Source, order: ReportOrder, form: Format, progress: Progress) -> Made:
    """Make a report; raises `Problem` and `Cancelled`."""
    report, secrets = build_with_account(source, order, progress)
    return Made(report, render(report, form), _beginning(to_markdown(report)), counted(secrets))


def _beginning(text: str) -> str:
    """As much of a text as a preview needs, in whole lines."""
    return text if len(text) <= _PREVIEW_CHARS else text[: text.rfind("\n", 0, _PREVIEW_CHARS)]


def counted(secrets: tuple[Secret, ...]) -> tuple[tuple[SecretKind, str, int], ...]:
    """The same findings once, with their number; credentials before what only names somebody."""
    numbers = Counter((secret.kind, secret.hint) for secret in secrets)
    rows = [(kind, hint, count) for (kind, hint), count in numbers.items()]
    return tuple(sorted(rows, key=lambda row: (not row[0].is_credential, -row[2], row[0], row[1])))
