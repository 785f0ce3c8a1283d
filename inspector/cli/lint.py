"""`context-inspector lint PATH…`: what is wrong with sessions, one greppable line each."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from inspector.cli.parsing import PATH_HELP, describe, whole_number
from inspector.cli.replay_options import add_settings_options, side_of
from inspector.model.problems import Problem, register_templates

if TYPE_CHECKING:
    from inspector.analysis.findings import Finding
    from inspector.analysis.findings.replayed import FindingFate
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
        "`path:place: id severity message`, by cause, errors first, then what costs most, below a summary whose lines "
        "begin with #. With settings every conversation is replayed and each line ends in [gone], [still there], [new] "
        "or [not replayable]. Exit code 0, or 1 with --fail-on (of what the settings leave), or 2 for bad input.",
        (
            (".devtools/generations.json", "every finding, one a line"),
            ("captures/*/ --fail-on error", "in CI, over many files in parallel"),
            ("~/userdata --json", "for scripts"),
            (".devtools --sarif > findings.sarif", "for a code host"),
            (".devtools --disable aborted --disable dead-tools", "without some detectors"),
            (
                "captures/*/ --set context_window=128000 --fail-on warning",
                "what a setting makes of the findings; what it leaves fails the job",
            ),
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
    add_settings_options(parser)
    # The live summariser is left to the other commands: findings are told without asking anybody.
    parser.set_defaults(live_url=None)
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
        side=side_of(options) if options.preset or options.settings or options.set else None,
    )
    results = lint_all(_sessions(options.paths), job, jobs=options.jobs)
    found: list[tuple[str, Finding, FindingFate | None]] = []
    read: list[Linted] = []
    broken = False
    for linted in results:
        read.append(linted)
        for notice in (*linted.notices, *([linted.problem] if linted.problem else ())):
            write_error(f"{PROGRAM}: {notice}")
        broken = broken or bool(linted.problem)
        fates = linted.fates or (None,) * len(linted.findings)
        found += [(linted.path, finding, fate) for finding, fate in zip(linted.findings, fates, strict=True)]
        if not options.json and not options.sarif:
            _print_lines(linted)
    _print_document(options, read, found)
    if job.side is not None:
        write_error(f"{PROGRAM}: {_summary([(finding, fate) for _, finding, fate in found])}")
    if broken:
        return 2
    return _verdict(options.fail_on, [(finding, fate) for _, finding, fate in found])


def _sessions(paths: Sequence[Path]) -> list[str]:
    """The paths as given; a folder of sessions as its sessions, newest first."""
    from inspector.sources.detect import detect
    from inspector.sources.formats import LIBRARY
    from inspector.sources.library.source import LibrarySource

    found: list[str] = []
    for path in paths:
        try:
            is_library = detect(path).format is LIBRARY
        except Problem:
            is_library = False  # said when it is linted, beside what the others have
        if not is_library:
            found.append(str(path))
            continue
        library = LibrarySource(path)
        found += [entry.path for entry in library.entries()]
        library.close()
    return found


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
        fates = linted.fates or (None,) * len(linted.findings)
        for finding, fate in zip(linted.findings, fates, strict=True):
            told = finding.to_dict() if fate is None else fate.to_dict()
            item = {**told, "path": linted.path}
            by_topic.get(finding.where.topic or "", whole).append(item)
        conversations += [
            {"id": name, "title": title, "path": linted.path, "findings": by_topic[name]}
            for name, title in linted.conversations
        ]
    return contract("lint", conversations, findings=whole)


def _verdict(fail_on: str | None, found: list[tuple[Finding, FindingFate | None]]) -> int:
    """1 when a finding that bad is left; what a replay takes away does not count."""
    from inspector.analysis.findings import Severity
    from inspector.analysis.findings.replayed import Fate

    if fail_on is None:
        return 0
    left = [finding for finding, fate in found if fate is None or fate.fate is not Fate.GONE]
    return int(any(finding.severity.reaches(Severity(fail_on)) for finding in left))


def _summary(found: list[tuple[Finding, FindingFate | None]]) -> str:
    """`6 findings → 1: 5 gone, 1 still there`."""
    from inspector.analysis.findings.replayed import Fate

    counts = {kind: sum(fate is not None and fate.fate is kind for _, fate in found) for kind in Fate}
    before = len(found) - counts[Fate.NEW]
    told = ", ".join(f"{count} {kind.value}" for kind, count in counts.items() if count)
    left = len(found) - counts[Fate.GONE]
    return f"{before} finding{'s' * (before != 1)} → {left}" + (f": {told}" if told else "")


def _print_lines(linted: Linted) -> None:
    from inspector.cli.output import write_line

    if linted.findings:
        for line in _summary_lines(linted):
            write_line(f"# {line}")
    fates = linted.fates or (None,) * len(linted.findings)
    for finding, place, fate in zip(linted.findings, linted.places, fates, strict=True):
        several = len(linted.conversations) > 1 and finding.where.topic and finding.where.topic not in place
        topic = f" [{finding.where.topic}]" if several else ""
        told = "" if fate is None else f" [{fate.fate.value}]"
        text = f"{finding.id} {finding.severity.value} {finding.message}"
        write_line(f"{linted.path}:{place}: {text}{topic}{told}")


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
        pieces += [f"tokens: {count(cause.cost.tokens)}"] if cause.cost is not None else []
        pieces += [f"at {places[id(finding)]}"] if places[id(finding)] != "-" else []
        rest = f" ({', '.join(pieces)})" if pieces else ""
        yield f"{finding.severity.value}: {finding.message}{rest}"
    if len(summary.causes) > _SUMMED_UP:
        yield f"further kinds: {len(summary.causes) - _SUMMED_UP}"


def _print_document(
    options: argparse.Namespace,
    read: Sequence[Linted],
    found: list[tuple[str, Finding, FindingFate | None]],
) -> None:
    from inspector.cli.output import write_json

    if options.json:
        document = _contract(read)
    elif options.sarif:
        from inspector.analysis.findings import all_detectors
        from inspector.reports.sarif import sarif_log

        ran = [d for d in all_detectors(options.detectors) if d.id not in options.disable]
        document = sarif_log(
            [(path, finding) for path, finding, _ in found], ran, fates=[fate for *_, fate in found]
        )
    else:
        return
    write_json(document)
