"""`context-inspector sweep PATHS… --grid …`: several sessions under every combination of several settings."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from inspector.cli.parsing import PATH_HELP, PROGRAM, describe, whole_number
from inspector.cli.replay_options import (
    Side,
    add_common_options,
    add_settings_options,
    confirm_live,
    live_of,
    probes_of,
    side_of,
)
from inspector.cli.replay_output import write_result
from inspector.model.problems import Problem, register_templates

if TYPE_CHECKING:
    from inspector.replay.compressors.live import LiveSettings
    from inspector.replay.expectations import Rule
    from inspector.replay.sweep import SweepCell
    from inspector.reports.tables import Table
    from inspector.sources.base import Progress

NAME = "sweep"
HELP = "several sessions under every combination of several settings, in parallel"

register_templates(
    {
        "bad-grid": "--grid {text}: expected NAME=VALUE,VALUE,…, such as truncate_threshold=5000,20000,50000.",
    }
)


def configure(parser: argparse.ArgumentParser) -> None:
    """Arguments of `sweep`."""
    describe(
        parser,
        "Replay every conversation of every PATH under every combination of the grid and tabulate tokens, folds, what "
        "the summariser reads, what the database keeps and where facts stand in the last request. Ctrl+C prints "
        "what is done so far.",
        (
            ("~/userdata --grid truncate_threshold=1000,5000,20000", "three thresholds over every topic"),
            (
                "captures/* --grid context_window=16000,32000 --grid in_loop_memo=on,off",
                "all four combinations over several captures",
            ),
            (
                "~/userdata --grid truncate_threshold=5000,50000 --csv --probe '60 $/kWh'",
                "a table for a spreadsheet",
            ),
            (
                "captures/* --grid truncate_threshold=5000,50000 --probe price='60 $/kWh' --expect rules.toml",
                "sessions × settings against rules, for CI",
            ),
        ),
    )
    parser.add_argument("paths", metavar="PATH", nargs="+", type=Path, help=PATH_HELP)
    parser.add_argument(
        "--blobs", metavar="DIR", type=Path, help="folder with the blobs of all sources, when elsewhere"
    )
    parser.add_argument(
        "--grid",
        metavar="NAME=V1,V2,…",
        action="append",
        required=True,
        help="values of one setting; repeat for more settings: all combinations are run",
    )
    parser.add_argument(
        "--topic",
        "--run",
        dest="conversation",
        metavar="NAME",
        help="only the conversation with this title or id",
    )
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--jobs", metavar="N", type=whole_number(1), help="processes; default: one per core")
    where.add_argument("--scheduler", metavar="ADDR", help="run on a dask cluster, such as tcp://host:8786")
    parser.add_argument(
        "--expect",
        metavar="FILE",
        type=Path,
        help="rules (TOML) that every replay must pass: a fact survives, a figure stays within bounds, no error; "
        "exit code 1 when one fails",
    )
    parser.add_argument("--totals", action="store_true", help="leave requests and turns out of --json")
    add_settings_options(parser)
    add_common_options(parser)


def run(options: argparse.Namespace) -> int:
    """Run the grid and print what came of it."""
    from inspector.cli.output import write_error
    from inspector.replay.sweep import in_order
    from inspector.reports.replay_tables import sweep_table

    side, grid = side_of(options), parse_grid(options.grid)
    rules = _rules(options)
    _agree_to_live(options, side, grid)
    done: list[SweepCell] = []
    interrupted = not _collect(options, side, grid, done)
    if interrupted:
        write_error(f"{PROGRAM}: interrupted after {len(done)} replays; what is done follows")
    cells = in_order(done)
    table = sweep_table(cells, full_paths=options.format == "csv")
    expected, failed = _expected(options, cells, rules)
    title = "Sweep over " + ", ".join(grid)
    write_result(
        options,
        title,
        [table, *expected],
        plain=lambda: [_plain(cell, rules) for cell in cells],
        rows=lambda: expected[0] if expected else table,
    )
    for line in failed:
        write_error(f"{PROGRAM}: {line}")
    return 1 if interrupted or failed or any(cell.problem for cell in cells) else 0


def _rules(options: argparse.Namespace) -> list[Rule]:
    """The rules of `--expect`, read before anything runs; raises `Problem`."""
    from inspector.replay.expectations import load_rules

    if options.expect is None:
        return []
    return load_rules(options.expect, [probe.name for probe in probes_of(options)])


def _expected(
    options: argparse.Namespace, cells: Sequence[SweepCell], rules: Sequence[Rule]
) -> tuple[list[Table], list[str]]:
    """The matrix of rules, and a sentence for each rule that failed or that nothing was held against."""
    from inspector.replay.expectations import judge
    from inspector.reports.replay_tables import expectation_table

    if not rules:
        return [], []
    failed: list[str] = []
    judged = [judge(cell, rules) for cell in cells]
    for place, rule in enumerate(rules):
        found = [row[place] for row in judged]
        asked = [one for one in found if one is not None]
        missed = [one for one in asked if not one.passed]
        if not asked:
            failed.append(f"rule {rule.name}: no session and no combination is meant by it")
        elif missed:
            failed.append(
                f"rule {rule.name}: failed in {len(missed)} of {len(asked)} (found: {missed[0].found})"
            )
    return [expectation_table(cells, rules, full_paths=options.format == "csv")], failed


def _plain(cell: SweepCell, rules: Sequence[Rule]) -> dict[str, Any]:
    """A cell for scripts, with what came of each rule."""
    from inspector.replay.expectations import judge

    if not rules:
        return cell.to_dict()
    return {**cell.to_dict(), "expected": [one.to_dict() for one in judge(cell, rules) if one is not None]}


def parse_grid(texts: Iterable[str]) -> dict[str, list[str]]:
    """`name=v1,v2` texts as setting → values; raises `Problem`."""
    from inspector.replay.sweep import grid_assignments

    grid: dict[str, list[str]] = {}
    for text in texts:
        name, _, values = text.partition("=")
        found = [value.strip() for value in values.split(",") if value.strip()]
        if not name.strip() or not found:
            raise Problem("bad-grid", {"text": text})
        grid[name.strip()] = list(dict.fromkeys([*grid.get(name.strip(), []), *found]))
    grid_assignments(grid)
    return grid


def _collect(
    options: argparse.Namespace, side: Side, grid: dict[str, list[str]], done: list[SweepCell]
) -> bool:
    """Fill `done` as results come; False = the user stopped it."""
    try:
        with _bars() as progress:
            # Cell by cell, so that an interrupt keeps what came before it.
            for cell in _cells(options, side, grid, live=live_of(options), progress=progress):
                done.append(cell)
    except KeyboardInterrupt:
        return False
    return True


def _cells(
    options: argparse.Namespace,
    side: Side,
    grid: dict[str, list[str]],
    *,
    live: LiveSettings | None = None,
    progress: Progress | None = None,
) -> Iterator[SweepCell]:
    from inspector.replay.sweep import SweepSource, sweep

    sources = [
        SweepSource(path=path, blobs=options.blobs, conversation=options.conversation)
        for path in options.paths
    ]
    cells = sweep(
        sources,
        grid,
        base=side.base,
        assignments=side.assignments,
        probes=probes_of(options),
        jobs=options.jobs,
        scheduler=options.scheduler,
        live=live,
        detail=options.format == "json" and not options.totals,
        progress=progress,
    )
    with closing(cells):
        yield from cells


def _agree_to_live(options: argparse.Namespace, side: Side, grid: dict[str, list[str]]) -> None:
    """Rehearse what would ask a live summariser with stand-ins, and have its cost agreed to."""
    live = live_of(options)
    asked = "live" in grid.get("compressor", [side.compressor])
    if live is None or not asked:
        return
    rehearsal = {name: values for name, values in grid.items() if name != "compressor"}
    calls = tokens = 0
    for cell in _cells(options, side.over("compressor=stand-in"), rehearsal):
        calls += cell.totals.get("folds", 0)
        tokens += cell.totals.get("summarizer_input_tokens", 0)
    confirm_live(options, live, calls, tokens)


@contextmanager
def _bars() -> Iterator[Progress]:
    """A bar with the time left on stderr; nothing when stderr is no terminal."""
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    from inspector.cli.sources import terminal_progress

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    with terminal_progress("replays", columns) as progress:
        yield progress
