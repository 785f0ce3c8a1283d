"""The table of a check, and its misses."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterator, Sequence

from tests.counterfactual.replaying import Outcome
from tests.counterfactual.runs import Kind, Lane

_COLUMNS: dict[str, Callable[[Outcome], bool]] = {
    "own": lambda outcome: outcome.is_own,
    "from full": lambda outcome: outcome.from_full and not outcome.is_own,
    "from any other": lambda outcome: not outcome.from_full and not outcome.is_own,
    "all": lambda outcome: True,
}


def table(outcomes: Sequence[Outcome]) -> Iterator[str]:
    """Equal requests by lane, kind and start; folds and predictions per lane."""
    yield f"{'':28}" + "".join(f"{name:>28}" for name in _COLUMNS)
    for lane in Lane:
        chosen = [outcome for outcome in outcomes if outcome.lane is lane]
        if not chosen:
            continue
        for kind in Kind:
            of_kind = [outcome for outcome in chosen if outcome.kind is kind]
            if of_kind:
                yield f"{lane.value + ' ' + kind.value:28}" + "".join(_cells(of_kind))
        yield f"{lane.value + ' all':28}" + "".join(_cells(chosen))
        yield from _figures(lane, chosen)


def misses(outcomes: Sequence[Outcome], *, verbose: bool) -> Iterator[str]:
    """What was replayed otherwise: the first miss of each replay, or every one."""
    for outcome in outcomes:
        if outcome.failure:
            yield f"{_name(outcome)}: {outcome.failure}"
            continue
        for event in outcome.folds_missed:
            yield f"{_name(outcome)}: no fold before request {event.request} ({event.phase})"
        for event in outcome.folds_extra:
            yield f"{_name(outcome)}: a fold before request {event.request} ({event.phase}) that was none"
        shown = outcome.misses if verbose else outcome.misses[:1]
        for miss in shown:
            said = f" [said: {'; '.join(miss.said)}]" if miss.said else ""
            what = "is not replayed" if miss.difference is None else str(miss.difference)
            yield f"{_name(outcome)}: request {miss.request} (turn {miss.turn}, step {miss.step}) {what}{said}"
        more = len(outcome.misses) - len(shown)
        if more:
            yield f"  and {more} more"


def _cells(outcomes: Sequence[Outcome]) -> Iterator[str]:
    for belongs in _COLUMNS.values():
        chosen = [outcome for outcome in outcomes if belongs(outcome)]
        equal, every = sum(o.equal for o in chosen), sum(o.requests for o in chosen)
        said = sum(bool(miss.said) for o in chosen for miss in o.misses)
        yield f"{f'{equal} of {every}' + (f' ({said} said)' if said else ''):>28}"


def _figures(lane: Lane, outcomes: Sequence[Outcome]) -> Iterator[str]:
    right = sum(o.folds_right for o in outcomes)
    every = right + sum(len(o.folds_missed) for o in outcomes)
    extra = sum(len(o.folds_extra) for o in outcomes)
    yield f"{lane.value} fold events right: {right} of {every}, {extra} made up"
    errors = [abs(got - sent) / sent for o in outcomes for sent, got in o.predictions if sent]
    if errors:
        yield (
            f"{lane.value} input tokens predicted: median error {statistics.median(errors):.2%}, "
            f"mean {statistics.fmean(errors):.2%} over {len(errors)} requests"
        )


def _name(outcome: Outcome) -> str:
    return f"{outcome.lane.value} {outcome.conversation}/{outcome.recorded} as {outcome.asked}"
