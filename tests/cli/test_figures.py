"""Figures for people."""

from __future__ import annotations

from inspector.cli import figures
from inspector.model.figures import THIN_SPACE
from inspector.model.usage import UNKNOWN_USAGE, Usage


def test_unknown_is_a_dash_and_zero_is_zero() -> None:
    assert [f(None) for f in (figures.count, figures.size, figures.share, figures.moment)] == ["–"] * 4
    assert (figures.count(0), figures.size(0), figures.share(0)) == (
        "0",
        f"0{THIN_SPACE}B",
        f"0{THIN_SPACE}%",
    )


def test_sizes() -> None:
    assert [figures.size(n) for n in (999, 9_949, 10_000, 999_499, 1_000_000)] == [
        f"999{THIN_SPACE}B",
        f"9.9{THIN_SPACE}kB",
        f"10{THIN_SPACE}kB",
        f"999{THIN_SPACE}kB",
        f"1.0{THIN_SPACE}MB",
    ]


def test_tokens() -> None:
    assert figures.tokens(UNKNOWN_USAGE) == "usage unknown"
    usage = Usage(input=1725, no_cache=3, cache_read=1722, output=19)
    assert figures.tokens(usage) == "1\u202f725 in (3 new, 1\u202f722 read, – written), 19 out"


def test_shorten() -> None:
    assert figures.shorten("a\n  b", 10) == "a b"
    assert figures.shorten("abcdefgh", 5) == "abcd…"
