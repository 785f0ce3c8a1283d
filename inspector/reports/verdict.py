"""What a report says first: one sentence on a conversation, and where each fact stands under which settings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from inspector.analysis.findings.model import Finding
from inspector.analysis.findings.replayed import Fate, FindingFate
from inspector.model.figures import group
from inspector.replay.result import ProbeState, ReplayResult
from inspector.reports.tables import Column, Table, Value


def verdict(
    own: ReplayResult,
    result: ReplayResult,
    findings: Sequence[Finding] = (),
    fates: Sequence[FindingFate] = (),
) -> str:
    """`B against A: prompt +107 %, summariser −82 %, folds 15 → 2, 1 fact lost`; of one side, what it amounts to.

    `findings` of the recording, by cost; `fates`: what B makes of them.
    """
    if own is result:
        return "; ".join(_recorded(result, findings)) + "."
    told = [*_changes(own, result), *_facts(own, result), *_fates(findings, fates)]
    star = " *" if own.totals.rests_on_stand_in or result.totals.rests_on_stand_in else ""
    return f"B against A: {', '.join(told) or 'no difference'}{star}."


def facts_table(own: ReplayResult, result: ReplayResult) -> Table:
    """Facts × settings: where each fact stands in the last request; no rows without facts."""
    last = _last(result)
    recorded = _last(own)
    columns = (
        Column("fact", "fact"),
        Column("a", "A: recorded"),
        *((Column("b", "B: settings of this report"),) if own is not result else ()),
    )
    rows: list[tuple[Value, ...]] = []
    for name, state in last.items():
        first = recorded.get(name)
        row: tuple[Value, ...] = (name, None if first is None else first.value)
        rows.append((*row, state.value) if own is not result else row)
    return Table("Facts", columns, tuple(rows))


def _recorded(result: ReplayResult, findings: Sequence[Finding]) -> Iterator[str]:
    totals = result.totals
    count = len(result.requests)
    star = " *" if totals.rests_on_stand_in else ""
    folds = f"{group(totals.folds)} fold{'s' * (totals.folds != 1)}{star}"
    yield (
        f"As recorded: {group(count)} request{'s' * (count != 1)}, "
        f"{group(totals.prompt_tokens_after)} prompt tokens, {folds}"
    )
    if findings:
        number = findings[0].where.number
        place = "" if number is None else f" (request {number})"
        yield f"worst of {group(len(findings))} findings: {findings[0].message}{place}"


def _changes(own: ReplayResult, result: ReplayResult) -> Iterator[str]:
    before, after = own.totals, result.totals
    for name, first, second in (
        ("prompt", before.prompt_tokens_after, after.prompt_tokens_after),
        ("summariser", before.summarizer_input_tokens, after.summarizer_input_tokens),
        ("stored", before.stored_bytes_after, after.stored_bytes_after),
    ):
        if first != second:
            yield f"{name} {_change(first, second)}"
    for name, first, second in (
        ("folds", before.folds, after.folds),
        ("outputs trimmed", before.trimmed_outputs, after.trimmed_outputs),
    ):
        if first != second:
            yield f"{name} {group(first)} → {group(second)}"


def _change(first: int, second: int) -> str:
    """`+107 %`; from or to nothing as it is."""
    if not first or not second:
        return f"{group(first)} → {group(second)}"
    share = round((second - first) * 100 / first)
    if not share:
        return f"{group(first)} → {group(second)}"
    return f"{'−' if share < 0 else '+'}{group(abs(share))} %"


def _facts(own: ReplayResult, result: ReplayResult) -> Iterator[str]:
    first, second = _last(own), _last(result)
    lost = sum(
        state.in_reach and not second[name].in_reach for name, state in first.items() if name in second
    )
    kept = sum(state.in_reach and not first[name].in_reach for name, state in second.items() if name in first)
    if lost:
        yield f"{lost} fact{'s' * (lost != 1)} lost"
    if kept:
        yield f"{kept} fact{'s' * (kept != 1)} kept that A loses"


def _fates(findings: Sequence[Finding], fates: Sequence[FindingFate]) -> Iterator[str]:
    if not fates:
        return
    gone = sum(one.fate is Fate.GONE for one in fates)
    new = sum(one.fate is Fate.NEW for one in fates)
    if gone or new:
        yield f"findings {group(len(findings))} → {group(len(findings) + new - gone)}"


def _last(result: ReplayResult) -> Mapping[str, ProbeState]:
    """Where facts stand in the last request."""
    return result.requests[-1].probes if result.requests else {}
