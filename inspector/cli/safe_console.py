"""A rich console that takes no text for markup and passes every text through the output gate."""

from __future__ import annotations

from typing import IO, Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from inspector.cli.output import safe


class SafeConsole(Console):
    """Prints texts and tables of texts.

    Texts are made safe before they are wrapped and padded: afterwards a secret may stand on two lines.
    """

    def __init__(self, *, file: IO[str], soft_wrap: bool, width: int | None) -> None:
        super().__init__(
            file=file, highlight=False, markup=False, emoji=False, soft_wrap=soft_wrap, width=width
        )

    def print(self, *objects: Any, **options: Any) -> None:
        """Print texts and tables; see `rich.console.Console.print`."""
        super().print(*map(_safe, objects), **options)

    def on_broken_pipe(self) -> None:
        """The reader has seen enough: told to the command, which ends well."""
        raise BrokenPipeError


def _safe(shown: Any) -> Any:
    if isinstance(shown, str):
        return safe(shown)
    if isinstance(shown, Text):
        cleaned = safe(shown.plain)
        return shown if cleaned == shown.plain else Text(cleaned, style=shown.style)
    if isinstance(shown, Table):
        shown.title = _safe(shown.title)
        for column in shown.columns:
            column.header, column.footer = _safe(column.header), _safe(column.footer)
            column._cells = [_safe(cell) for cell in column._cells]
    return shown
