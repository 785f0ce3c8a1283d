"""`info FOLDER`: the sessions in a folder, newest first, with what each cost and whether its folds paid."""

from __future__ import annotations

import argparse
import os
from typing import cast

from inspector.analysis.cost.library import EntryCost, entry_cost
from inspector.analysis.cost.prices import load_prices
from inspector.cli import figures
from inspector.cli.info_tables import print_table
from inspector.cli.output import console, write_json
from inspector.cli.sources import terminal_progress
from inspector.sources.base import Source
from inspector.sources.library.entries import LibraryEntry
from inspector.sources.library.source import LibrarySource

_Row = tuple[LibraryEntry, EntryCost]


def show_library(source: Source, options: argparse.Namespace) -> int:
    """Print the table or the JSON list."""
    library = cast(LibrarySource, source)
    with terminal_progress("sessions") as progress:
        entries = library.entries(progress)
    prices = load_prices()
    rows = [(entry, entry_cost(entry, prices)) for entry in entries]
    if options.losing_folds:
        rows = [row for row in rows if row[1].fold_balance is not None and row[1].fold_balance < 0]
    if options.json:
        write_json(
            {"kind": library.format, "path": str(library.path), "sessions": [_facts(*r) for r in rows]}
        )
        return 0
    console().print(f"{library.path}\nsessions: {len(rows)}\n", markup=False)
    columns = (
        "session",
        "title",
        "format",
        "last",
        ">size",
        ">requests",
        ">folds",
        ">tokens in",
        ">hit",
        ">cost",
    )
    print_table("Sessions", (*columns, ">folds saved"), [_cells(library, *row) for row in rows])
    return 0


def _cells(library: LibrarySource, entry: LibraryEntry, cost: EntryCost) -> tuple[str, ...]:
    return (
        figures.shorten(os.path.relpath(entry.path, library.path), 50),
        figures.shorten(entry.title, 40),
        entry.format,
        figures.moment(entry.updated_at),
        figures.size(entry.size),
        figures.count(len(entry.requests)),
        figures.count(entry.folds),
        figures.count(entry.usage.input),
        figures.share(entry.usage.hit_ratio),
        _money(cost.cost, cost.currency),
        _money(cost.fold_balance, cost.currency),
    )


def _money(amount: float | None, currency: str) -> str:
    return figures.UNKNOWN if amount is None else f"{amount:.4f} {currency}"


def _facts(entry: LibraryEntry, cost: EntryCost) -> dict[str, object]:
    return {
        "path": entry.path,
        "title": entry.title,
        "format": entry.format,
        "project": entry.project,
        "updated_at": entry.updated_at,
        "size": entry.size,
        "models": list(entry.models),
        "requests": len(entry.requests),
        "folds": entry.folds,
        "errors": entry.errors,
        "usage": entry.usage.to_dict(),
        "cost": cost.cost,
        "currency": cost.currency or None,
        "fold_balance": cost.fold_balance,
    }
