"""`context-inspector report PATH -o FILE`: what a session sent, folded and cached, as a file to send round."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Final

from inspector.cli.parsing import PROGRAM, add_source_arguments, describe
from inspector.cli.replay_options import (
    add_conversation_option,
    add_probe_option,
    add_settings_options,
    conversations_of,
    probes_of,
    side_of,
)

if TYPE_CHECKING:
    from inspector.reports.build import ReportOrder
    from inspector.reports.model import Report
    from inspector.sources.base import Source

NAME = "report"
HELP = "write a report of a session: HTML, Markdown, CSV or JSON, secrets taken out"

_TOPICS: Final = ("requests", "comparison", "storage", "cache", "cost", "findings")


def configure(parser: argparse.ArgumentParser) -> None:
    """Arguments of `report`."""
    describe(
        parser,
        "Write a report of one or all conversations: settings, findings, requests before and after, what other "
        "settings would change, what the database keeps, the provider's prefix cache and cost. Measured, computed and "
        "predicted figures are told apart, and what rests on a stand-in is marked. Keys, tokens, mail addresses and "
        "home folders are taken out unless you say --no-redact. Nothing is written beside the source.",
        (
            (".devtools/generations.json -o report.html", "a page that needs nothing else"),
            ("~/userdata --topic 'LFP vs NMC' -o lfp.md", "one topic as Markdown"),
            (
                "~/userdata --set truncate_threshold=20000 -o report.html",
                "its own settings against another threshold",
            ),
            (".devtools --only cache --only cost -o cache.csv", "some sections, as a table"),
        ),
    )
    add_source_arguments(parser)
    parser.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        type=Path,
        required=True,
        help="file to write; its ending says the format: .html, .md, .csv or .json",
    )
    add_conversation_option(parser)
    parser.add_argument(
        "--only",
        metavar="SECTION",
        action="append",
        choices=_TOPICS,
        help=f"only this section; may be repeated: {', '.join(_TOPICS)}",
    )
    add_probe_option(parser)
    add_settings_options(parser)
    # The live summariser is left to the other commands: a report is made without asking anybody.
    parser.set_defaults(live_url=None)


def run(options: argparse.Namespace) -> int:
    """Check the place, make the report, write it, and say what was taken out."""
    from inspector.cli.output import write_error
    from inspector.cli.sources import opened, terminal_progress
    from inspector.model.outputs import check_output
    from inspector.reports.build import build_report
    from inspector.reports.write import format_of, write_report

    form = format_of(options.output)
    side_of(options)
    with terminal_progress() as progress, opened(options, progress) as source:
        check_output(options.output)
        report = build_report(source, _order(options, source), progress)
    write_report(report, options.output, form=form)
    write_error(f"{PROGRAM}: wrote {options.output}; {_redaction(report)}")
    return 0


def _order(options: argparse.Namespace, source: Source) -> ReportOrder:
    from inspector.reports.build import ALL_TOPICS, ReportOrder
    from inspector.reports.model import Topic

    return ReportOrder(
        conversations=tuple(conversations_of(source, options.conversation)),
        settings=side_of(options).of,
        probes=tuple(probes_of(options)),
        topics=frozenset(map(Topic, options.only)) if options.only else ALL_TOPICS,
        redact=not options.no_redact,
    )


def _redaction(report: Report) -> str:
    if report.redacted is None:
        return "nothing was redacted"
    counted = ", ".join(f"{count} {kind}" for kind, count in report.redacted.items())
    return f"redacted: {counted}" if counted else "nothing had to be redacted"
