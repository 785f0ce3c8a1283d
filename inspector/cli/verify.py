"""`context-inspector verify PATH`: whether every text that was moved out of the messages can still be read."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from inspector.cli.parsing import add_source_arguments, describe

if TYPE_CHECKING:
    from inspector.store.verification import Verification

NAME = "verify"
HELP = "check every envelope and blob of a database, byte by byte"


def configure(parser: argparse.ArgumentParser) -> None:
    """Arguments of `verify`."""
    describe(
        parser,
        "Read every blob and compare it with its row (size, hash) and with the envelope that points to it (name, "
        "length, lines, head, tail); check that a reference protects it from collection; check the database's own "
        "pages. Exit code 1 when anything is wrong.",
        (
            ("~/userdata", "what is wrong, as a table"),
            ("cherrystudio.sqlite --blobs ~/backup/Files", "against another blob folder"),
            ("~/userdata --json", "the same for scripts"),
        ),
    )
    add_source_arguments(parser)
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")


def run(options: argparse.Namespace) -> int:
    """Check and print."""
    from inspector.cli.sources import open_database, terminal_progress
    from inspector.store.verification import verify_source

    with open_database(options, NAME) as source, terminal_progress() as progress:
        damage = source.verify()
        found = verify_source(source, progress)
    if options.json:
        from inspector.cli.output import write_json

        write_json(_facts(found, damage))
    else:
        _print(found, damage)
    return 1 if found.flaws or damage else 0


def _facts(found: Verification, damage: str | None) -> dict[str, object]:
    return {
        "database": damage or "ok",
        "envelopes": found.envelopes,
        "refs": found.refs,
        "other_entries": found.other_entries,
        "flaws": [
            {
                "kind": flaw.kind.value,
                "message": flaw.message_id,
                "tool": flaw.tool_name,
                "key": flaw.key,
                "entry": flaw.entry_id,
                "detail": flaw.detail,
            }
            for flaw in found.flaws
        ],
    }


def _print(found: Verification, damage: str | None) -> None:
    from inspector.cli.output import write_line

    for flaw in found.flaws:
        text = f"{flaw.tool_name}{flaw.key and ' ' + flaw.key}".strip()
        where = f"message {flaw.message_id} ({text}), " if flaw.message_id else ""
        write_line(f"{flaw.kind.value:<13}  {where}blob {flaw.entry_id or '?'}  {flaw.detail}".rstrip())
    if damage:
        write_line(f"The database itself is damaged: {damage}")
    write_line(
        f"{found.envelopes} envelopes with {found.refs} texts and {found.other_entries} other files checked, "
        f"{len(found.flaws)} flaws."
    )
