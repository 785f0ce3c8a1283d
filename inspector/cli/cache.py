"""`context-inspector cache PATH`: why each request did or did not read its prefix from the provider's cache."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from inspector.cli.parsing import add_source_arguments, describe
from inspector.model.problems import Problem, register_templates

if TYPE_CHECKING:
    from inspector.analysis.cost.prices import PriceTable
    from inspector.analysis.prefix.report import PrefixReport
    from inspector.sources.base import Source

NAME = "cache"
HELP = "prefix-cache hits per request, measured and predicted, with the cause of every miss"

register_templates({"bad-ratio": "--fail-under {value}: expected a ratio between 0 and 1, such as 0.9."})


def configure(parser: argparse.ArgumentParser) -> None:
    """Arguments of `cache`."""
    describe(
        parser,
        "Compare every request with the one before it and say what the provider read from its prefix cache "
        "(measured), what it should have read by its published rules (predicted), and why the prefix broke. "
        "A database records no prompts: there the predictions rest on prompts replayed under its own settings.",
        (
            (".devtools/generations.json", "a table of every request and the costliest breaks"),
            (".devtools --json", "the same for scripts"),
            (
                ".devtools --fail-under 0.9",
                "exit code 1 when less than 90 % of the prompt came from the cache",
            ),
        ),
    )
    add_source_arguments(parser)
    parser.add_argument("--conversation", metavar="ID", help="only this conversation, by id or title")
    parser.add_argument("--json", action="store_true", help="print JSON instead of tables")
    parser.add_argument(
        "--fail-under",
        metavar="RATIO",
        type=float,
        help="exit with 1 when the measured hit ratio of what is shown is below RATIO (or unknown)",
    )


def run(options: argparse.Namespace) -> int:
    """Analyse, print, judge."""
    from inspector.analysis.cost.prices import prices_of
    from inspector.analysis.prefix.replayed import analyse_source
    from inspector.cli.cache_tables import print_report
    from inspector.cli.output import write_json
    from inspector.cli.sources import opened
    from inspector.replay.engine import conversation_ids

    threshold: float | None = options.fail_under
    if threshold is not None and not 0 <= threshold <= 1:
        raise Problem("bad-ratio", {"value": str(threshold)})
    with opened(options) as source:
        wanted = None if options.conversation is None else conversation_ids(source, options.conversation)[0]
        report, prices = analyse_source(source, conversation_id=wanted), prices_of(source)
        if options.json:
            write_json(_contract(source, report, prices))
        else:
            print_report(report, prices, {one.id: one.title for one in source.conversations()})
    ratio = report.measured.hit_ratio
    return 0 if threshold is None or (ratio is not None and ratio >= threshold) else 1


def _contract(source: Source, report: PrefixReport, prices: PriceTable) -> dict[str, Any]:
    """Requests, totals and sums of every conversation, then of all together."""
    from inspector.analysis.prefix.to_json import report_dict
    from inspector.reports.contracts import contract

    titles = {one.id: one.title for one in source.conversations()}
    whole = report_dict(report, prices)
    conversations = [
        {"id": name, "title": titles.get(name, ""), **report_dict(report.only(name), prices)}
        for name in dict.fromkeys(verdict.record.conversation_id for verdict in report.verdicts)
    ]
    return contract("cache", conversations, totals=whole["totals"], sums=whole["sums"])
