"""Tables as plain data, written as CSV, Markdown or a self-contained HTML page.

The command line prints the same tables, so that every format shows the same figures under the same names.
"""

from __future__ import annotations

import csv
import io
import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from inspector.model.figures import UNKNOWN, group, percent
from inspector.wire.visible import visible

Value: TypeAlias = str | int | float | bool | None
"""A cell; None = unknown."""


_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""A text that begins so would be run by a spreadsheet."""

_MARKUP: Final = re.compile(r"[\\`*_\[\]<|~]|&(?=#?\w+;)|^[#>]")
_LIST_START: Final = re.compile(r"^(?:[-+]|\d+[.)])(?=\s|$)")


@dataclass(frozen=True, slots=True)
class Column:
    """One column.

    Attributes:
        name: for machines (CSV header).
        title: for people; a line break may stand in it.
        unit: how figures are shown: "" as they are, "%" as a share of 1.
        optional: left out for people where it says nothing in any row.
    """

    name: str
    title: str
    unit: str = ""
    optional: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """A titled table.

    Attributes:
        title: what it is.
        columns: in order.
        rows: cells by column.
        notes: sentences below it.
    """

    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Value, ...], ...]
    notes: tuple[str, ...] = field(default=())

    def is_numeric(self, index: int) -> bool:
        """Whether a column holds figures, which stand to the right."""
        values = [row[index] for row in self.rows if row[index] is not None]
        return bool(values) and all(
            isinstance(value, int | float) and not isinstance(value, bool) for value in values
        )

    def condensed(self) -> Table:
        """The table as people read it: without optional columns in which every row is empty, 0 or unknown."""
        kept = [
            index
            for index, column in enumerate(self.columns)
            if not column.optional or any(row[index] for row in self.rows)
        ]
        columns = tuple(self.columns[index] for index in kept)
        rows = tuple(tuple(row[index] for index in kept) for row in self.rows)
        return Table(self.title, columns, rows, self.notes)


def shown(value: Value, unit: str = "") -> str:
    """A cell for people: thousands set apart, a dash for what is unknown."""
    if value is None:
        return UNKNOWN
    if isinstance(value, bool):
        return "yes" if value else "no"
    if unit == "%" and isinstance(value, int | float):
        return percent(value)
    if isinstance(value, int):
        return group(value)
    return f"{value:.2f}" if isinstance(value, float) else value


def stacked(column: Column, tables: Sequence[tuple[Value, Table]]) -> Table:
    """Tables of one kind under one header, told apart by a first column."""
    columns = max((table.columns for _, table in tables), key=len, default=())
    unknown: tuple[Value, ...] = (None,) * len(columns)
    rows = [(label, *row, *unknown[len(row) :]) for label, table in tables for row in table.rows]
    return Table(tables[0][1].title if tables else "", (column, *columns), tuple(rows))


def to_csv(table: Table) -> str:
    """The table under the names of its columns, for machines."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([column.name for column in table.columns])
    writer.writerows(map(csv_cell, row) for row in table.rows)
    return out.getvalue()


def csv_cell(value: Value) -> str | int | float:
    """A cell of a CSV file: "" for what is unknown or no number; what a spreadsheet would run is quoted."""
    if value is None or (isinstance(value, float) and not math.isfinite(value)):
        return ""
    if isinstance(value, str):
        return f"'{value}" if value.startswith(_FORMULA) else value
    return value


def to_markdown(title: str, tables: Iterable[Table]) -> str:
    """A Markdown document."""
    blocks = [f"# {markdown_text(title)}", *(markdown_table(table) for table in tables)]
    return "\n\n".join(blocks) + "\n"


def markdown_table(table: Table, *, level: int = 2) -> str:
    """A table as people read it, under a heading of a level."""
    table = table.condensed()
    numeric = [table.is_numeric(index) for index in range(len(table.columns))]
    lines = [
        f"{'#' * level} {markdown_text(table.title)}",
        "",
        _line(markdown_text(column.title) for column in table.columns),
        _line("---:" if right else "---" for right in numeric),
        *(_line(map(markdown_text, cells)) for cells in texts(table)),
    ]
    notes = [f"- {markdown_text(note)}" for note in table.notes]
    return "\n".join([*lines, *(["", *notes] if notes else [])])


def texts(table: Table) -> list[list[str]]:
    """Every cell as people read it."""
    units = [column.unit for column in table.columns]
    return [[shown(value, unit) for value, unit in zip(row, units, strict=True)] for row in table.rows]


def _line(cells: Iterable[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def markdown_text(text: str) -> str:
    """Text that no Markdown reader takes for a tag, link, picture, formula, list, a table's bar or a line break."""
    line = visible(re.sub(r"[\r\n\t]+", " ", text))
    marked = _MARKUP.sub(lambda found: f"\\{found[0]}", line)
    return _LIST_START.sub(lambda found: f"{found[0][:-1]}\\{found[0][-1]}", marked)


_PAGE: Final = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{{ title }}</title><style>
body { font: 13px/1.5 system-ui, sans-serif; color: #1b1f27; background: #f6f7f9; margin: 24px; }
table { border-collapse: collapse; background: #fff; margin: 8px 0 4px; font-variant-numeric: tabular-nums; }
th, td { border: 1px solid #e1e4ea; padding: 3px 8px; text-align: left; white-space: nowrap; }
td.n, th.n { text-align: right; } h2 { font-size: 15px; margin-top: 24px; } p { margin: 2px 0; color: #697182; }
@media (prefers-color-scheme: dark) {
  body { color: #e6e9ef; background: #15171c; } table { background: #1c1f26; }
  th, td { border-color: #2e333d; } p { color: #98a1b2; }
}
</style></head><body><h1>{{ title }}</h1>
{% for table, rows, numeric in tables %}<h2>{{ table.title }}</h2>
<table><thead><tr>{% for column in table.columns %}<th{% if numeric[loop.index0] %} class="n"{% endif %}>
{{- column.title }}</th>{% endfor %}</tr></thead><tbody>
{% for row in rows %}<tr>{% for cell in row %}<td{% if numeric[loop.index0] %} class="n"{% endif %}>
{{- cell }}</td>{% endfor %}</tr>
{% endfor %}</tbody></table>
{% for note in table.notes %}<p>{{ note }}</p>
{% endfor %}{% endfor %}</body></html>
"""


def to_html(title: str, tables: Sequence[Table]) -> str:
    """A page without references to anything outside it."""
    from jinja2 import Environment

    template = Environment(autoescape=True).from_string(_PAGE)
    described = [
        (table, texts(table), [table.is_numeric(index) for index in range(len(table.columns))])
        for table in (given.condensed() for given in tables)
    ]
    return template.render(title=title, tables=described)
