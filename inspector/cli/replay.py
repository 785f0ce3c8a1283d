"""`context-inspector replay PATH`: what would have been sent, folded and stored under other settings."""

from __future__ import annotations

import argparse
from typing import Any

from inspector.cli.parsing import add_source_arguments, describe
from inspector.cli.replay_options import (
    add_common_options,
    add_conversation_option,
    add_settings_options,
    side_of,
)
from inspector.cli.replay_output import write_result

NAME = "replay"
HELP = "run the context pipeline over a session under other settings"


def configure(parser: argparse.ArgumentParser) -> None:
    """Arguments of `replay`."""
    describe(
        parser,
        "Run the whole context pipeline over recorded conversations under any settings and tell what would have "
        "been sent: tokens before and after, what was trimmed, when history was folded and why not, how much of "
        "each prompt repeats the one before it, what the database would keep, and where facts survive.",
        (
            ("~/userdata", "every topic under its own settings"),
            (
                "~/userdata --topic 'LFP vs NMC' --set truncate_threshold=20000",
                "one topic, another threshold",
            ),
            (".devtools --preset test-profile --json", "a capture in a small window, for scripts"),
            ("~/userdata --prompts > prompts.json", "the prompts themselves"),
            (".devtools --probe price='60 $/kWh' --probe /cycle\\w+/", "where two facts survive"),
            ("--list-settings", "all settings with unit, default and range"),
        ),
    )
    add_source_arguments(parser)
    add_conversation_option(parser)
    add_settings_options(parser)
    add_common_options(parser)
    parser.add_argument(
        "--prompts",
        action="store_true",
        help="write every prompt as it would have been sent, with its cache marks (as JSON)",
    )


def run(options: argparse.Namespace) -> int:
    """Replay every conversation chosen and print."""
    from inspector.cli.replay_runs import replay_sides
    from inspector.cli.sources import opened, terminal_progress
    from inspector.reports.contracts import contract
    from inspector.reports.replay_tables import replay_tables, request_table
    from inspector.reports.tables import Column, Table, Value, stacked

    side = side_of(options)
    if options.prompts:
        options.format = "json"
    tables: list[Table] = []
    rows: list[tuple[Value, Table]] = []
    plain: list[dict[str, Any]] = []
    with terminal_progress() as progress, opened(options, progress) as source:
        for replayed in replay_sides(options, source, [side], progress):
            (result,) = replayed.results
            tables.extend(replay_tables(result, replayed.title))
            rows.append((replayed.title, request_table(result, replayed.title)))
            if options.format == "json":
                told = result.to_dict()
                if options.prompts:
                    for request, outcome in zip(told["requests"], result.requests, strict=True):
                        request["prompt"] = list(outcome.sent_prompt)
                plain.append({"id": replayed.id, "title": replayed.title, **told})
    write_result(
        options,
        f"Replay of {options.path}",
        tables,
        plain=lambda: contract("replay", plain),
        rows=lambda: stacked(Column("conversation", "conversation"), rows),
    )
    return 0
