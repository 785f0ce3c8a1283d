"""Measured figures for prompts that were never sent."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from inspector.replay.baseline import corrected

sizes = st.integers(0, 500_000)


def test_what_the_provider_counts_besides_stays() -> None:
    assert corrected(10_000, recorded=4_000, sent=1_000) == 7_000
    assert corrected(10_000, recorded=4_000, sent=9_000) == 15_000


def test_larger_tokens_of_ours_count_in_proportion() -> None:
    assert corrected(42_800, recorded=64_200, sent=14_100) == 9_400
    assert corrected(5, recorded=0, sent=7) == 12


@given(measured=sizes, recorded=sizes, sent=sizes)
def test_never_negative_and_the_same_for_the_same_prompt(measured: int, recorded: int, sent: int) -> None:
    assert corrected(measured, recorded, recorded) == measured
    assert corrected(measured, recorded, sent) >= 0
    assert (corrected(measured, recorded, sent) >= measured) or sent < recorded
