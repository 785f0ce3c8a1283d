"""`context-inspector gc PATH`: what the application's garbage collector would do, without doing it."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from inspector.cli.parsing import add_source_arguments, describe

if TYPE_CHECKING:
    from inspector.analysis.inventory.gc import CollectionPlan

NAME = "gc"
HELP = "what a garbage collection of a database's blobs would remove (nothing is removed)"


def configure(parser: argparse.ArgumentParser) -> None:
    """Arguments of `gc`."""
    describe(
        parser,
        "Judge every blob of a database as the application's collector does: kept by hand, by a reference, by its "
        "age, or to be collected; and list files that no row knows. Nothing is changed.",
        (
            ("~/userdata", "what would go now"),
            ("~/userdata --now 1786800000000", "what would have gone then"),
            ("cherrystudio.sqlite --json", "the same for scripts"),
        ),
    )
    add_source_arguments(parser)
    parser.add_argument(
        "--now", metavar="MS", type=int, help="the time to judge by, ms since 1970; default: now"
    )
    parser.add_argument("--json", action="store_true", help="print JSON instead of tables")


def run(options: argparse.Namespace) -> int:
    """Judge and print."""
    from inspector.analysis.inventory.gc import collection_plan
    from inspector.cli.sources import open_database
    from inspector.model.timing import now_ms

    now = now_ms() if options.now is None else options.now
    with open_database(options, NAME) as source:
        plan = collection_plan(source, now)
    if options.json:
        from inspector.cli.output import write_json

        write_json(_facts(plan, now))
    else:
        _print(plan, now)
    return 0


def _facts(plan: CollectionPlan, now: int) -> dict[str, object]:
    sweep = plan.sweep
    return {
        "now_ms": now,
        "verdicts": plan.verdicts,
        "collectable": [
            {"id": entry.id, "name": entry.name, "size": entry.size, "created_at": entry.created_at}
            for entry in plan.collectable
        ],
        "bytes_collectable": plan.bytes_collectable,
        "passes": plan.passes,
        "sweep": None
        if sweep is None
        else {
            "orphans": list(sweep.orphans),
            "residue": list(sweep.residue),
            "spared": list(sweep.spared),
            "aborted": sweep.aborted,
        },
    }


def _print(plan: CollectionPlan, now: int) -> None:
    from inspector.cli import figures
    from inspector.cli.info_tables import print_table
    from inspector.cli.output import write_line

    print_table(
        "Entries", ("verdict", ">entries"), ((name, str(count)) for name, count in plan.verdicts.items())
    )
    print_table(
        f"To be collected in {_passes(plan.passes)}, {figures.size(plan.bytes_collectable)}",
        ("id", "name", ">size", "created", ">age"),
        (
            (
                entry.id,
                entry.name,
                figures.size(entry.size),
                figures.moment(entry.created_at),
                _age(entry.created_at, now),
            )
            for entry in plan.collectable
        ),
    )
    if plan.sweep is None:
        return
    rows = [(name, "orphan") for name in plan.sweep.orphans]
    rows += [(name, "broken write") for name in plan.sweep.residue]
    rows += [(name, "younger than 5 minutes, spared") for name in plan.sweep.spared]
    print_table("Files without a row", ("file", "what"), rows)
    if plan.sweep.aborted:
        write_line("The weekly sweep would remove more than half of the files, so it removes none.")


def _age(created_at: int | None, now: int) -> str:
    from inspector.cli.figures import UNKNOWN

    return UNKNOWN if created_at is None else f"{(now - created_at) / 3_600_000:.1f} h"


def _passes(count: int) -> str:
    return "1 pass" if count == 1 else f"{count} passes"
