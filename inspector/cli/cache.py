"""`context-inspector cache PATH`: why each request did or did not read its prefix from the provider's cache."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from inspector.cli.parsing import add_source_arguments, describe
from inspector.model.problems import Problem, register_templates

if TYPE_CHECKING:
    from inspector.analysis.cost.prices import PriceTable
    from inspector.analysis.prefix.regression import CacheHealth
    from inspector.analysis.prefix.report import PrefixReport
    from inspector.sources.base import Source

NAME = "cache"
HELP = "prefix-cache hits per request, measured and predicted, with the cause of every miss"

register_templates(
    {
        "bad-ratio": "--fail-under {value}: expected a ratio between 0 and 1, such as 0.9.",
        "no-baseline": "--fail-on-regression compares with a baseline: name one with --baseline FILE.",
        "bad-baseline": "--baseline {path}: {found}. Expected what `cache --json` of this version printed.",
    }
)
_AS_GOOD: Final = "not worse than the baseline"


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
            (
                ".devtools --baseline old.json --fail-on-regression",
                "exit code 1 when the cache does worse than in an earlier `--json`",
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
    parser.add_argument(
        "--tools", action="store_true", help="also what every tool declaration cost, never called ones first"
    )
    parser.add_argument(
        "--baseline",
        metavar="FILE",
        type=Path,
        help="compare with an earlier `cache --json`: hit ratio, tokens written per new token, new causes",
    )
    parser.add_argument(
        "--fail-on-regression",
        action="store_true",
        help="exit with 1 when something is worse than the baseline",
    )


def run(options: argparse.Namespace) -> int:
    """Analyse, print, judge."""
    from inspector.analysis.cost.prices import prices_of
    from inspector.analysis.prefix.regression import health_of, regressions
    from inspector.analysis.prefix.replayed import analyse_source
    from inspector.cli.cache_advice import print_advice, print_tools
    from inspector.cli.cache_tables import print_report
    from inspector.cli.output import write_json, write_line
    from inspector.cli.sources import opened
    from inspector.replay.engine import conversation_ids

    if options.fail_on_regression and options.baseline is None:
        raise Problem("no-baseline", {})
    before = None if options.baseline is None else _baseline(options.baseline)
    threshold: float | None = options.fail_under
    if threshold is not None and not 0 <= threshold <= 1:
        raise Problem("bad-ratio", {"value": str(threshold)})
    with opened(options) as source:
        wanted = None if options.conversation is None else conversation_ids(source, options.conversation)[0]
        report, prices = analyse_source(source, conversation_id=wanted), prices_of(source)
        health = health_of(report)
        worse = [] if before is None else regressions(before, health)
        if options.json:
            document = _contract(source, report, prices, tools=options.tools)
            write_json(document if before is None else {**document, "regressions": worse})
        else:
            print_report(report, prices, {one.id: one.title for one in source.conversations()})
            print_advice(report, prices)
            if options.tools:
                print_tools(source, report, prices)
            if before is not None:
                write_line("\n".join(f"worse than the baseline: {one}" for one in worse) or _AS_GOOD)
    ratio = report.measured.hit_ratio
    failed = threshold is not None and (ratio is None or ratio < threshold)
    return int(failed or (options.fail_on_regression and bool(worse)))


def _baseline(path: Path) -> CacheHealth:
    """The health in a baseline; raises `Problem("bad-baseline")`."""
    from inspector.analysis.prefix.regression import health_from

    try:
        found = health_from(json.loads(path.read_text(encoding="utf-8")))
    except OSError as error:
        raise Problem("bad-baseline", {"path": str(path), "found": error.strerror or str(error)}) from error
    except ValueError as error:
        raise Problem("bad-baseline", {"path": str(path), "found": "no JSON"}) from error
    if found is None:
        raise Problem("bad-baseline", {"path": str(path), "found": "JSON without `health`"})
    return found


def _contract(source: Source, report: PrefixReport, prices: PriceTable, *, tools: bool) -> dict[str, Any]:
    """Requests, totals, sums and advice of every conversation, then of all together."""
    from inspector.analysis.prefix.regression import health_of
    from inspector.analysis.prefix.to_json import report_dict
    from inspector.cli.cache_advice import advice_dict, tools_dict
    from inspector.reports.contracts import contract

    titles = {one.id: one.title for one in source.conversations()}
    whole = report_dict(report, prices)
    conversations = [
        {
            "id": name,
            "title": titles.get(name, ""),
            **report_dict(only := report.only(name), prices),
            **advice_dict(only, prices),
            **({"tools": tools_dict(source, name, prices)} if tools else {}),
        }
        for name in dict.fromkeys(verdict.record.conversation_id for verdict in report.verdicts)
    ]
    health = health_of(report).to_dict()
    return contract("cache", conversations, totals=whole["totals"], sums=whole["sums"], health=health)
