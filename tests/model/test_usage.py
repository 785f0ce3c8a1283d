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


def test_new_is_what_is_left_of_the_whole_else_what_was_reported() -> None:
    assert Usage(input=1000, cache_read=500, cache_write=200, no_cache=250).new == 300
    assert Usage(input=1000, cache_read=500).new == 500
    assert Usage(input=1000, no_cache=250).new == 250
    assert Usage(input=1000).new is None


def test_shares_of_a_sum_are_those_of_the_calls_that_tell() -> None:
    total = sum_usage([Usage(input=1000), Usage(input=200, cache_read=150, cache_write=10)])
    assert (total.input, total.hit_ratio, total.new) == (1200, 0.75, 40)
    assert sum_usage([total, Usage(input=100, cache_read=0)]).hit_ratio == 0.5
    assert "told" not in total.to_dict()
