"""What a replay says in a report: requests before and after, folds, what the database keeps, and A against B."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from inspector.replay.compare import compare
from inspector.replay.result import Basis, ReplayResult, RequestOutcome
from inspector.reports.model import Bar, Chart, Figure, Rests, Section, Topic
from inspector.reports.replay_tables import comparison_tables, fold_words, request_table, turn_table
from inspector.reports.tables import shown

_LEGEND: Final = (
    ("after", "as it would have gone out"),
    ("outline", "with nothing trimmed and nothing folded"),
    ("stand-in", "depends on a stand-in *"),
)


def requests_section(result: ReplayResult) -> Section:
    """Every request of a replay."""
    totals = result.totals
    rests = Rests.STAND_IN if totals.rests_on_stand_in else Rests.COMPUTED
    figures = (
        Figure(
            name="prompt tokens of all requests",
            value=totals.prompt_tokens_after,
            before=totals.prompt_tokens_before,
            rests=rests,
        ),
        Figure(name="requests", value=len(result.requests), rests=Rests.RECORDED),
        Figure(name="folds", value=totals.folds, rests=rests),
        Figure(name="summariser input tokens", value=totals.summarizer_input_tokens, rests=rests),
        Figure(name="outputs trimmed", value=totals.trimmed_outputs, rests=Rests.COMPUTED),
    )
    return Section(
        id=Topic.REQUESTS,
        title="Requests",
        rests=(rests,),
        text=f"What the pipeline sends under these settings; tokens are counted by {result.settings['estimator']}.",
        figures=figures,
        charts=(prompt_chart(result),),
        tables=(request_table(result, "Every request"),),
        data=result.to_dict(),
    )


def prompt_chart(result: ReplayResult) -> Chart:
    """Prompt tokens of every request, before as outline and after as fill."""
    return Chart(
        title="Prompt tokens per request",
        unit="tokens",
        bars=tuple(_bar(request) for request in result.requests),
        lines=tuple(_limits(result.requests)),
        legend=_LEGEND if result.totals.rests_on_stand_in else _LEGEND[:2],
    )


def _bar(request: RequestOutcome) -> Bar:
    stand_in = request.basis is Basis.STAND_IN
    words = [
        f"request {request.label}, turn {request.turn}, step {request.step}",
        f"{shown(request.before.tokens)} → {shown(request.after.tokens)} tokens{' *' if stand_in else ''}",
    ]
    if request.fold is not None:
        words.append(fold_words(request.fold))
    if request.trimmed:
        words.append(f"{len(request.trimmed)} outputs trimmed")
    return Bar(
        label=request.label,
        tip="; ".join(words),
        parts=(("after", request.after.tokens),),
        outline=request.before.tokens,
        hatched=stand_in,
        mark="▼" if request.fold is not None else "",
    )


def _limits(requests: Iterable[RequestOutcome]) -> Iterable[tuple[str, float]]:
    """The fold trigger, where it is the same for all requests."""
    triggers = {request.budget.trigger.value for request in requests if request.budget is not None}
    if len(triggers) == 1:
        yield "fold trigger", float(triggers.pop())


def storage_section(result: ReplayResult) -> Section:
    """What the database would keep."""
    totals = result.totals
    table = turn_table(result)
    return Section(
        id=Topic.STORAGE,
        title="Storage",
        rests=(Rests.COMPUTED,),
        text="" if table.rows else "The storage trim moves nothing out of these messages.",
        figures=(
            Figure(
                name="bytes of all messages as stored",
                value=totals.stored_bytes_after,
                before=totals.stored_bytes_before,
                rests=Rests.COMPUTED,
            ),
        ),
        tables=(table,) if table.rows else (),
        data=[turn.to_dict() for turn in result.turns],
    )


def comparison_section(own: ReplayResult, result: ReplayResult) -> Section:
    """The session's own settings (A) against those of the report (B)."""
    comparison = compare(own, result)
    return Section(
        id=Topic.COMPARISON,
        title="A against B",
        rests=(Rests.STAND_IN if comparison.rests_on_stand_in else Rests.COMPUTED,),
        text="A: the session's own settings. B: the settings of this report.",
        tables=tuple(comparison_tables(comparison, "Sums", limit=20)),
        data=comparison.difference_dict(),
    )
