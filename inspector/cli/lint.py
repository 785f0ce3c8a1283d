"""`context-inspector lint PATH…`: what is wrong with sessions, one greppable line each."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from inspector.cli.parsing import PATH_HELP, describe, whole_number
from inspector.model.problems import Problem, register_templates

if TYPE_CHECKING:
    from inspector.analysis.findings import Finding
    from inspector.cli.lint_runs import Linted

NAME = "lint"
HELP = "what is wrong with a session: every finding on one line, as JSON or as SARIF"

register_templates(
    {
        "unknown-detector": "--disable {name}: there is no such detector; did you mean {suggestion}?",
    }
)

_SUMMED_UP = 8
"""Causes that the summary names."""
_SEVERITIES = ("error", "warning", "info")


def configure(parser: argparse.ArgumentParser) -> None:
    """Arguments of `lint`."""
    describe(
        parser,
        "Look for what goes wrong in such sessions: tool schemas that providers refuse, outputs the model cannot read "
        "back, folds that cost more than they save, broken caches, lost citations, damaged stores, and more. Prints "
        "`path:place: id severity message`, worst first, below a summary whose "
        "lines begin with #. Exit code 0, or 1 with --fail-on, or 2 for bad input.",
        (
            (".devtools/generations.json", "every finding, one a line"),
            ("captures/*/ --fail-on error", "in CI, over many files in parallel"),
            ("~/userdata --json", "for scripts"),
            (".devtools --sarif > findings.sarif", "for a code host"),
            (".devtools --disable aborted --disable dead-tools", "without some detectors"),
        ),
    )
    parser.add_argument("paths", metavar="PATH", nargs="+", type=Path, help=PATH_HELP)
    parser.add_argument(
        "--blobs", metavar="DIR", type=Path, help="folder with the blobs of all sources given"
    )
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print JSON instead of lines")
    form.add_argument("--sarif", action="store_true", help="print SARIF 2.1.0, secrets left out")
    parser.add_argument(
        "--fail-on",
        metavar="SEVERITY",
        choices=_SEVERITIES,
        help="exit with 1 when there is a finding of this severity or worse: error, warning or info",
    )
    parser.add_argument(
        "--disable", metavar="ID", action="append", default=[], help="leave a detector out; may be repeated"
    )
    parser.add_argument(
        "--window",
        metavar="TOKENS",
        type=whole_number(1),
        help="context window, where the source does not say",
    )
    parser.add_argument("--traces", metavar="DIR", type=Path, help="trace folder, to look for missing traces")
    parser.add_argument("--detectors", metavar="DIR", type=Path, help="folder with your own detectors")
    parser.add_argument(
        "--jobs", metavar="N", type=whole_number(1), help="processes at work; default: one per processor"
    )


def run(options: argparse.Namespace) -> int:
    """Look, print, judge."""
    from inspector.cli.lint_runs import LintJob, lint_all
    from inspector.cli.output import write_error
    from inspector.cli.parsing import PROGRAM

    _check(options)
    job = LintJob(
        blobs=options.blobs,
        disabled=tuple(options.disable),
        window=options.window,
        traces=options.traces,
        detectors=options.detectors,
    )
    results = lint_all([str(path) for path in options.paths], job, jobs=options.jobs)
    found: list[tuple[str, Finding]] = []
    read: list[Linted] = []
    broken = False
    for linted in results:
        read.append(linted)
        for notice in (*linted.notices, *([linted.problem] if linted.problem else ())):
            write_error(f"{PROGRAM}: {notice}")
        broken = broken or bool(linted.problem)
        found += [(linted.path, finding) for finding in linted.findings]
        if not options.json and not options.sarif:
            _print_lines(linted)
    _print_document(options, read, found)
    if broken:
        return 2
    return _verdict(options.fail_on, found)


def _check(options: argparse.Namespace) -> None:
    import difflib

    from inspector.analysis.findings import all_detectors

    for folder in (options.detectors, options.traces):
        if folder is not None and not folder.is_dir():
            raise Problem("path-missing", {"path": str(folder)})
    known = {detector.id for detector in all_detectors(options.detectors)}
    for name in options.disable:
        if name not in known:
            near = difflib.get_close_matches(name, known, n=1, cutoff=0)
            raise Problem("unknown-detector", {"name": name, "suggestion": near[0]})


def _contract(read: Sequence[Linted]) -> dict[str, object]:
    """Findings by conversation; those about a source as a whole apart."""
    from inspector.reports.contracts import contract

    conversations: list[dict[str, object]] = []
    whole: list[dict[str, object]] = []
    for linted in read:
        by_topic: dict[str, list[dict[str, object]]] = {name: [] for name, _ in linted.conversations}
        for finding in linted.findings:
            item = {**finding.to_dict(), "path": linted.path}
            by_topic.get(finding.where.topic or "", whole).append(item)
        conversations += [
            {"id": name, "title": title, "path": linted.path, "findings": by_topic[name]}
            for name, title in linted.conversations
        ]
    return contract("lint", conversations, findings=whole)


def _verdict(fail_on: str | None, found: list[tuple[str, Finding]]) -> int:
    from inspector.analysis.findings import Severity

    if fail_on is None:
        return 0
    return int(any(finding.severity.reaches(Severity(fail_on)) for _, finding in found))


def _print_lines(linted: Linted) -> None:
    from inspector.cli.output import write_line

    if linted.findings:
        for line in _summary_lines(linted):
            write_line(f"# {line}")
    for finding, place in zip(linted.findings, linted.places, strict=True):
        several = len(linted.conversations) > 1 and finding.where.topic and finding.where.topic not in place
        topic = f" [{finding.where.topic}]" if several else ""
        write_line(f"{linted.path}:{place}: {finding.id} {finding.severity.value} {finding.message}{topic}")


def _summary_lines(linted: Linted) -> Iterator[str]:
    """What happened, one cause a line: how often, what it cost, where first."""
    from inspector.analysis.findings import session_summary
    from inspector.cli.figures import count

    summary = session_summary(linted.findings)
    counts = ", ".join(f"{severity.value}: {number}" for severity, number in summary.counts.items() if number)
    yield f"{linted.path}: {counts}"
    places = dict(zip(map(id, linted.findings), linted.places, strict=True))
    for cause in summary.causes[:_SUMMED_UP]:
        finding = cause.finding
        pieces = [f"places: {count(cause.places)}"] if cause.places > 1 else []
        pieces += [f"tokens: {count(cause.tokens)}"] if cause.tokens else []
        pieces += [f"at {places[id(finding)]}"] if places[id(finding)] != "-" else []
        rest = f" ({', '.join(pieces)})" if pieces else ""
        yield f"{finding.severity.value}: {finding.message}{rest}"
    if len(summary.causes) > _SUMMED_UP:
        yield f"further kinds: {len(summary.causes) - _SUMMED_UP}"


def _print_document(
    options: argparse.Namespace, read: Sequence[Linted], found: list[tuple[str, Finding]]
) -> None:
    from inspector.cli.output import write_json

    if options.json:
        document = _contract(read)
    elif options.sarif:
        from inspector.analysis.findings import all_detectors
        from inspector.reports.sarif import sarif_log

        ran = [d for d in all_detectors(options.detectors) if d.id not in options.disable]
        document = sarif_log(found, ran)
    else:
        return
    write_json(document)
