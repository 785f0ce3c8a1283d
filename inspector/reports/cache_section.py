"""The provider's prefix cache in a report: measured and predicted side by side, causes of breaks, and cost."""

from __future__ import annotations

from typing import Final

from inspector.analysis.cost.cost import cost_of, session_cost
from inspector.analysis.cost.prices import PriceTable, stale_words
from inspector.analysis.cost.saving import ReplayCost
from inspector.analysis.prefix.report import PrefixReport, RequestVerdict
from inspector.analysis.prefix.to_json import report_dict
from inspector.model.figures import amounts
from inspector.model.figures import money as money_text
from inspector.reports.model import Bar, Chart, Figure, Rests, Section, Topic
from inspector.reports.tables import Column, Table, Value, shown

_LEGEND: Final = (
    ("read", "read from cache"),
    ("write", "written to cache"),
    ("new", "new, not cached"),
    ("outline", "predicted read"),
)
_BREAKS: Final = 10


def cache_section(report: PrefixReport, prices: PriceTable) -> Section:
    """Every request's share of the prefix cache."""
    measured = report.measured
    figures = (
        Figure(name="hit ratio", value=measured.hit_ratio, unit="%", rests=Rests.MEASURED),
        Figure(name="prompt tokens", value=measured.input, rests=Rests.MEASURED),
        Figure(name="read from cache", value=measured.cache_read, rests=Rests.MEASURED),
        Figure(name="tokens sent again after a break", value=report.tokens_lost, rests=Rests.COMPUTED),
    )
    tables = (_requests(report), _breaks(report))
    return Section(
        id=Topic.CACHE,
        title="Prefix cache",
        rests=(Rests.MEASURED, Rests.PREDICTED),
        text=_disagreement(report),
        figures=figures,
        charts=(cache_chart(report),) if measured.input else (),
        tables=tuple(table for table in tables if table.rows),
        data=report_dict(report, prices),
    )


def _disagreement(report: PrefixReport) -> str:
    count = sum(verdict.disagrees for verdict in report.verdicts)
    if not count:
        return ""
    return (
        f"≠ marks {count} requests whose measured and predicted reads differ by more than 5 % of the prompt."
    )


def cache_chart(report: PrefixReport) -> Chart:
    """Measured prompt tokens by what the cache did; the predicted read as outline."""
    known = [verdict for verdict in report.verdicts if verdict.measured.input is not None]
    return Chart(
        title="Measured prompt tokens per request",
        unit="tokens",
        bars=tuple(_bar(verdict) for verdict in known),
        legend=_LEGEND,
    )


def _bar(verdict: RequestVerdict) -> Bar:
    usage, prediction = verdict.measured, verdict.prediction
    read, write = usage.cache_read or 0, usage.cache_write or 0
    rest = usage.new if usage.new is not None else (usage.input or 0)
    words = (
        f"request {verdict.record.number}: read {shown(usage.cache_read)}, written {shown(usage.cache_write)}, "
        f"new {shown(usage.new)} (measured); predicted read {shown(prediction.read if prediction else None)}; "
        f"{verdict.cause.info.title}"
    )
    return Bar(
        label=str(verdict.record.number),
        tip=words,
        parts=(("read", read), ("write", write), ("new", rest)),
        outline=prediction.read if prediction is not None else None,
        mark="▼" if verdict.is_break else "",
    )


def _requests(report: PrefixReport) -> Table:
    columns = (
        Column("request", "request"),
        Column("model", "model"),
        Column("measured_total", "total, measured"),
        Column("measured_read", "read, measured"),
        Column("measured_write", "written, measured"),
        Column("measured_new", "new, measured"),
        Column("measured_hit", "hit, measured", "%"),
        Column("predicted_read", "read, predicted"),
        Column("disagrees", "≠"),
        Column("cause", "cause"),
        Column("where", "where"),
        Column("tokens_lost", "sent again"),
    )
    return Table("Every request and the cache", columns, tuple(map(_cells, report.verdicts)))


def _cells(verdict: RequestVerdict) -> tuple[Value, ...]:
    usage, prediction = verdict.measured, verdict.prediction
    return (
        verdict.record.number,
        verdict.record.model,
        usage.input,
        usage.cache_read,
        usage.cache_write,
        usage.new,
        usage.hit_ratio,
        prediction.read if prediction is not None else None,
        "≠" if verdict.disagrees else "",
        verdict.cause.info.title,
        verdict.cause.where,
        verdict.tokens_lost,
    )


def _breaks(report: PrefixReport) -> Table:
    columns = (
        Column("request", "request"),
        Column("cause", "cause"),
        Column("tokens_lost", "tokens sent again"),
        Column("basis", "basis"),
        Column("evidence", "evidence"),
        Column("detail", "what happened"),
        Column("remedy", "what to do"),
    )
    rows = tuple(
        (
            v.record.number,
            v.cause.info.title,
            v.lost,
            "measured" if v.loss_is_measured else "predicted",
            v.evidence.value,
            v.sentence,
            v.cause.remedy,
        )
        for v in report.ranked()[:_BREAKS]
    )
    return Table("Costliest breaks", columns, rows)


def cost_section(
    report: PrefixReport, prices: PriceTable, saving: tuple[ReplayCost, ReplayCost, float | None] | None
) -> Section:
    """What the session cost, what its misses cost, and what other settings would save."""
    money = session_cost(report, prices)
    recorded = any(cost_of(verdict, prices).recorded for verdict in report.verdicts)
    figures = [
        Figure(
            name="cost of the session",
            value=amounts(money.cost) or None,
            rests=Rests.RECORDED if recorded else Rests.COMPUTED,
        ),
        Figure(name="cost of cache misses", value=amounts(money.lost) or "none", rests=Rests.COMPUTED),
        Figure(name="requests of unknown cost", value=money.unknown, rests=Rests.COMPUTED),
    ]
    data: dict[str, object] = {
        "cost": money.cost,
        "lost": money.lost,
        "unknown": money.unknown,
        "prices": list(money.bases),
    }
    basis = f"Prices: {'; '.join(money.bases)}{stale_words(prices)}." if money.bases else ""
    if saving is not None:
        own, other, saved = saving
        rests = Rests.STAND_IN if own.rests_on_stand_in or other.rests_on_stand_in else Rests.PREDICTED
        figures.append(
            Figure(
                name="input cost under these settings",
                value=_one(other),
                before=_one(own),
                rests=rests,
            )
        )
        data["predicted"] = {
            "own": own.total,
            "settings": other.total,
            "saved": saved,
            "currency": other.currency,
        }
    return Section(id=Topic.COST, title="Cost", text=basis, figures=tuple(figures), data=data)


def _one(cost: ReplayCost) -> str | None:
    return None if cost.total is None else money_text(cost.total, cost.currency)
