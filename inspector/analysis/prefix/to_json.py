"""One conversation of `cache --json`, and all together."""

from __future__ import annotations

from typing import Any

from inspector.analysis.cost.cost import cost_of, session_cost
from inspector.analysis.cost.prices import PriceTable
from inspector.analysis.prefix.report import PrefixReport, RequestVerdict
from inspector.analysis.prefix.sums import sums


def report_dict(report: PrefixReport, prices: PriceTable) -> dict[str, Any]:
    """`{"requests": […], "totals": {…}, "sums": […]}`; null = unknown."""
    return {
        "requests": [_request(verdict, prices) for verdict in report.verdicts],
        "totals": _totals(report, prices),
        "sums": [one.to_dict() for one in sums(report)],
    }


def _request(verdict: RequestVerdict, prices: PriceTable) -> dict[str, Any]:
    usage, prediction = verdict.measured, verdict.prediction
    cost = cost_of(verdict, prices)
    return {
        "index": verdict.record.index,
        "number": verdict.record.number,
        "cause": verdict.cause.id.value,
        "where": verdict.cause.where or None,
        "detail": verdict.cause.detail,
        "sentence": verdict.sentence,
        "remarks": [{"id": one.id.value, "text": one.text} for one in verdict.cause.remarks],
        "remedy": (verdict.cause.remedy or None) if verdict.cause.info.breaks else None,
        "state": verdict.state.value,
        "evidence": verdict.evidence.value,
        "also": [cause.value for cause in verdict.cause.also],
        "measured": {
            "read": usage.cache_read,
            "write": usage.cache_write,
            "new": usage.new,
            "total": usage.input,
        },
        "hit_ratio": usage.hit_ratio,
        "predicted": {
            "read": prediction.read if prediction else None,
            "write": prediction.write if prediction else None,
            "new": prediction.new if prediction else None,
            "total": prediction.total if prediction else None,
            "rule": prediction.rule.id if prediction else None,
            "as_of": prediction.rule.as_of if prediction else None,
            "untold": (prediction.untold.value or None) if prediction else None,
            "read_from": prediction.read_from if prediction else None,
            "minimum": prediction.minimum if prediction else None,
        },
        "tokens_lost": verdict.tokens_lost,
        "predicted_lost": verdict.predicted_lost,
        "compared_with": verdict.compared_with,
        "passes": [
            {"kind": one.kind, "input": one.usage.input, "output": one.usage.output}
            for one in verdict.record.account.passes
        ],
        "model": verdict.record.model,
        "provider": verdict.record.provider,
        "disagrees": verdict.disagrees,
        "rendered_from": verdict.body_kind.value if verdict.body_kind else None,
        "provider_reason": verdict.provider_reason or None,
        "provider_agrees": verdict.agreement,
        "served_by": verdict.served_by or None,
        "cost": cost.cost,
        "cost_lost": cost.lost,
        "currency": cost.currency or None,
        "cost_recorded": cost.recorded,
        "prices": cost.basis or None,
    }


def _totals(report: PrefixReport, prices: PriceTable) -> dict[str, Any]:
    money = session_cost(report, prices)
    measured = report.measured
    return {
        "requests": len(report.verdicts),
        "read": measured.cache_read,
        "write": measured.cache_write,
        "new": measured.new,
        "total": measured.input,
        "hit_ratio": measured.hit_ratio,
        "tokens_lost": report.tokens_lost,
        "predicted_lost": report.predicted_lost,
        "disagreements": sum(verdict.disagrees for verdict in report.verdicts),
        "cost": money.cost,
        "cost_lost": money.lost,
        "cost_unknown": money.unknown,
        "prices": list(money.bases),
    }
