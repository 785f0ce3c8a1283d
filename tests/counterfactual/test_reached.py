"""Every recorded run replayed under the settings of every other: no less is equal than was reached."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.counterfactual.checking import check, folder_of
from tests.counterfactual.replaying import Outcome
from tests.counterfactual.report import misses, table
from tests.counterfactual.runs import Lane

_DATA = Path(__file__).parent.parent / "data" / "counterfactual"
_REACHED = json.loads((Path(__file__).parent / "reached.json").read_bytes())


@pytest.mark.parametrize("archive", sorted(_REACHED))
def test_no_fewer_requests_are_equal_than_were_reached(archive: str) -> None:
    with folder_of(_DATA / f"{archive}.tar.xz") as folder:
        outcomes = check([folder], list(Lane))
    reached = figures(outcomes)
    expected: dict[str, int] = _REACHED[archive]
    assert set(reached) == set(expected)
    worse = {name: (reached[name], least) for name, least in expected.items() if reached[name] < least}
    assert not worse, "\n".join([*misses(outcomes, verbose=False), *table(outcomes)])


def figures(outcomes: Iterable[Outcome]) -> dict[str, int]:
    """Equal requests and fold events by lane, kind and start."""
    found: dict[str, int] = {}
    for outcome in outcomes:
        start = "own" if outcome.is_own else "from full" if outcome.from_full else "from any other"
        key = f"{outcome.lane.value} {outcome.kind.value} {start}"
        found[key] = found.get(key, 0) + outcome.equal
        folds = f"{outcome.lane.value} fold events"
        found[folds] = found.get(folds, 0) + outcome.folds_right
    return found
