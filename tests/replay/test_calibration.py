"""Provider tokens fitted against ours: what is taken off a line, and when none is drawn."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.replay.calibration import LEAST_POINTS, Measure, Point, best_fit, fit


def line(slope: float, offset: float, sizes: list[int]) -> list[Point]:
    return [Point(size, slope * size + offset) for size in sizes]


def test_slope_and_offset_of_a_line_are_found_and_lead_both_ways() -> None:
    found = fit(line(1.25, 120, [100, 400, 900, 1_600]))
    assert (found.slope, found.offset, found.spread) == (1.25, 120, 0)
    assert found.is_fitted
    assert found.predicted(1_000) == 1_370
    assert found.implied(1_370) == 1_000


def test_one_odd_request_bends_nothing() -> None:
    found = fit([*line(0.5, 10, [100, 200, 300, 400, 500]), Point(600, 9_000)])
    assert found.slope == pytest.approx(0.5)
    assert found.offset == pytest.approx(10)


@pytest.mark.parametrize("count", range(LEAST_POINTS))
def test_too_few_points_leave_the_slope_at_one(count: int) -> None:
    found = fit(line(2, 50, [100, 200, 300][:count]))
    assert found.slope == 1
    assert not found.is_fitted
    assert found.spread == 0


def test_a_slope_that_cannot_be_is_not_taken() -> None:
    assert fit(line(-1, 500, [100, 200, 300])).slope == 1
    assert fit([Point(100, 90), Point(100, 95), Point(100, 99)]).slope == 1


def test_prediction_never_falls_below_nothing() -> None:
    assert fit(line(1, -50, [100, 200, 300])).predicted(10) == 0


def test_the_measure_that_fits_best_is_taken() -> None:
    exact, noisy = line(0.25, 80, [400, 900, 1_500, 2_000]), line(1, 0, [400, 900, 1_500, 2_000])
    bent = [Point(p.estimated * (1 + i / 10), p.measured) for i, p in enumerate(noisy)]
    assert best_fit({Measure.TOKENS: bent, Measure.CHARS: exact}).measure is Measure.CHARS
    assert best_fit({Measure.TOKENS: exact, Measure.CHARS: exact}).measure is Measure.TOKENS
    assert best_fit({Measure.TOKENS: exact[:2], Measure.CHARS: exact[:2]}).measure is Measure.TOKENS


@given(
    slope=st.floats(0.2, 3),
    offset=st.integers(0, 5_000),
    sizes=st.lists(st.integers(1, 200_000), min_size=3, max_size=200, unique=True),
)
def test_every_line_is_found_again(slope: float, offset: int, sizes: list[int]) -> None:
    found = fit(line(slope, offset, sizes))
    assert found.slope == pytest.approx(slope, rel=1e-6)
    for size in sizes:
        assert found.predicted(size) == pytest.approx(slope * size + offset, rel=1e-6, abs=1e-3)
