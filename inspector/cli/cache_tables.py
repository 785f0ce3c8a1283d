"""The tables of `cache`: every request, sums per conversation and model, the costliest breaks with their remedies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from rich.table import Table
from rich.text import Text

from inspector.analysis.cost.cost import cost_of, session_cost
from inspector.analysis.cost.prices import PriceTable, stale_words
from inspector.analysis.prefix.blocks import BodyKind
from inspector.analysis.prefix.causes import CAUSES
from inspector.analysis.prefix.report import PrefixReport, RequestVerdict
from inspector.analysis.prefix.sums import CacheSum, SumBy, sums_by
from inspector.cli.output import console
from inspector.model.figures import amounts, count, share

_SHOWN_BREAKS: Final = 10
_SHOWN_NOTES: Final = 20
_PREDICTED: Final = "~"
"""Behind losses that were not measured."""


def print_report(report: PrefixReport, prices: PriceTable, titles: Mapping[str, str]) -> None:
    """Print everything; requests by conversation, since each counts its own."""
    out = console()
    if not report.verdicts:
        out.print("No model calls are recorded here, so nothing is known of any cache.")
        return
    names = list(dict.fromkeys(verdict.record.conversation_id for verdict in report.verdicts))
    for name in names:
        title = "" if len(names) == 1 else f"{titles.get(name) or '(unnamed)'} [{name}]"
        out.print(_requests(report.only(name), title))
    for by, title in ((SumBy.CONVERSATION, "conversation"), (SumBy.MODEL, "model")):
        found = sums_by(report.verdicts, by)
        if len(found) > 1:
            out.print(_sums(title, found))
    out.print(_summary(report, prices), markup=False)
    for verdict in report.ranked()[:_SHOWN_BREAKS]:
        out.print(_break(verdict, prices, verdict.record.conversation_id if len(names) > 1 else ""))
    for line in _notes(report, several=len(names) > 1):
        out.print(line)


def _requests(report: PrefixReport, title: str) -> Table:
    heading = Text(title, "bold") if title else None
    table = Table(box=None, header_style="bold", pad_edge=False, title=heading, title_justify="left")
    table.add_column("#", justify="right", no_wrap=True)
    for title in ("model", "cause", "where"):
        table.add_column(title, overflow="fold")
    for title in ("total", "read", "write", "new", "hit", "predicted", "lost"):
        table.add_column(title, justify="right", no_wrap=True)
    for verdict in report.verdicts:
        table.add_row(*_cells(verdict))
    return table


def _cells(verdict: RequestVerdict) -> list[Text]:
    usage, prediction, cause = verdict.measured, verdict.prediction, verdict.cause
    star = "*" if verdict.body_kind is BodyKind.REPLAYED else ""
    predicted = count(prediction.read if prediction else None) + star
    if prediction is not None and not prediction.rule.predicts:
        predicted = "no rule"
    lost = "" if verdict.lost == 0 else count(verdict.lost) + ("" if verdict.loss_is_measured else _PREDICTED)
    lost = lost if verdict.lost is not None else count(None)
    broken = "bold red" if verdict.is_break else ""
    return [
        Text(str(verdict.record.number)),
        Text(verdict.record.model),
        Text(" + ".join((cause.id.value, *(other.value for other in cause.also))), broken),
        Text(cause.where),
        Text(count(usage.input)),
        Text(count(usage.cache_read)),
        Text(count(usage.cache_write)),
        Text(count(usage.new)),
        Text(share(usage.hit_ratio)),
        Text(f"{predicted} ≠" if verdict.disagrees else predicted, "yellow" if verdict.disagrees else ""),
        Text(lost, broken),
    ]


def _sums(title: str, found: Sequence[CacheSum]) -> Table:
    table = Table(box=None, header_style="bold", pad_edge=False)
    table.add_column(title, overflow="fold")
    for name in ("requests", "unknown", "total", "read", "write", "new", "hit", "predicted hit", "lost"):
        table.add_column(name, justify="right", no_wrap=True)
    for one in found:
        usage = one.measured
        figures = (usage.input, usage.cache_read, usage.cache_write, usage.new)
        table.add_row(
            Text(one.key or "(none)"),
            str(one.requests),
            str(one.unknown or ""),
            *map(count, figures),
            share(usage.hit_ratio),
            share(one.predicted_ratio),
            count(one.tokens_lost),
        )
    return table


def _summary(report: PrefixReport, prices: PriceTable) -> str:
    measured, money = report.measured, session_cost(report, prices)
    session = sums_by(report.verdicts, SumBy.SESSION)
    unknown = sum(one.unknown for one in session)
    lines = [
        f"{len(report.verdicts)} requests, {count(measured.input)} prompt tokens, hit ratio "
        f"{share(measured.hit_ratio)}" + (f"; {unknown} requests of unknown cache use" if unknown else ""),
        f"cost {amounts(money.cost) or 'unknown'}; misses cost {amounts(money.lost) or 'nothing'}; "
        f"{count(report.tokens_lost)} tokens sent again",
    ]
    if money.bases:
        lines.append(f"prices: {'; '.join(money.bases)}{stale_words(prices)}")
    disagreeing = sum(verdict.disagrees for verdict in report.verdicts)
    if disagreeing:
        lines.append(f"≠ {disagreeing} requests where measured and predicted reads differ by more than 5 %")
    if report.predicted_lost:
        lines.append(f"{_PREDICTED} {count(report.predicted_lost)} more tokens lost by prediction alone")
    if any(verdict.body_kind is BodyKind.REPLAYED for verdict in report.verdicts):
        lines.append("* predicted from replayed prompts: this source records none")
    return "\n".join(lines) + "\n"


def _break(verdict: RequestVerdict, prices: PriceTable, conversation: str) -> Text:
    cause, cost = verdict.cause, cost_of(verdict, prices)
    basis = "" if verdict.loss_is_measured else " by prediction"
    price = "" if not cost.lost else f" ({amounts({cost.currency: cost.lost})})"
    others = ", ".join(CAUSES[other].title.lower() for other in cause.also)
    also = f" Also: {others}." if others else ""
    line = Text(f"{conversation}#{verdict.record.number}  ", "dim")
    line.append(cause.info.title, "bold")
    line.append(f": {count(verdict.lost)} tokens sent again{basis}{price}. {verdict.sentence}{also}")
    if cause.remedy:
        line.append(f" → {cause.remedy}", "green")
    return line


def _notes(report: PrefixReport, *, several: bool) -> list[Text]:
    """What else is known of requests that broke nothing, requests of the same words together."""
    broken = {verdict.record.index for verdict in report.ranked()}
    numbers: dict[tuple[str, str, str], list[int]] = {}
    for verdict in report.verdicts:
        cause = verdict.cause
        if verdict.record.index not in broken and (cause.remarks or cause.variant or cause.info.breaks):
            key = (verdict.record.conversation_id, cause.info.title, verdict.sentence)
            numbers.setdefault(key, []).append(verdict.record.number)
    lines: list[Text] = []
    for (conversation, title, sentence), found in list(numbers.items())[:_SHOWN_NOTES]:
        place = conversation if several else ""
        line = Text(", ".join(f"{place}#{number}" for number in found) + "  ", "dim")
        line.append(title, "bold")
        line.append(f": {sentence}")
        lines.append(line)
    if len(numbers) > _SHOWN_NOTES:
        lines.append(Text(f"… and {len(numbers) - _SHOWN_NOTES} more notes (cache --json has all)", "dim"))
    return lines
