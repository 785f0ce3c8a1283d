"""Replays, comparisons and sweeps as tables, the same for the terminal, CSV, Markdown and HTML."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from inspector.model.figures import group
from inspector.model.setting_spec import value_text
from inspector.model.settings import SETTINGS
from inspector.replay.compare import Comparison, RequestDifference
from inspector.replay.expectations import Judgement, Rule, judge
from inspector.replay.result import Basis, FoldOutcome, ReplayResult, RequestOutcome, TrimOutcome
from inspector.replay.sweep import SweepCell
from inspector.reports.tables import Column, Table, Value

STAND_IN_NOTE: Final = "* depends on a stand-in for a summary that was never written"

_REQUEST_COLUMNS: Final = (
    Column("request", "#", optional=True),
    Column("turn", "turn"),
    Column("step", "step"),
    Column("estimate", "context", optional=True),
    Column("tokens_before", "tokens before"),
    Column("tokens_after", "after"),
    Column("stand_in", "*", optional=True),
    Column("chars_before", "chars before"),
    Column("chars_after", "after"),
    Column("trimmed", "trimmed", optional=True),
    Column("net_tokens_saved", "net saved", optional=True),
    Column("dropped_messages", "dropped", optional=True),
    Column("fold", "fold, or why none"),
    Column("reusable_prefix_chars", "reusable chars"),
    Column("reusable_share", "of last", "%"),
    Column("close_call", "close", optional=True),
    Column("unknown", "not known", optional=True),
)

_TOTAL_TITLES: Final = {
    "prompt_tokens_before": "prompt tokens before",
    "prompt_tokens_after": "prompt tokens after",
    "prompt_chars_before": "prompt chars before",
    "prompt_chars_after": "prompt chars after",
    "folds": "folds",
    "summarizer_input_tokens": "summariser input tokens",
    "trimmed_outputs": "outputs trimmed",
    "reusable_prefix_chars": "reusable prefix chars",
    "stored_bytes_before": "stored bytes before",
    "stored_bytes_after": "stored bytes after",
}


def replay_tables(result: ReplayResult, title: str) -> list[Table]:
    """Requests, trimmed outputs, stored rows and totals of a replay."""
    tables = [request_table(result, title), trim_table(result), turn_table(result), totals_table(result)]
    return [table for table in tables if table.rows]


def request_table(result: ReplayResult, title: str) -> Table:
    """One row a request, with a column per probe."""
    probes = list(dict.fromkeys(name for request in result.requests for name in request.probes))
    columns = (*_REQUEST_COLUMNS, *(Column(f"probe:{name}", name) for name in probes))
    rows: list[tuple[Value, ...]] = []
    last = 0
    for request in result.requests:
        states = [request.probes[name].value if name in request.probes else None for name in probes]
        rows.append((*_request_cells(request, last), *states))
        last = request.after.chars
    return Table(title, columns, tuple(rows), tuple(_notes(result)))


def _request_cells(request: RequestOutcome, last: int) -> tuple[Value, ...]:
    reusable = request.reusable_prefix_chars
    return (
        request.number,
        request.turn,
        request.step,
        None if request.estimate is None else int(request.estimate),
        request.before.tokens,
        request.after.tokens,
        "*" if request.basis is Basis.STAND_IN else "",
        request.before.chars,
        request.after.chars,
        len(request.trimmed),
        request.net_tokens_saved,
        request.dropped_messages,
        _fold_text(request),
        reusable,
        reusable / last if last else None,
        "≈" if request.close_call else None,
        ", ".join(request.unknown) or None,
    )


def _fold_text(request: RequestOutcome) -> str:
    if request.fold is not None:
        return fold_words(request.fold)
    return request.no_fold_reason.replace("-", " ") + (
        ", summary served" if request.served_summary and request.no_fold_reason else ""
    )


def fold_words(fold: FoldOutcome) -> str:
    """`turn-start: −6 messages, 7 270 → 773 tokens (recorded)`: by how much shorter, what was read and written."""
    tokens = f"{group(fold.summarizer_input_tokens)} → {group(fold.summary_tokens)}"
    gone = f"−{fold.folded_messages} messages" if fold.folded_messages else "the last summary anew"
    return f"{fold.phase}: {gone}, {tokens} tokens ({fold.source.value})"


def _notes(result: ReplayResult) -> Iterable[str]:
    budgets = dict.fromkeys(
        f"A fold is due when the context is above {request.budget.trigger} tokens; it keeps {request.budget.keep}."
        for request in result.requests
        if request.budget is not None
    )
    yield from budgets
    if result.totals.rests_on_stand_in:
        yield STAND_IN_NOTE
    yield from fidelity_notes(result)
    yield from unknown_notes(result)
    close = sum(request.close_call for request in result.requests)
    if close:
        requests = "1 request" if close == 1 else f"{group(close)} requests"
        yield f"Whether to fold was a close call in {requests}: within the spread of what the provider measures."
    yield from (note[:1].upper() + note[1:] + "." for note in result.notes)


def fidelity_notes(result: ReplayResult) -> Iterable[str]:
    """How true the replay as recorded is, and why it is not whole."""
    if result.fidelity is None:
        return
    yield result.fidelity.sentence[:1].upper() + result.fidelity.sentence[1:] + "."
    yield from (f"Not whole: {reason}." for reason in result.fidelity.reasons)


def unknown_notes(result: ReplayResult) -> Iterable[str]:
    """What the recording does not hold, each with how many requests it touches."""
    counts = Counter(reason for request in result.requests for reason in request.unknown)
    for reason, touched in counts.items():
        requests = "1 request" if touched == 1 else f"{group(touched)} requests"
        yield f"Not known of {requests} ({reason}): {reason.sentence}"


def trim_table(result: ReplayResult) -> Table:
    """One row an output cut in flight, where it was cut first, with what its middle held."""
    columns = (
        Column("request", "first cut in #"),
        Column("tool", "tool"),
        Column("key", "text", optional=True),
        Column("chars_before", "chars"),
        Column("chars_after", "left"),
        Column("rule", "rule"),
        Column("removed_lines", "lines gone"),
        Column("removed_items", "items gone", optional=True),
        Column("removed_files", "files named only there", optional=True),
        Column("recoverable", "readable again"),
    )
    rows: dict[tuple[str, str], tuple[Value, ...]] = {}
    for request in result.requests:
        for trim in request.trimmed:
            rows.setdefault((trim.call_id, trim.key), (request.label, *_trim_cells(trim)))
    return Table("Outputs trimmed in flight", columns, tuple(rows.values()))


def _trim_cells(trim: TrimOutcome) -> tuple[Value, ...]:
    removed = trim.removed
    held: tuple[Value, ...] = (None, None, None, None)
    if removed is not None:
        held = (removed.lines, removed.json_items, ", ".join(removed.files), removed.recoverable)
    return (trim.tool, trim.key, trim.chars_before, trim.chars_after, trim.rule, *held)


def turn_table(result: ReplayResult) -> Table:
    """One row an assistant message whose stored form changes."""
    columns = (
        Column("message_id", "message as stored"),
        Column("stored_bytes_before", "bytes in full"),
        Column("stored_bytes_after", "bytes stored"),
        Column("outputs", "outputs moved"),
        Column("blobs", "blobs"),
    )
    rows = [
        (turn.message_id, turn.stored_bytes_before, turn.stored_bytes_after, len(turn.trimmed), turn.blobs)
        for turn in result.turns
        if turn.trimmed
    ]
    return Table("Storage", columns, tuple(rows))


def totals_table(result: ReplayResult) -> Table:
    """Sums over the session."""
    rows = [(title, getattr(result.totals, name)) for name, title in _TOTAL_TITLES.items()]
    return Table("Totals", (Column("figure", "figure"), Column("value", "value")), tuple(rows))


def comparison_tables(comparison: Comparison, title: str, limit: int | None = None) -> list[Table]:
    """What was set differently, sums side by side, and the requests that differ most."""
    tables = [
        _settings_table(comparison.changed_settings),
        _totals_side_by_side(comparison, title),
        difference_table(comparison, comparison.largest(limit)),
        _probe_changes(comparison),
    ]
    return [table for table in tables if table.rows]


def _settings_table(changed: Mapping[str, tuple[Any, Any]]) -> Table:
    columns = (Column("setting", "setting"), Column("a", "A"), Column("b", "B"))
    rows: list[tuple[Value, ...]] = []
    for name, (first, second) in changed.items():
        if isinstance(first, Mapping) and isinstance(second, Mapping):
            tools = sorted(tool for tool in {*first, *second} if first.get(tool) != second.get(tool))
            rows.extend((f"{name}.{tool}", first.get(tool), second.get(tool)) for tool in tools)
        else:
            rows.append((name, value_text(first), value_text(second)))
    return Table("Settings that differ", columns, tuple(rows))


def _totals_side_by_side(comparison: Comparison, title: str) -> Table:
    columns = (
        Column("figure", "figure"),
        Column("a", "A"),
        Column("b", "B"),
        Column("difference", "B − A"),
        Column("change", "change", "%"),
    )
    rows: list[tuple[Value, ...]] = []
    for name, words in _TOTAL_TITLES.items():
        first, second = getattr(comparison.a.totals, name), getattr(comparison.b.totals, name)
        change = (second - first) / first if first else None
        rows.append((words, first, second, second - first, change))
    return Table(title, columns, tuple(rows), (STAND_IN_NOTE,) if comparison.rests_on_stand_in else ())


def difference_table(comparison: Comparison, differences: Sequence[RequestDifference]) -> Table:
    """One row a request under both settings."""
    columns = (
        Column("turn", "turn"),
        Column("step", "step"),
        Column("tokens_a", "tokens A"),
        Column("tokens_b", "B"),
        Column("tokens", "B − A"),
        Column("chars", "chars"),
        Column("trimmed", "trimmed", optional=True),
        Column("reusable_prefix_chars", "reusable chars"),
        Column("fold_a", "fold A"),
        Column("fold_b", "fold B"),
    )
    rows = [_difference_cells(difference) for difference in differences]
    notes = (STAND_IN_NOTE,) if comparison.rests_on_stand_in else ()
    return Table("Largest differences", columns, tuple(rows), notes)


def _difference_cells(difference: RequestDifference) -> tuple[Value, ...]:
    first, second = difference.folds
    return (
        difference.either.turn,
        difference.either.step,
        None if difference.a is None else difference.a.after.tokens,
        None if difference.b is None else difference.b.after.tokens,
        difference.tokens,
        difference.chars,
        difference.trimmed,
        difference.reusable_prefix_chars,
        "" if first is None else fold_words(first),
        "" if second is None else fold_words(second),
    )


def _probe_changes(comparison: Comparison) -> Table:
    columns = (
        Column("probe", "fact"),
        Column("turn", "turn"),
        Column("step", "step"),
        Column("a", "in A"),
        Column("b", "in B"),
    )
    rows: list[tuple[Value, ...]] = []
    for name, differences in comparison.probe_changes().items():
        for difference in differences:
            first, second = difference.probes[name]
            shown = difference.either
            rows.append((name, shown.turn, shown.step, first and first.value, second and second.value))
    return Table("Facts that survive differently", columns, tuple(rows))


def sweep_table(cells: Sequence[SweepCell], *, full_paths: bool = False) -> Table:
    """One row a cell: where, the combination, sums, and where each fact stands in the last request.

    Without `full_paths` a source is named without the folders that all of them share.
    """
    names = list(dict.fromkeys(name for cell in cells for name in cell.assignments))
    probes = list(dict.fromkeys(name for cell in cells for name in cell.probes))
    columns = (
        Column("source", "source"),
        Column("conversation", "conversation"),
        *(Column(name, name) for name in names),
        Column("requests", "requests"),
        Column("prompt_tokens_before", "tokens before"),
        Column("prompt_tokens_after", "after"),
        Column("saved", "saved", "%"),
        Column("stand_in", "*", optional=True),
        Column("folds", "folds"),
        Column("summarizer_input_tokens", "summariser input"),
        Column("trimmed_outputs", "trimmed"),
        Column("reusable_prefix_chars", "reusable chars"),
        Column("stored_bytes_after", "stored bytes", optional=True),
        *(Column(f"probe:{name}", name) for name in probes),
        *([Column("problem", "problem")] if any(cell.problem for cell in cells) else []),
    )
    shared = "" if full_paths else _shared_folder(cell.source for cell in cells)
    rows = [_sweep_cells(cell, names, probes, shared, len(columns)) for cell in cells]
    stand_in = any(cell.totals.get("rests_on_stand_in") for cell in cells)
    return Table("Sweep", columns, tuple(rows), (STAND_IN_NOTE,) if stand_in else ())


def expectation_table(
    cells: Sequence[SweepCell], rules: Sequence[Rule], *, full_paths: bool = False
) -> Table:
    """Sessions × settings against rules: passed, or FAILED with what was found; empty = the rule is about others."""
    names = list(dict.fromkeys(name for cell in cells for name in cell.assignments))
    columns = (
        Column("source", "source"),
        Column("conversation", "conversation"),
        *(Column(name, name) for name in names),
        *(Column(f"rule:{rule.name}", rule.name) for rule in rules),
    )
    shared = "" if full_paths else _shared_folder(cell.source for cell in cells)
    rows = [
        (
            cell.source.removeprefix(shared),
            cell.title or cell.conversation,
            *(cell.assignments.get(name) for name in names),
            *map(_judgement, judge(cell, rules)),
        )
        for cell in cells
    ]
    return Table("Expected", columns, tuple(rows))


def _judgement(found: Judgement | None) -> str | None:
    if found is None:
        return None
    return f"passed: {found.found}" if found.passed else f"FAILED: {found.found}"


def _shared_folder(sources: Iterable[str]) -> str:
    parents = {os.path.dirname(source) for source in sources}
    try:
        return os.path.commonpath(parents) + os.sep if parents else ""
    except ValueError:  # absolute and relative paths share nothing
        return ""


def _sweep_cells(
    cell: SweepCell, names: Sequence[str], probes: Sequence[str], shared: str, width: int
) -> tuple[Value, ...]:
    totals = cell.totals
    before, after = totals.get("prompt_tokens_before"), totals.get("prompt_tokens_after")
    figures = (
        cell.source.removeprefix(shared),
        cell.title or cell.conversation,
        *(cell.assignments.get(name) for name in names),
        None if cell.problem else cell.requests,
        before,
        after,
        1 - after / before if before and after is not None else None,
        "*" if totals.get("rests_on_stand_in") else "",
        totals.get("folds"),
        totals.get("summarizer_input_tokens"),
        totals.get("trimmed_outputs"),
        totals.get("reusable_prefix_chars"),
        totals.get("stored_bytes_after"),
        *(cell.probes.get(name, {}).get("last") for name in probes),
    )
    return (*figures, cell.problem) if len(figures) < width else figures


def settings_list() -> Table:
    """Every setting with its unit, default, range and what it is for."""
    columns = (
        Column("name", "setting"),
        Column("unit", "unit"),
        Column("default", "default"),
        Column("allowed", "allowed"),
        Column("help", "what it does"),
    )
    rows = [
        (spec.name, spec.unit, _default_text(spec.default), spec.expected, spec.help) for spec in SETTINGS
    ]
    return Table("Settings", columns, tuple(rows))


def _default_text(value: Any) -> str:
    if isinstance(value, tuple):
        return ", ".join(f"{rule.tool}={rule.text}" for rule in value)
    return value_text(value)
