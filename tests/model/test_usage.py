"""Unknown is kept apart from 0 in single accounts and in sums."""

from __future__ import annotations

from inspector.model import UNKNOWN_USAGE, Usage, sum_usage


def test_unknown_is_not_zero() -> None:
    assert not UNKNOWN_USAGE.is_known
    assert Usage(input=0).is_known
    assert Usage(input=0).to_dict()["cache_read"] is None


def test_hit_ratio_needs_both_figures() -> None:
    assert Usage(input=200, cache_read=50).hit_ratio == 0.25
    assert Usage(input=200, cache_read=0).hit_ratio == 0.0
    assert Usage(input=0, cache_read=0).hit_ratio is None
    assert Usage(input=200).hit_ratio is None


def test_sums_take_known_figures_and_stay_unknown_without_any() -> None:
    total = sum_usage([Usage(input=10, output=1), UNKNOWN_USAGE, Usage(input=5, cache_read=0)])
    assert (total.input, total.output, total.cache_read, total.cache_write) == (15, 1, 0, None)
    assert sum_usage([]) == UNKNOWN_USAGE
