"""`context-inspector cache PATH`: why each request did or did not read its prefix from the provider's cache."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from inspector.cli.parsing import add_source_arguments, describe
from inspector.model.problems import Problem, register_templates

if TYPE_CHECKING:
    from rich.table import Table

    from inspector.analysis.cost.prices import PriceTable
    from inspector.analysis.prefix.report import PrefixReport, RequestVerdict

NAME = "cache"
HELP = "prefix-cache hits per request, measured and predicted, with the cause of every miss"

register_templates({"bad-ratio": "--fail-under {value}: expected a ratio between 0 and 1, such as 0.9."})


def configure(parser: argparse.ArgumentParser) -> None:
    """Arguments of `cache`."""
    describe(
        parser,
        "Compare every request with the one before it and say what the provider read from its prefix cache "
        "(measured), what it should have read by its published rules (predicted), and why the prefix broke.",
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
    parser.add_argument("--json", action="store_true", help="print JSON instead of tables")
    parser.add_argument(
        "--fail-under",
        metavar="RATIO",
        type=float,
        help="exit with 1 when the measured hit ratio of the whole session is below RATIO (or unknown)",
    )


def run(options: argparse.Namespace) -> int:
    """Analyse, print, judge."""
    from inspector.analysis.cost.prices import load_prices
    from inspector.analysis.prefix.report import analyse
    from inspector.cli.output import write_line
    from inspector.sources.open import open_source

    threshold: float | None = options.fail_under
    if threshold is not None and not 0 <= threshold <= 1:
        raise Problem("bad-ratio", {"value": str(threshold)})
    source = open_source(options.path, blobs=options.blobs)
    try:
        report, prices = analyse(source), load_prices()
        if options.json:
            import json

            from inspector.analysis.prefix.to_json import report_dict

            write_line(json.dumps(report_dict(report, prices), ensure_ascii=False, indent=2))
        else:
            _print(report, prices)
    finally:
        source.close()
    return 0 if threshold is None or _passes(report, threshold) else 1


def _passes(report: PrefixReport, threshold: float) -> bool:
    ratio = report.measured.hit_ratio
    return ratio is not None and ratio >= threshold


def _print(report: PrefixReport, prices: PriceTable) -> None:
    from inspector.cli.output import console

    out = console()
    out.print(_request_table(report))
    out.print(_summary(report, prices))
    for verdict in report.ranked()[:10]:
        info = verdict.cause.info
        out.print(
            f"#{verdict.record.index}  {info.title}: {verdict.tokens_lost:,} tokens sent again. "
            f"{verdict.cause.detail} {info.remedy}".rstrip(),
            markup=False,
        )


def _request_table(report: PrefixReport) -> Table:
    from rich.table import Table

    table = Table(box=None, header_style="bold", pad_edge=False)
    for title in ("#", "model", "cause", "where"):
        table.add_column(title, justify="right" if title == "#" else "left", overflow="fold")
    for title in ("total", "read", "write", "new", "hit", "predicted read", "lost"):
        table.add_column(title, justify="right", no_wrap=True)
    for verdict in report.verdicts:
        table.add_row(*_cells(verdict))
    return table


def _cells(verdict: RequestVerdict) -> list[str]:
    usage, prediction = verdict.measured, verdict.prediction
    ratio = usage.hit_ratio
    predicted = _number(prediction.read if prediction else None)
    return [
        str(verdict.record.index),
        verdict.record.model,
        verdict.cause.id.value,
        verdict.cause.where,
        _number(usage.input),
        _number(usage.cache_read),
        _number(usage.cache_write),
        _number(usage.no_cache),
        "?" if ratio is None else f"{ratio:.1%}",
        f"{predicted} ≠" if verdict.disagrees else predicted,
        _number(verdict.tokens_lost or None) if verdict.tokens_lost != 0 else "",
    ]


def _number(value: int | None) -> str:
    return "?" if value is None else f"{value:,}"


def _summary(report: PrefixReport, prices: PriceTable) -> str:
    from inspector.analysis.cost.cost import session_cost

    measured, money = report.measured, session_cost(report, prices)
    ratio = "unknown" if measured.hit_ratio is None else f"{measured.hit_ratio:.1%}"
    cost = ", ".join(f"{amount:.4f} {currency}" for currency, amount in money.cost.items()) or "unknown"
    lost = ", ".join(f"{amount:.4f} {currency}" for currency, amount in money.lost.items()) or "nothing"
    disagreements = sum(verdict.disagrees for verdict in report.verdicts)
    lines = [
        f"{len(report.verdicts)} requests, {_number(measured.input)} prompt tokens, hit ratio {ratio}",
        f"cost {cost}; misses cost {lost}; {report.tokens_lost:,} tokens sent again",
    ]
    if disagreements:
        lines.append(
            f"{disagreements} requests where measured and predicted reads differ by more than 5 % (≠)"
        )
    return "\n".join(lines) + "\n"
