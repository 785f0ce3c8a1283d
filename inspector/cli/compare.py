"""`context-inspector compare PATH`: one session under two settings, side by side."""

from __future__ import annotations

import argparse
from typing import Any

from inspector.cli.parsing import add_source_arguments, describe
from inspector.cli.replay_options import (
    add_common_options,
    add_conversation_option,
    add_list_option,
    parse_side,
)
from inspector.cli.replay_output import write_result

NAME = "compare"
HELP = "one session under two settings: what differs in each request and in total"

_SHOWN = 20


def configure(parser: argparse.ArgumentParser) -> None:
    """Arguments of `compare`."""
    describe(
        parser,
        "Replay a session under two settings and list what differs: tokens, trimmed outputs, folds, what the "
        "summariser reads, what the database keeps, how much of each prompt repeats the last, and which facts "
        "survive. A side is a preset, a settings file, or assignments; assignments may follow either of the others.",
        (
            (
                "~/userdata --b truncate_threshold=20000",
                "the session's own settings against another threshold",
            ),
            (".devtools --a reference-defaults --b before-the-codecs", "two presets"),
            (
                ".devtools --a test-profile --b test-profile,in_loop_memo=off --json",
                "what remembering a fold is worth",
            ),
        ),
    )
    add_source_arguments(parser)
    add_conversation_option(parser)
    sides = parser.add_argument_group("settings")
    sides.add_argument("--a", metavar="SETTINGS", default="recorded", help="first side (default: recorded)")
    sides.add_argument("--b", metavar="SETTINGS", required=True, help="second side")
    add_list_option(sides)
    add_common_options(parser)


def run(options: argparse.Namespace) -> int:
    """Replay both sides of every conversation chosen and print."""
    from inspector.cli.replay_runs import replay_sides
    from inspector.cli.sources import opened, terminal_progress
    from inspector.replay.compare import compare
    from inspector.reports.replay_tables import comparison_tables, difference_table
    from inspector.reports.tables import Column, Table, Value, stacked

    sides = [parse_side("a", options.a), parse_side("b", options.b)]
    tables: list[Table] = []
    rows: list[tuple[Value, Table]] = []
    plain: list[dict[str, Any]] = []
    limit = _SHOWN if options.format is None else None
    with terminal_progress() as progress, opened(options, progress) as source:
        for replayed in replay_sides(options, source, sides, progress):
            comparison = compare(*replayed.results)
            tables.extend(comparison_tables(comparison, replayed.title, limit))
            rows.append((replayed.title, difference_table(comparison, comparison.requests)))
            plain.extend(comparison.to_dict() if options.format == "json" else [])
    write_result(
        options,
        f"{options.a} against {options.b}",
        tables,
        plain=lambda: plain,
        rows=lambda: stacked(Column("conversation", "conversation"), rows),
    )
    return 0
