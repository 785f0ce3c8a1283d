"""`context-inspector info PATH`: what is inside a source, as tables or as the JSON contract."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from inspector.cli.parsing import add_source_arguments, describe

if TYPE_CHECKING:
    from inspector.sources.base import Source

NAME = "info"
HELP = "what is inside a capture or database, as a table or as JSON"


def configure(parser: argparse.ArgumentParser) -> None:
    """Arguments of `info`."""
    describe(
        parser,
        "Say what is inside PATH: topics or runs, messages, tool outputs by tool and bytes, envelopes, blobs, "
        "folds, tokens and what the provider read from its cache. Unknown figures are shown as unknown, never as 0.",
        (
            (".devtools/generations.json", "a table of every request of a capture"),
            ("~/.claude", "every session in a folder, newest first"),
            ("~/userdata --json", "everything about a database, for scripts"),
            ("cherrystudio.sqlite --blobs ~/backup/Files", "blobs that lie elsewhere"),
        ),
    )
    add_source_arguments(parser)
    parser.add_argument("--json", action="store_true", help="print JSON instead of tables")
    parser.add_argument("--all", action="store_true", help="list every request, also of a large capture")
    parser.add_argument(
        "--losing-folds",
        action="store_true",
        help="of a folder of sessions only those whose folds cost more than they saved",
    )
    parser.add_argument(
        "--now",
        metavar="MS",
        type=int,
        help="the time (ms since 1970) by which garbage collection is judged; default: now",
    )
    parser.add_argument(
        "--userdata",
        metavar="PATH",
        help="where the application itself kept its data, since markers show that path",
    )


def run(options: argparse.Namespace) -> int:
    """Open, take stock, print."""
    from inspector.cli.output import write_json
    from inspector.cli.sources import opened
    from inspector.sources.base import Trait

    with opened(options, library=True) as source:
        if Trait.SESSIONS in source.traits:
            from inspector.cli.library import show_library

            return show_library(source, options)
        facts = _inventory(source, options)
        if options.json:
            write_json(facts)
        else:
            from inspector.cli.info_tables import print_tables

            print_tables(source, facts, whole=options.all)
    return 0


def _inventory(source: Source, options: argparse.Namespace) -> dict[str, object]:
    from inspector.sources.row_store import row_store

    store = row_store(source)
    if store is None:
        from inspector.analysis.inventory.requests import inventory as request_inventory

        return request_inventory(source)
    from inspector.analysis.inventory.conversation_db import inventory as row_inventory

    return row_inventory(store, now_ms=options.now, userdata=options.userdata)
