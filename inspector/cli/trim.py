"""`context-inspector trim PATH`: what both trims would do to every tool output of a database."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING

from inspector.cli.parsing import add_source_arguments, describe

if TYPE_CHECKING:
    from inspector.analysis.trim_lanes import PartLanes
    from inspector.pipeline.trim_record import TrimRecord

NAME = "trim"
HELP = "what the in-flight and the storage trim would do to each tool output of a database"


def configure(parser: argparse.ArgumentParser) -> None:
    """Arguments of `trim`."""
    describe(
        parser,
        "Run both trims over every finished tool output: the one that shortens a prompt before it is sent, and the one "
        "that keeps long outputs out of the database; say what each saves, why an output stays, and where the two "
        "would not leave the same bytes, so that the provider's cache breaks. Nothing is changed.",
        (
            ("~/userdata", "with the threshold that the database's own settings say"),
            ("~/userdata --threshold 5000 --threshold 50000", "two thresholds one after the other"),
            (
                "~/userdata --threshold 50000 --window 128000",
                "with the cap that a model's window puts in flight",
            ),
            ("cherrystudio.sqlite --json", "the same for scripts"),
        ),
    )
    add_source_arguments(parser)
    parser.add_argument(
        "--threshold",
        metavar="CHARS",
        type=int,
        action="append",
        help="outputs longer than this (UTF-16 units) are trimmed; may be repeated; default: the database's setting",
    )
    parser.add_argument(
        "--window", metavar="TOKENS", type=int, help="the model's context window, which caps in flight"
    )
    parser.add_argument(
        "--userdata",
        metavar="PATH",
        help="where the application itself kept its data, since markers show that path",
    )
    parser.add_argument("--json", action="store_true", help="print JSON instead of tables")


def run(options: argparse.Namespace) -> int:
    """Run both lanes at each threshold and print."""
    from inspector.analysis.trim_lanes import LaneSettings, trim_lanes
    from inspector.cli.databases import configured_threshold, open_database
    from inspector.pipeline.compaction.window import resolve_in_flight_threshold
    from inspector.pipeline.tool_registry import load_registry

    facts = []
    with open_database(options, NAME) as source:
        userdata = options.userdata or str(source.path.parent.parent)
        for threshold in options.threshold or [configured_threshold(source)]:
            in_flight = int(resolve_in_flight_threshold(threshold, options.window))
            settings = LaneSettings(threshold, in_flight, load_registry(), userdata)
            lanes = list(trim_lanes(source, settings))
            if options.json:
                facts.append(_facts(lanes, settings.storage, settings.in_flight))
            else:
                _print(lanes, settings.storage, settings.in_flight)
    if options.json:
        from inspector.cli.output import write_json

        write_json(facts)
    return 0


def _facts(lanes: Sequence[PartLanes], storage: int, in_flight: int) -> dict[str, object]:
    return {
        "threshold": storage,
        "in_flight_threshold": in_flight,
        "parts": [
            {
                "message": part.message_id,
                "topic": part.topic_id,
                "part": part.part,
                "tool": part.tool_name,
                "drift": part.drift.value,
                "in_flight": [_record(record) for record in part.in_flight],
                "storage": [_record(record) for record in part.storage],
            }
            for part in lanes
        ],
        "tools": {
            tool: {"parts": n, "in_flight": sent, "storage": kept} for tool, n, sent, kept in _by_tool(lanes)
        },
        "saved": {"in_flight": _saved(lanes, "in_flight"), "storage": _saved(lanes, "storage")},
    }


def _record(record: TrimRecord) -> dict[str, object]:
    return {
        "key": record.key,
        "outcome": record.outcome.value,
        "reason": record.reason.value if record.reason else None,
        "chars_before": record.chars_before,
        "chars_after": record.chars_after,
        "place": record.place,
    }


def _print(lanes: Sequence[PartLanes], storage: int, in_flight: int) -> None:
    from inspector.cli.figures import count
    from inspector.cli.info_tables import print_table

    capped = f", {count(in_flight)} in flight" if in_flight != storage else ""
    print_table(
        f"Threshold {count(storage)}{capped} (characters)",
        ("message", ">part", "tool", "in flight", ">saved", "stored", ">saved", "drift"),
        (
            (
                part.message_id,
                str(part.part),
                part.tool_name,
                _lane(part.in_flight),
                count(_chars_saved(part.in_flight)),
                _lane(part.storage),
                count(_chars_saved(part.storage)),
                part.drift.value,
            )
            for part in lanes
        ),
    )
    rows = [(tool, count(n), count(sent), count(kept)) for tool, n, sent, kept in _by_tool(lanes)]
    total = ("total", count(len(lanes)), count(_saved(lanes, "in_flight")), count(_saved(lanes, "storage")))
    print_table("Saving per tool", ("tool", ">parts", ">in flight", ">storage"), [*rows, total])


def _lane(records: Sequence[TrimRecord]) -> str:
    """What became of an output: its outcomes, and of those kept the reason."""
    words = [record.reason.value if record.reason else record.outcome.value for record in records]
    counts = {word: words.count(word) for word in dict.fromkeys(words)}
    return (
        ", ".join(word if count == 1 else f"{count} {word}" for word, count in counts.items()) or "not sent"
    )


def _by_tool(lanes: Sequence[PartLanes]) -> list[tuple[str, int, int, int]]:
    """(tool, parts, saved in flight, saved in storage), the most saving first."""
    names = dict.fromkeys(part.tool_name for part in lanes)
    rows = []
    for name in names:
        own = [part for part in lanes if part.tool_name == name]
        rows.append((name, len(own), _saved(own, "in_flight"), _saved(own, "storage")))
    return sorted(rows, key=lambda row: (-row[3], -row[2], row[0]))


def _saved(lanes: Sequence[PartLanes], lane: str) -> int:
    return sum(_chars_saved(getattr(part, lane)) for part in lanes)


def _chars_saved(records: Sequence[TrimRecord]) -> int:
    return sum(record.saved for record in records)
