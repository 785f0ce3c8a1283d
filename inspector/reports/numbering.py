"""Requests in reports are counted from 1, as the window counts them; indexes are for machines."""

from __future__ import annotations

from dataclasses import replace

from inspector.reports.tables import Column, Table


def numbered(table: Table) -> Table:
    """The table with its column `index` as `request`, counted from 1."""
    at = next((n for n, column in enumerate(table.columns) if column.name == "index"), None)
    if at is None:
        return table
    columns = (*table.columns[:at], Column("request", "request"), *table.columns[at + 1 :])
    rows = tuple(
        (*row[:at], value + 1 if isinstance(value := row[at], int) else value, *row[at + 1 :])
        for row in table.rows
    )
    return replace(table, columns=columns, rows=rows)
