"""The first tokens of a text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.tokens import tokenx
from inspector.tokens.slicing import first_tokens
from tests.tokens.strategies import TEXTS


@pytest.mark.parametrize(
    ("text", "limit", "kept"),
    [
        ("Hello, world!", 2, "Hello,"),
        ("Hello, world!", 3, "Hello, world"),
        ("one  two", 1, "one"),
        ("internationalization", 1, "inter"),
        ("中文字符", 2, "中文"),
        ("  lead", 1, "  lead"),
        ("short", 9, "short"),
        ("", 3, ""),
    ],
)
def test_runs_are_kept_whole_and_the_last_one_by_its_share(text: str, limit: int, kept: str) -> None:
    assert first_tokens(text, limit) == kept


@given(TEXTS, st.integers(min_value=1, max_value=60))
def test_a_text_within_the_limit_is_kept_and_a_longer_one_is_cut(text: str, limit: int) -> None:
    kept = first_tokens(text, limit)
    assert text.startswith(kept) or kept[-1:] >= "\ud800"
    if tokenx(text) <= limit:
        assert tokenx(kept) == tokenx(text)
