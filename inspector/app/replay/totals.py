"""The totals of a session under two settings, side by side, Qt-free: which is better, what rests on a stand-in.

Both columns are counted the same way, from prompts; what a provider measured is not among them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, TypeAlias

from inspector.analysis.cost.saving import ReplayCost
from inspector.model import RequestPurpose, RequestRecord
from inspector.replay.result import ReplayResult


class Figure(StrEnum):
    """The figures of the table, in order."""

    PROMPT_TOKENS = "prompt-tokens"
    LARGEST_PROMPT = "largest-prompt"
    TRIMMED = "trimmed"
    FOLDS = "folds"
    SUMMARISER_INPUT = "summariser-input"
    PREFIX_REUSE = "prefix-reuse"
    COST = "cost"
    STORED = "stored"
    FACTS = "facts"


class Verdict(StrEnum):
    """How the second column compares with the first."""

    BETTER = "better"
    WORSE = "worse"
    SAME = "same"
    NEUTRAL = "neutral"


@dataclass(frozen=True, slots=True, kw_only=True)
class TotalRow:
    """One line of the table.

    Attributes:
        figure: what it is.
        first, second: amounts; None = unknown. Tokens, bytes, counts, a ratio, or money.
        verdict: of the second.
        first_star, second_star: rests on a stand-in for a summary.
        measured: as the provider accounted for the recording; None = unknown, or nothing that is measured.
        total: what counts are out of (facts); 0 = nothing.
        currency, basis: of costs: in which money, by whose prices and of when.
    """

    figure: Figure
    first: float | None
    second: float | None
    verdict: Verdict = Verdict.NEUTRAL
    first_star: bool = False
    second_star: bool = False
    measured: float | None = None
    total: int = 0
    currency: str = ""
    basis: str = ""


Costs: TypeAlias = tuple[ReplayCost | None, ReplayCost | None]
"""Predicted costs of two replays; None = not reckoned yet."""


def measured_amounts(records: Iterable[RequestRecord]) -> dict[Figure, float]:
    """What the provider accounted for; a sum only where every call tells."""
    calls = list(records)
    found: dict[Figure, float] = {}
    for figure, purpose in (
        (Figure.PROMPT_TOKENS, RequestPurpose.MAIN),
        (Figure.SUMMARISER_INPUT, RequestPurpose.SUMMARIZE),
    ):
        inputs = [record.usage.input for record in calls if record.purpose is purpose]
        known = [tokens for tokens in inputs if tokens is not None]
        if known and len(known) == len(inputs):
            found[figure] = sum(known)
    single = [r.usage.input for r in calls if r.purpose is RequestPurpose.MAIN and r.calls == 1]
    largest = max((tokens for tokens in single if tokens is not None), default=None)
    if largest is not None:
        found[Figure.LARGEST_PROMPT] = largest
    return found


def total_rows(
    first: ReplayResult,
    second: ReplayResult,
    *,
    costs: Costs | None = None,
    measured: Mapping[Figure, float] | None = None,
) -> list[TotalRow]:
    """The table of two replays of one session; figures that neither has are left out.

    `costs`: what both would cost; None = the model has no price, so that there is no such line. `measured`: see
    `measured_amounts`.
    """
    stars = first.totals.rests_on_stand_in, second.totals.rests_on_stand_in
    rows = []
    for figure in Figure:
        if figure is Figure.COST:
            left, right = (None if cost is None else cost.total for cost in costs or (None, None))
        else:
            left, right = (_AMOUNTS[figure](result) for result in (first, second))
        if left is None and right is None and not (figure is Figure.COST and costs is not None):
            continue
        shaky = figure not in _SURE
        rows.append(
            TotalRow(
                figure=figure,
                first=left,
                second=right,
                verdict=_verdict(figure, left, right),
                first_star=shaky and stars[0],
                second_star=shaky and stars[1],
                measured=(measured or {}).get(figure),
                total=_probe_count(second) if figure is Figure.FACTS else 0,
                **_money(costs if figure is Figure.COST else None),
            )
        )
    return rows


def prefix_reuse(result: ReplayResult) -> float | None:
    """Share of all prompt characters that stood in the request before already, 0–1."""
    chars = result.totals.prompt_chars_after
    return result.totals.reusable_prefix_chars / chars if chars else None


def facts_kept(result: ReplayResult) -> int | None:
    """Facts that the newest request holds or can read back; None when none is tracked."""
    if not result.requests or not result.requests[-1].probes:
        return None
    return sum(state.in_reach for state in result.requests[-1].probes.values())


def _money(costs: Costs | None) -> dict[str, str]:
    known = [cost for cost in costs or () if cost is not None and cost.currency]
    return {"currency": known[0].currency, "basis": known[0].basis} if known else {}


def _probe_count(result: ReplayResult) -> int:
    return len(result.requests[-1].probes) if result.requests else 0


def _largest(result: ReplayResult) -> float:
    return max((request.after.tokens for request in result.requests), default=0)


def _stored(result: ReplayResult) -> float | None:
    return result.totals.stored_bytes_after if result.turns else None


_AMOUNTS: Final[dict[Figure, Callable[[ReplayResult], float | None]]] = {
    Figure.PROMPT_TOKENS: lambda result: result.totals.prompt_tokens_after,
    Figure.LARGEST_PROMPT: _largest,
    Figure.TRIMMED: lambda result: result.totals.trimmed_outputs,
    Figure.FOLDS: lambda result: result.totals.folds,
    Figure.SUMMARISER_INPUT: lambda result: result.totals.summarizer_input_tokens,
    Figure.PREFIX_REUSE: prefix_reuse,
    Figure.STORED: _stored,
    Figure.FACTS: facts_kept,
}
_SURE: Final = frozenset({Figure.STORED})
"""Figures that no summary has a part in."""
_MORE_IS_BETTER: Final = frozenset({Figure.PREFIX_REUSE, Figure.FACTS})
_NEITHER: Final = frozenset({Figure.TRIMMED})


def _verdict(figure: Figure, first: float | None, second: float | None) -> Verdict:
    if first is None or second is None or figure in _NEITHER:
        return Verdict.NEUTRAL
    if first == second:
        return Verdict.SAME
    return Verdict.BETTER if (second > first) == (figure in _MORE_IS_BETTER) else Verdict.WORSE
