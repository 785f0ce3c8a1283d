"""Results of `replay`, `compare` and `sweep` on the terminal, or as JSON, CSV, Markdown and HTML."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from rich.table import Table as RichTable

    from inspector.reports.tables import Table

_ANY_WIDTH: Final = 10_000
_NARROWEST_TEXT: Final = 12


def write_result(
    options: argparse.Namespace,
    title: str,
    tables: Sequence[Table],
    *,
    plain: Callable[[], object],
    rows: Callable[[], Table],
) -> None:
    """Print a result in the chosen format; `plain` gives its JSON value, `rows` the one table of its CSV."""
    from inspector.cli.output import safe, safe_tables, write_document, write_json
    from inspector.reports.tables import to_csv, to_html, to_markdown

    if options.format is None:
        print_tables(tables)
    elif options.format == "json":
        write_json(plain())
    elif options.format == "csv":
        write_document(to_csv(*safe_tables([rows()])))
    elif options.format == "md":
        write_document(to_markdown(safe(title), safe_tables(list(tables))))
    else:
        write_document(to_html(safe(title), safe_tables(list(tables))))


def print_tables(tables: Sequence[Table]) -> None:
    """Tables on the terminal; figures are never cut, and piped rows stay on one line for grep and diff."""
    from rich.text import Text

    from inspector.cli.output import console

    out = console()
    screen = out.width if out.is_terminal else _ANY_WIDTH
    for table in tables:
        rich, least = _rich(table.condensed())
        # Rather rows that the terminal wraps than figures that lost their last digits.
        out.width = screen if least <= screen else _ANY_WIDTH
        out.print(Text(table.title, style="bold underline"))
        out.print(rich)
        out.width = screen
        for note in table.notes:
            out.print(Text(note, style="dim"))
        out.print()


def _rich(table: Table) -> tuple[RichTable, int]:
    """The table for rich, and the width below which its figures would be cut."""
    from rich.cells import cell_len
    from rich.table import Table as RichTable
    from rich.text import Text

    from inspector.reports.tables import texts

    rich, least = RichTable(box=None, header_style="bold", pad_edge=False), 0
    rows = texts(table)
    for index, column in enumerate(table.columns):
        right = table.is_numeric(index)
        widest = max([cell_len(row[index]) for row in rows], default=0)
        words = max(map(cell_len, column.title.split()), default=0)
        narrowest = max(widest if right else min(widest, _NARROWEST_TEXT), words)
        least += narrowest + 2
        rich.add_column(
            column.title, justify="right" if right else "left", min_width=narrowest, overflow="fold"
        )
    for row in rows:
        rich.add_row(*map(Text, row))
    return rich, least
