"""`context-inspector backfill DB --out COPY`: trim a copy of a database as the application would have done."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from inspector.cli.output import write_error
from inspector.cli.parsing import PROGRAM, add_source_arguments, describe, whole_number
from inspector.model.problems import Problem, register_templates

if TYPE_CHECKING:
    from inspector.sources.base import Progress
    from inspector.sources.conversation_db import ConversationDbSource
    from inspector.store.backfill import BackfillReport

NAME = "backfill"
HELP = "move long tool outputs of old messages out of a copy of a database"

register_templates({"out-missing": "--write needs --out FOLDER, a new folder for the copy."})


def configure(parser: argparse.ArgumentParser) -> None:
    """Arguments of `backfill`."""
    describe(
        parser,
        "Say what trimming old messages would save. With --write, make a copy of the database and its blobs in COPY, "
        "trim it, then read every envelope back and compare it with the original, which is never changed. An "
        "interrupted run goes on when it is started again. Exit code 1 when the copy does not give everything back.",
        (
            ("~/userdata", "what it would save (nothing is written)"),
            ("~/userdata --out ~/copy --write", "make the copy"),
            ("~/userdata --threshold 5000 --json", "another threshold, for scripts"),
        ),
    )
    add_source_arguments(parser)
    parser.add_argument("--out", metavar="COPY", type=Path, help="user-data folder to make; must be new")
    parser.add_argument("--write", action="store_true", help="do it; without this nothing is written")
    parser.add_argument(
        "--threshold",
        metavar="CHARS",
        type=whole_number(0),
        help="outputs longer than this (UTF-16 units) are moved out; default: the database's setting",
    )
    parser.add_argument("--json", action="store_true", help="print JSON instead of tables")


def run(options: argparse.Namespace) -> int:
    """Plan, or copy, trim and compare; print."""
    from inspector.cli.sources import open_database, terminal_progress
    from inspector.replay.recorded_settings import recorded_threshold

    if options.write and options.out is None:
        raise Problem("out-missing")
    with open_database(options, NAME) as source, terminal_progress() as progress:
        threshold = recorded_threshold(source) if options.threshold is None else options.threshold
        work = _write if options.write else _rehearse
        report = work(source, threshold, options.out, progress)
    if options.json:
        from inspector.cli.output import write_json

        write_json(_facts(report))
    else:
        _print(report, options.out)
    return 1 if report.differences else 0


def _rehearse(
    source: ConversationDbSource, threshold: int, _out: Path | None, progress: Progress
) -> BackfillReport:
    from inspector.pipeline.tool_registry import load_registry
    from inspector.store.backfill import rehearse
    from inspector.store.copy_folder import check_schema

    try:
        check_schema(source)
    except Problem as problem:
        # The figures are true all the same; who wants to write will have to do what it says first.
        write_error(f"{PROGRAM}: {problem}")
    return rehearse(source, threshold, registry=load_registry(), progress=progress)


def _write(source: ConversationDbSource, threshold: int, out: Path, progress: Progress) -> BackfillReport:
    from sqlalchemy.exc import OperationalError

    from inspector.pipeline.tool_registry import load_registry
    from inspector.store.backfill import backfill
    from inspector.store.copy_folder import CopyFolder

    try:
        copy = CopyFolder.open(out, source, threshold)
        return backfill(source, copy, registry=load_registry(), progress=progress)
    except (OSError, OperationalError) as error:
        cause = error.orig if isinstance(error, OperationalError) else error.strerror
        raise Problem("write-failed", {"path": str(out), "found": str(cause)}) from error


def _facts(report: BackfillReport) -> dict[str, object]:
    return {
        "written": report.written,
        "threshold": report.threshold,
        "data_bytes_saved": report.bytes_saved,
        "new_blobs": report.new_blobs,
        "new_blob_bytes": report.new_blob_bytes,
        "already_done": report.already_done,
        "messages": [
            {
                "message": message.message_id,
                "topic": message.topic_id,
                "parts_trimmed": message.parts,
                "parts_kept": message.kept,
                "bytes_saved": message.bytes_saved,
            }
            for message in report.messages
        ],
        "checked_envelopes": report.checked_envelopes,
        "differences": [
            {"message": difference.message_id, "what": difference.what} for difference in report.differences
        ],
    }


def _print(report: BackfillReport, out: Path | None) -> None:
    from inspector.cli.figures import count, size
    from inspector.cli.info_tables import print_table
    from inspector.cli.output import write_line

    print_table(
        f"Messages with outputs over {count(report.threshold)} characters",
        ("message", "topic", ">trimmed", ">left whole", ">saved"),
        (
            (
                message.message_id,
                message.topic_id,
                str(message.parts),
                str(message.kept),
                size(message.bytes_saved),
            )
            for message in report.messages
        ),
    )
    verb = "saved" if report.written else "would save"
    write_line(
        f"{len(report.messages)} messages {verb} {size(report.bytes_saved)}; "
        f"{report.new_blobs} new blobs of {size(report.new_blob_bytes)}."
    )
    if any(message.kept for message in report.messages):
        write_line("Left whole: outputs that an envelope could not give back to the byte.")
    if not report.written:
        write_line("Nothing was written; add --out COPY --write to make the copy.")
        return
    if report.already_done:
        write_line(f"{report.already_done} messages had been done by an earlier run.")
    for difference in report.differences:
        write_line(f"differs: {difference.message_id}  {difference.what}")
    answer = "everything comes back" if not report.differences else f"{len(report.differences)} differences"
    write_line(f"{out}: {report.checked_envelopes} envelopes read back and compared, {answer}.")
