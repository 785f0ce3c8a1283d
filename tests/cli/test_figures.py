"""Figures for people."""

from __future__ import annotations

from inspector.cli import figures
from inspector.model.usage import UNKNOWN_USAGE, Usage


def test_unknown_is_a_dash_and_zero_is_zero() -> None:
    assert [f(None) for f in (figures.count, figures.size, figures.share, figures.moment)] == ["–"] * 4
    assert (figures.count(0), figures.size(0), figures.share(0)) == ("0", "0 B", "0 %")


def test_sizes() -> None:
    assert [figures.size(n) for n in (9_999, 10_000, 999_949, 1_000_000)] == [
        "9\u202f999 B",
        "10.0 kB",
        "999.9 kB",
        "1.0 MB",
    ]


def test_tokens() -> None:
    assert figures.tokens(UNKNOWN_USAGE) == "usage unknown"
    usage = Usage(input=1725, no_cache=3, cache_read=1722, output=19)
    assert figures.tokens(usage) == "1\u202f725 in (3 new, 1\u202f722 read, – written), 19 out"


def test_shorten() -> None:
    assert figures.shorten("a\n  b", 10) == "a b"
    assert figures.shorten("abcdefgh", 5) == "abcd…"
