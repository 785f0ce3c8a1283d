"""A report as Markdown, CSV and JSON."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from inspector.reports.model import MEANINGS, Figure, Report, Section
from inspector.reports.tables import Column, Table, csv_cell, markdown_table, markdown_text, shown


def to_markdown(report: Report) -> str:
    """A Markdown document with the tables of the page; charts are left to the page."""
    blocks = [f"# {markdown_text(report.title)}"]
    for one in report.conversations:
        blocks.append(f"**{markdown_text(one.title)}**: {markdown_text(one.verdict)}")
        if one.facts is not None:
            blocks.append(markdown_table(one.facts, level=4))
    blocks.append("\n".join(f"- **{name}**: {markdown_text(text)}" for name, text in all_facts(report)))
    blocks += [f"> {markdown_text(notice)}" for notice in report.notices]
    marks = [f"- *{rests}*: {markdown_text(meaning)}" for rests, meaning in MEANINGS.items()]
    blocks.append("\n".join(marks if report.stand_ins else marks[:-1]))
    for section in report.sections:
        blocks += _section(section)
    for one in report.conversations:
        blocks += (f"## {markdown_text(one.title)}", f"Conversation {markdown_text(one.id)}")
        blocks.append(markdown_table(one.settings, level=3))
        for section in one.sections:
            blocks += _section(section)
    return "\n\n".join(blocks) + "\n"


def _section(section: Section) -> Iterator[str]:
    marks = f" ({', '.join(section.rests)})" if section.rests else ""
    yield f"### {markdown_text(section.title)}{marks}"
    if section.text:
        yield markdown_text(section.text)
    if section.figures:
        yield "\n".join(f"- {_figure(figure)}" for figure in section.figures)
    for table in section.tables:
        yield markdown_table(table, level=4)


def _figure(figure: Figure) -> str:
    unit = "%" if figure.unit == "%" else ""
    values = [shown(value, unit) for value in (figure.before, figure.value)]
    text = values[1] if figure.before is None else " → ".join(values)
    return f"{markdown_text(figure.name)}: **{markdown_text(text)}** (*{figure.rests}*)"


def to_csv(report: Report) -> str:
    """All tables one below the other; a header's first cell is `table`, those of its rows name the table."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    for table in _tables(report):
        writer.writerow(["table", *(column.name for column in table.columns)])
        writer.writerows([csv_cell(table.title), *map(csv_cell, row)] for row in table.rows)
    return out.getvalue()


def _tables(report: Report) -> Iterator[Table]:
    facts = (Column("name", ""), Column("value", ""))
    yield Table("report", facts, all_facts(report))
    titles = tuple((one.id, one.title, one.verdict) for one in report.conversations)
    heads = (Column("conversation", ""), Column("title", ""), Column("verdict", ""))
    yield Table("conversations", heads, titles)
    for one in report.conversations:
        if one.facts is not None:
            yield _of(one.id, "facts", one.facts)
    for section in report.sections:
        yield from _section_tables("source", section, "")
    for one in report.conversations:
        yield _of(one.id, "settings", one.settings)
        for section in one.sections:
            yield from _section_tables(section.id, section, one.id)


def _section_tables(name: str, section: Section, conversation: str) -> Iterator[Table]:
    if section.figures:
        yield _of(conversation, f"{name}.figures", _figures(section))
    for number, table in enumerate(section.tables):
        yield _of(conversation, name if not number else f"{name}.{number + 1}", table)


def _of(conversation: str, name: str, table: Table) -> Table:
    """A table under a name, every row led by the conversation it is about."""
    rows = tuple((conversation, *row) for row in table.rows)
    return replace(table, title=name, columns=(Column("conversation", ""), *table.columns), rows=rows)


def _figures(section: Section) -> Table:
    columns = (Column("figure", ""), Column("value", ""), Column("before", ""), Column("rests_on", ""))
    rows = tuple((figure.name, figure.value, figure.before, figure.rests.value) for figure in section.figures)
    return Table("", columns, rows)


def to_json(report: Report) -> str:
    """Everything for machines: facts, settings as tables, and every section's data."""
    return json.dumps(report_dict(report), ensure_ascii=False, indent=2) + "\n"


def report_dict(report: Report) -> dict[str, Any]:
    """The JSON value of a report."""
    return {
        "title": report.title,
        "facts": dict(report.facts),
        "redacted": None if report.redacted is None else dict(report.redacted),
        "rests_on_stand_in": report.stand_ins,
        "notices": list(report.notices),
        "sections": {section.id: _section_dict(section) for section in report.sections},
        "conversations": [
            {
                "id": one.id,
                "title": one.title,
                "verdict": one.verdict,
                "facts": [] if one.facts is None else _row_dicts(one.facts),
                "settings": _row_dicts(one.settings),
                "sections": {section.id: _section_dict(section) for section in one.sections},
            }
            for one in report.conversations
        ],
    }


def _row_dicts(table: Table) -> list[dict[str, Any]]:
    names = [column.name for column in table.columns]
    return [dict(zip(names, row, strict=True)) for row in table.rows]


def _section_dict(section: Section) -> dict[str, Any]:
    return {
        "rests_on": list(section.rests),
        "figures": [_figure_dict(figure) for figure in section.figures],
        "data": section.data,
    }


def _figure_dict(figure: Figure) -> dict[str, Any]:
    return {
        "name": figure.name,
        "value": figure.value,
        "before": figure.before,
        "unit": figure.unit,
        "rests_on": figure.rests.value,
    }


def all_facts(report: Report) -> tuple[tuple[str, str], ...]:
    """The report's facts, what was redacted among them."""
    if report.redacted is None:
        redacted = "not taken out, as was asked for"
    else:
        counted = ", ".join(f"{count} × {kind}" for kind, count in report.redacted.items())
        redacted = f"taken out: {counted}" if counted else "none found"
    return (*report.facts, ("Secrets", redacted))
