"""Patterns that others wrote never hold the program."""

from __future__ import annotations

import time

import pytest

from inspector.wire.patterns import LONGEST_PATTERN, PatternError, SlowPatternError, compiled

EVIL = ["^(a+)+$", "^(a|aa)+$", "^(a|a?)+$", r"^(\w+\s?)*$", "(.*a){20}$", "^((a+)*b?)*$"]


@pytest.mark.parametrize("pattern", EVIL)
def test_an_evil_pattern_is_stopped_and_remembered(pattern: str) -> None:
    made, text = compiled(pattern), "a" * 20_000 + "!"
    began = time.monotonic()
    for _ in range(50):
        try:
            made.search(text)
        except SlowPatternError:
            continue
    assert time.monotonic() - began < 20


@pytest.mark.parametrize(
    ("pattern", "text", "found"),
    [
        ("60 \\$/kWh", "at 60 $/kWh now", True),
        (r"电\w", "x 电池", True),
        ("(?=b)b", "ab", True),
        ("^b", "ab", False),
    ],
)
def test_patterns_mean_what_they_meant(pattern: str, text: str, found: bool) -> None:
    assert compiled(pattern).matches(text) is found


@pytest.mark.parametrize("pattern", ["(", "[", "a" * (LONGEST_PATTERN + 1), "(?P<a>x)(?P<a>"])
def test_what_is_no_pattern_is_said(pattern: str) -> None:
    with pytest.raises(PatternError):
        compiled(pattern)
