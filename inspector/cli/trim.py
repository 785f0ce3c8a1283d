"""`context-inspector trim PATH`: what the trims would do to every tool output of a database or a capture."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import TYPE_CHECKING

from inspector.cli.parsing import add_source_arguments, describe, whole_number

if TYPE_CHECKING:
    from inspector.cli.trim_tables import Trims
    from inspector.sources.base import Source
    from inspector.sources.row_store import RowStore

NAME = "trim"
HELP = "what the in-flight and the storage trim would do to each tool output"


def configure(parser: argparse.ArgumentParser) -> None:
    """Arguments of `trim`."""
    describe(
        parser,
        "Run both trims over every finished tool output: the one that shortens a prompt before it is sent, and the one "
        "that keeps long outputs out of the database; say what each saves, why an output stays, and where the two "
        "would not leave the same bytes, so that the provider's cache breaks. A capture's prompts have the first only; "
        "what was trimmed in them is put back before, where its blobs are found. Nothing is changed.",
        (
            ("~/userdata", "with the threshold that the database's own settings say"),
            ("~/userdata --threshold 5000 --threshold 50000", "two thresholds one after the other"),
            (
                "~/userdata --threshold 50000 --window 128000",
                "with the cap that a model's window puts in flight",
            ),
            (".devtools --threshold 5000", "what a capture's prompts would have held"),
            ("cherrystudio.sqlite --json", "the same for scripts"),
        ),
    )
    add_source_arguments(parser)
    parser.add_argument(
        "--threshold",
        metavar="CHARS",
        type=whole_number(0),
        action="append",
        help="outputs longer than this (UTF-16 units) are trimmed; may be repeated; default: the database's setting, "
        "for captures 50000",
    )
    parser.add_argument(
        "--window",
        metavar="TOKENS",
        type=whole_number(1),
        help="the model's context window, which caps in flight",
    )
    parser.add_argument(
        "--userdata",
        metavar="PATH",
        help="where the application itself kept its data, since markers show that path",
    )
    parser.add_argument("--json", action="store_true", help="print JSON instead of tables")


def run(options: argparse.Namespace) -> int:
    """Trim at each threshold and print."""
    from inspector.cli.output import write_json
    from inspector.cli.sources import opened
    from inspector.cli.trim_tables import facts_of, print_trims
    from inspector.sources.row_store import row_store

    with opened(options) as source:
        store = row_store(source)
        found = list(_of_prompts(source, options) if store is None else _of_rows(store, options))
    if options.json:
        write_json([facts_of(trims) for trims in found])
    else:
        for trims in found:
            print_trims(trims)
    return 0


def _of_rows(source: RowStore, options: argparse.Namespace) -> Iterator[Trims]:
    from inspector.analysis.trim_lanes import LaneSettings, trim_lanes
    from inspector.cli.trim_tables import ToolOutput, Trims
    from inspector.pipeline.tool_registry import load_registry
    from inspector.replay.recorded_settings import recorded_threshold

    userdata = options.userdata or str(source.path.parent.parent)
    for threshold in options.threshold or [recorded_threshold(source)]:
        settings = LaneSettings(threshold, _capped(threshold, options), load_registry(), userdata)
        yield Trims(
            threshold,
            settings.in_flight,
            ("in_flight", "storage"),
            [
                ToolOutput(
                    {"message": part.message_id, "topic": part.topic_id, "part": part.part},
                    part.tool_name,
                    {"in_flight": part.in_flight, "storage": part.storage},
                    part.drift.value,
                )
                for part in trim_lanes(source, settings)
            ],
        )


def _of_prompts(source: Source, options: argparse.Namespace) -> Iterator[Trims]:
    from inspector.analysis.prompt_trims import prompt_sessions, sent_parts
    from inspector.cli.trim_tables import ToolOutput, Trims
    from inspector.model.settings import ReplaySettings
    from inspector.pipeline.tool_registry import load_registry

    registry, sessions = load_registry(), list(prompt_sessions(source))
    folder = f"{options.userdata}/Data/Files" if options.userdata else None
    for threshold in options.threshold or [ReplaySettings().truncate_threshold]:
        in_flight = _capped(threshold, options)
        rows = [
            ToolOutput(
                {
                    "request": part.request,
                    "message": part.message,
                    "conversation": part.conversation_id,
                    "part": part.part,
                },
                part.tool_name,
                {"in_flight": part.in_flight},
            )
            for session in sessions
            for part in sent_parts(session, in_flight, registry=registry, folder=folder)
        ]
        notes = tuple(note for session in sessions for note in session.notes)
        yield Trims(threshold, in_flight, ("in_flight",), rows, notes)


def _capped(threshold: int, options: argparse.Namespace) -> int:
    from inspector.pipeline.compaction.window import resolve_in_flight_threshold

    return int(resolve_in_flight_threshold(threshold, options.window))
