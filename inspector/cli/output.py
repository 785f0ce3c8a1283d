"""The one gate to the terminal: results to stdout, one-line errors to stderr, tables by rich.

Everything that leaves passes here: secrets and home folders are taken out unless the user said `--no-redact`, and
characters that would steer the terminal are made visible. JSON is strictly valid whatever the values were.
"""

from __future__ import annotations

import io
import json
import math
import sys
from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from inspector.model.problems import Problem, register_templates
from inspector.wire.reading import shallow
from inspector.wire.visible import json_visible, visible

if TYPE_CHECKING:
    from rich.console import Console

    from inspector.analysis.redaction import Redactor
    from inspector.reports.tables import Table


PIPED_WIDTH: Final = 180

register_templates(
    {"no-stdout": "There is no standard output to write the result to. Send it to a file or a pipe."}
)


class _Gate:
    """What is taken out of everything that is written."""

    redacts: bool = True
    _redactor: Redactor | None = None

    def redactor(self) -> Redactor:
        """Made when it is first needed: its rules take a while to import."""
        if self._redactor is None or self._redactor.enabled != self.redacts:
            from inspector.analysis.redaction import Redactor

            self._redactor = Redactor(enabled=self.redacts)
        return self._redactor


_gate: Final = _Gate()


def set_redaction(on: bool) -> None:
    """Whether secrets and home folders are taken out of what is written from now on."""
    _gate.redacts = on


def safe(text: str) -> str:
    """A text without secrets, its control characters visible; line feeds and tabs stay."""
    return visible(_gate.redactor().text(text))


def write_line(text: str = "") -> None:
    """One line (or several) of a command's result."""
    _write(safe(text) + "\n")


def write_document(text: str) -> None:
    """A CSV, Markdown or HTML document whose values passed `safe_tables`."""
    _write(text if text.endswith("\n") else text + "\n")


def write_json(value: object) -> None:
    """A command's result for scripts: JSON in lines, texts readable as they are; what is no number is null."""
    encoding = (getattr(sys.stdout, "encoding", None) or "ascii").lower()
    document = json.dumps(
        _finite(shallow(_gate.redactor().value(value))),
        ensure_ascii=not encoding.startswith("utf"),
        indent=2,
        allow_nan=False,
    )
    _write(json_visible(document) + "\n")


def safe_tables(tables: list[Table]) -> list[Table]:
    """Tables whose texts are safe to write in any format."""
    from dataclasses import replace

    return [
        replace(
            table,
            title=safe(table.title),
            rows=tuple(tuple(safe(c) if isinstance(c, str) else c for c in row) for row in table.rows),
            notes=tuple(map(safe, table.notes)),
        )
        for table in tables
    ]


def write_error(text: str) -> None:
    """One line on stderr; line breaks inside become spaces. Says nothing when there is no stderr."""
    with suppress(OSError, AttributeError, ValueError):
        sys.stderr.write(" ".join(safe(text).split()) + "\n")


def console() -> Console:
    """A rich console on stdout whose texts are safe; plain text when it is no terminal."""
    from inspector.cli.safe_console import SafeConsole

    if sys.stdout is None:
        raise Problem("no-stdout")
    piped = not sys.stdout.isatty()
    # Without a terminal to fit into, rows stay on one line so that grep and diff can work on them.
    return SafeConsole(file=sys.stdout, soft_wrap=piped, width=PIPED_WIDTH if piped else None)


def make_lossless() -> None:
    """Let texts with lone surrogates, or a narrow terminal encoding, be printed instead of raising."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _write(text: str) -> None:
    if sys.stdout is None:
        raise Problem("no-stdout")
    sys.stdout.write(text)


def _finite(value: Any) -> Any:
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, Mapping):
        return {name: _finite(member) for name, member in value.items()}
    return [_finite(item) for item in value] if isinstance(value, list | tuple) else value
