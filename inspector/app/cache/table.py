"""The rows of the cache tab's table: requests, or sums over turns, conversations and models."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from inspector.analysis.cost.cost import RequestCost
from inspector.analysis.prefix.load import started_at
from inspector.analysis.prefix.report import RequestVerdict
from inspector.analysis.prefix.sums import CacheSum, SumBy
from inspector.app.cache.bars import CacheBar
from inspector.app.cells import Cell
from inspector.app.i18n import translate
from inspector.app.wording import cache as words
from inspector.app.wording import causes as cause_words
from inspector.app.wording import numbers


def request_heads() -> list[str]:
    """Columns of requests."""
    return [
        translate("Cache", "request"),
        translate("Cache", "cause"),
        translate("Cache", "lost"),
        translate("Cache", "money lost"),
        translate("Cache", "hits"),
        translate("Cache", "read"),
        translate("Cache", "predicted"),
        translate("Cache", "prompt"),
        translate("Cache", "time"),
        translate("Cache", "model"),
    ]


def request_rows(bars: Sequence[CacheBar], costs: Sequence[RequestCost]) -> list[list[Cell]]:
    """One row a request."""
    return [_request(bar, cost) for bar, cost in zip(bars, costs, strict=True)]


def _request(bar: CacheBar, cost: RequestCost) -> list[Cell]:
    verdict, usage = bar.verdict, bar.verdict.measured
    at = started_at(verdict.record.timing)
    title = cause_words.title(verdict.cause)
    return [
        Cell(numbers.group(bar.number), bar.number),
        Cell(title, title, _cause_tip(verdict)),
        _figure(verdict.lost, zero=""),
        Cell("" if not cost.lost else words.money(cost.lost, cost.currency), cost.lost, cost.basis),
        Cell(words.ratio(bar.ratio), bar.ratio),
        _figure(usage.cache_read),
        _predicted(bar),
        _figure(usage.input),
        Cell("", None) if at is None else Cell(numbers.clock(at), at, numbers.date_and_clock(at)),
        Cell(verdict.record.model, verdict.record.model, verdict.record.provider),
    ]


def _cause_tip(verdict: RequestVerdict) -> str:
    pieces = (cause_words.detail(verdict.cause), words.also(verdict.cause), cause_words.remedy(verdict.cause))
    return "\n".join(piece for piece in pieces if piece)


def _predicted(bar: CacheBar) -> Cell:
    prediction = bar.verdict.prediction
    if prediction is not None and not prediction.rule.predicts:
        return Cell(translate("Cache", "no rule"))
    if bar.predicted_read is None or prediction is None:
        return Cell(words.UNKNOWN)
    text = numbers.group(bar.predicted_read) + (words.STAR if bar.is_replayed else "")
    tip = words.rule(prediction)
    if bar.verdict.disagrees:
        text = f"≠ {text}"
        tip = translate("Cache", "Measured and predicted reads differ by more than 5 %.") + f"\n{tip}"
    if bar.is_replayed:
        tip += "\n" + translate("Cache", "* from a replayed prompt: this source records none")
    return Cell(text, bar.predicted_read, tip)


def sum_heads(by: SumBy) -> list[str]:
    """Columns of sums."""
    first = {
        SumBy.TURN: translate("Cache", "turn"),
        SumBy.CONVERSATION: translate("Cache", "conversation"),
        SumBy.MODEL: translate("Cache", "model"),
    }[by]
    return [
        first,
        translate("Cache", "requests"),
        translate("Cache", "unknown"),
        translate("Cache", "hits"),
        translate("Cache", "predicted hits"),
        translate("Cache", "lost"),
        translate("Cache", "read"),
        translate("Cache", "written"),
        translate("Cache", "new"),
        translate("Cache", "prompt"),
    ]


def sum_rows(sums: Sequence[CacheSum], name: Callable[[CacheSum, int], Cell]) -> list[list[Cell]]:
    """One row a sum; `name` words what it is the sum of."""
    return [[name(one, place), *_sum(one)] for place, one in enumerate(sums)]


def _sum(one: CacheSum) -> list[Cell]:
    usage = one.measured
    return [
        _figure(one.requests),
        _figure(one.unknown, zero=""),
        Cell(words.ratio(usage.hit_ratio), usage.hit_ratio),
        Cell(words.ratio(one.predicted_ratio), one.predicted_ratio),
        _figure(one.tokens_lost, zero=""),
        _figure(usage.cache_read),
        _figure(usage.cache_write),
        _figure(usage.new),
        _figure(usage.input),
    ]


def _figure(value: int | None, *, zero: str | None = None) -> Cell:
    if value == 0 and zero is not None:
        return Cell(zero, 0)
    return Cell(words.figure(value), value)
