"""Axes end at round numbers and name them shortly."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.app.axis import label_step, round_step, short, ticks


@given(st.floats(min_value=0.001, max_value=1e12), st.integers(min_value=2, max_value=8))
def test_ticks_cover_the_highest_value_in_few_equal_steps(highest: float, most: int) -> None:
    found = ticks(highest, most=most)
    assert found[0] == 0
    assert found[-1] >= highest * (1 - 1e-6)
    assert found[-1] - (found[1] - found[0]) < highest
    assert len(found) <= most + 2


def test_an_empty_axis_still_has_two_ends() -> None:
    assert ticks(0) == [0.0, 1.0]


@pytest.mark.parametrize(
    ("least", "step"), [(1, 1), (1.1, 2), (2.3, 2.5), (3, 4), (4.5, 5), (6, 10), (0.03, 0.04)]
)
def test_steps_are_round(least: float, step: float) -> None:
    assert round_step(least) == pytest.approx(step)


@pytest.mark.parametrize(
    ("value", "highest", "text"),
    [(0, 16_000, "0k"), (12_500, 16_000, "12.5k"), (750, 800, "750"), (1_500_000, 2_000_000, "1.5M")],
)
def test_values_are_written_in_the_unit_of_the_axis(value: float, highest: float, text: str) -> None:
    assert short(value, highest) == text


def test_labels_keep_their_distance() -> None:
    assert label_step(24, 760) == 1
    assert label_step(24, 300) == 5
    assert label_step(200, 760) == 10
    assert label_step(0, 100) == 1
